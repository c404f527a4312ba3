import Joi from 'joi';

/** Six digits of an authenticator app. */
export const code = Joi.string()
  .pattern(/^\d{6}$/)
  .messages({ 'string.pattern.base': '{{#label}} must be the six digits that the app shows' })
  .example('287082');

/** `POST /v1/me/factors/totp/confirm` */
export const confirmTotpSchema = Joi.object<{ code: string }>({ code: code.required() });
