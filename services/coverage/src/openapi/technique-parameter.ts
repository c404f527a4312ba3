import Joi from 'joi';

/** A query parameter that names one technique by its id, in capitals or not. */
export const techniqueParameter = Joi.string()
  .uppercase()
  .pattern(/^T\d{4}(\.\d{3})?$/)
  .messages({ 'string.pattern.base': '{{#label}} must be an ATT&CK id such as T1059 or T1059.001' })
  .example('T1562.008');
