import Joi from 'joi';

/** `GET /v1/auth/oidc/start`: without `returnTo`, to PUBLIC_URL. */
export const startSchema = Joi.object<{ returnTo?: string }>({ returnTo: Joi.string().max(1000) });

/** `GET /v1/auth/oidc/callback`: parameters that the provider chooses. Unknown ones must be ignored (RFC 6749, 4.1.2). */
export const callbackSchema = Joi.object<{ code?: string; state?: string; iss?: string; error?: string }>({
  code: Joi.string().max(4096),
  state: Joi.string().max(256),
  iss: Joi.string().max(2048),
  error: Joi.string().max(256),
});
