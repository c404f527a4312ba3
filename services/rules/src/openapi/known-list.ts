import Joi from 'joi';

/** A list of ids of a closed set, each once; the refusal names the known ones. */
export const knownList = (ids: readonly string[], noun: string): Joi.ArraySchema =>
  Joi.array()
    .items(Joi.string().valid(...ids))
    .min(1)
    .max(ids.length)
    .unique()
    .messages({
      'any.only': `{{#label}} is "{{#value}}", which is not a known ${noun}; known: ${ids.join(', ')}`,
      'array.min': `{{#label}} is empty; leave it out for all, or name some of: ${ids.join(', ')}`,
      'array.unique': '{{#label}} is named twice',
    });
