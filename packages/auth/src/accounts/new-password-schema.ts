import Joi from 'joi';

/** A new password: long, and then judged by how hard it is to guess (NIST SP 800-63B); there are no rules about its characters. */
export const newPasswordSchema = Joi.string()
  .min(12)
  .max(256)
  .messages({
    'string.min': '{{#label}} must have at least 12 characters; take four or more words, or a password manager',
  })
  .example('velvet anchor mosaic thunder');
