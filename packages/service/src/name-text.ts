import Joi from 'joi';

/**
 * A name that somebody gives to a thing of theirs: at most 100 characters, at least one of them visible, no control characters and no
 * halves of a surrogate pair. The caller trims it.
 */
export const nameText: Joi.StringSchema = Joi.string()
  .max(100)
  .pattern(/^[^\p{Cc}\p{Cs}]*[^\p{Cc}\p{Cs}\s][^\p{Cc}\p{Cs}]*$/u)
  .messages({ 'string.pattern.base': '{{#label}} must have a letter and no control characters' })
  .example('production');
