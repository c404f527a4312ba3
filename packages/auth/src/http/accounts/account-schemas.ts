import Joi from 'joi';
import { newPasswordSchema as newPassword } from '../../accounts/new-password-schema.js';
import type { PasskeyProof } from '../../passkeys/webauthn.js';
import { emailSchema as email } from '../../users/email-schema.js';
import { code } from '../factors/factor-schemas.js';
import { passkeyProof } from '../factors/passkey-schemas.js';

/** A password to check: anything that was once accepted. */
const presentPassword = Joi.string().max(256).example('velvet anchor mosaic thunder');
/** The device's token from an earlier sign-in. */
const deviceToken = Joi.string().max(2048);
/** Tokens from mails and refresh tokens. */
const opaqueToken = Joi.string().max(256).example('c3VwZXItc2VjcmV0LXRva2Vu');

/** `POST /v1/auth/register`: the token of an invitation proves the address that it was mailed to. */
export const registerSchema = Joi.object<{ email: string; password: string; invitation?: string }>({
  email: email.required(),
  password: newPassword.required(),
  invitation: opaqueToken,
});

/** `POST /v1/auth/login`: browsers send the device's token as a cookie. */
export const loginSchema = Joi.object<{ email: string; password: string; deviceToken?: string }>({
  email: email.required(),
  password: presentPassword.required(),
  deviceToken,
});

/** `POST /v1/auth/login/link`: the token behind the `#` of the link. */
export const signInLinkSchema = Joi.object<{ token: string; deviceToken?: string }>({
  token: opaqueToken.required(),
  deviceToken,
});

/** `POST /v1/auth/login/second-factor`: the ticket that the password brought, and one factor. */
export const secondFactorSchema = Joi.object<
  { ticket: string; deviceToken?: string } & ({ code: string } | { recoveryCode: string } | { passkey: PasskeyProof })
>({
  ticket: Joi.string().max(2048).required().example('eyJhbGciOi…'),
  code,
  recoveryCode: Joi.string().max(64),
  passkey: passkeyProof,
  deviceToken,
}).xor('code', 'recoveryCode', 'passkey');

/** `POST /v1/auth/refresh` and `/logout`: browsers send the cookie instead. */
export const refreshSchema = Joi.object<{ refreshToken?: string }>({ refreshToken: opaqueToken });

/** `POST /v1/auth/verify-email` */
export const verifyEmailSchema = Joi.object<{ token: string }>({ token: opaqueToken.required() });

/** `POST /v1/auth/forgot-password` */
export const forgotPasswordSchema = Joi.object<{ email: string }>({ email: email.required() });

/** `POST /v1/auth/reset-password` */
export const resetPasswordSchema = Joi.object<{ token: string; newPassword: string }>({
  token: opaqueToken.required(),
  newPassword: newPassword.required(),
});

/** `POST /v1/auth/change-password` */
export const changePasswordSchema = Joi.object<{ currentPassword: string; newPassword: string }>({
  currentPassword: presentPassword.required(),
  newPassword: newPassword.required(),
});

/** `DELETE /v1/me`: accounts without a password here show a fresh sign-in instead. */
export const deleteAccountSchema = Joi.object<{ password?: string }>({ password: presentPassword });

/** `PATCH /v1/me`: missing means unchanged, null clears. */
export const profileSchema = Joi.object<{ name?: string | null }>({
  name: Joi.string()
    .max(100)
    .pattern(/^[^\p{Cc}]*$/u)
    .messages({ 'string.pattern.base': '{{#label}} must not contain control characters' })
    .allow(null)
    .example('Ada'),
}).min(1);
