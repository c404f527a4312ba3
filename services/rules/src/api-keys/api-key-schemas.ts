import Joi from 'joi';

/** `POST /v1/api-keys` */
export const createKeySchema = Joi.object<{ name: string }>({
  name: Joi.string()
    .max(100)
    .pattern(/^[^\p{Cc}\p{Cs}]*[^\p{Cc}\p{Cs}\s][^\p{Cc}\p{Cs}]*$/u)
    .messages({ 'string.pattern.base': '{{#label}} must have a letter and no control characters' })
    .required(),
});
