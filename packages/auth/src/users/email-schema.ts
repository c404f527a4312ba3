import Joi from 'joi';

/** A mail address, as people register, sign in and are invited with it. Half a surrogate pair is no character, and Postgres keeps none in JSON. */
export const emailSchema = Joi.string()
  .email({ tlds: false, minDomainSegments: 1 })
  .max(254)
  .pattern(/^[^\p{Cc}\p{Cs}]*$/u)
  .messages({ 'string.pattern.base': '{{#label}} must not contain control characters or half a surrogate pair' })
  .example('ada@example.com');
