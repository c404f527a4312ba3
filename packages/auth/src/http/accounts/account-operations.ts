import { type AnswerSchema, json, type Operation } from '@tripline/service';
import type { ObjectSchema } from 'joi';
import { secondFactorNeededResource } from '../factors/factor-resources.js';
import { passkeySignInResource } from '../factors/passkey-resources.js';
import { passkeySignInSchema } from '../factors/passkey-schemas.js';
import { describeOperations } from '../identity-operation.js';
import { passwordResetResource, profileResource, registrationResource, sessionResource } from './account-resources.js';
import {
  changePasswordSchema,
  deleteAccountSchema,
  forgotPasswordSchema,
  loginSchema,
  profileSchema,
  refreshSchema,
  registerSchema,
  resetPasswordSchema,
  secondFactorSchema,
  signInLinkSchema,
  verifyEmailSchema,
} from './account-schemas.js';

/** One `POST /v1/auth/…`: all of them limit attempts. */
function authOperation<B extends ObjectSchema>(
  path: string,
  summary: string,
  body: B,
  data: AnswerSchema,
  more: { status?: 201; security?: 'jwt'; description?: string; errors?: Operation['errors'] } = {},
) {
  return {
    method: 'post',
    path: `/v1/auth/${path}`,
    tag: 'Accounts',
    summary,
    ...(more.description === undefined ? {} : { description: more.description }),
    security: more.security ?? 'none',
    body,
    success: { status: more.status ?? 200, description: summary, data },
    errors: { 404: 'Sign-in with a password is switched off here.', 429: 'Too many attempts.', ...more.errors },
  } as const;
}

/** How the account paths stand in the OpenAPI document. */
export const accountOperations = describeOperations({
  register: authOperation('register', 'Make an account', registerSchema, registrationResource, {
    status: 201,
    description:
      'The answer is the same whether or not the address already has an account. With the token of an invitation that was mailed to this very address, the address is verified at once, and no other mail is sent.',
    errors: {
      400: 'The password is easy to guess, or the invitation is not for this address or no longer pending.',
      403: 'Registration is closed.',
      409: 'With an invitation: the address has an account already.',
    },
  }),
  signIn: authOperation('login', 'Sign in', loginSchema, json.either(sessionResource, secondFactorNeededResource), {
    description:
      'Where the account has a second factor, the answer is a ticket for the second step. With `X-Client: browser` the refresh token and the device token come as HttpOnly cookies on /v1/auth instead of in the body. Failures are counted by address and account together, and apart for a device that shows its token.',
    errors: { 401: 'E-mail address or password is wrong.' },
  }),
  signInByLink: authOperation(
    'login/link',
    'Sign in by a link of the operator',
    signInLinkSchema,
    json.either(sessionResource, secondFactorNeededResource),
    {
      description:
        'In place of the password: the operator makes the link with `tripline user sign-in-link`. It works once, within 15 minutes. Where the account has a second factor, the answer is a ticket for the second step, as after a password.',
      errors: { 401: 'The link is unknown, was used before, or is over.' },
    },
  ),
  completeSignIn: authOperation(
    'login/second-factor',
    'Complete a sign-in with a second factor',
    secondFactorSchema,
    sessionResource,
    {
      description:
        'With the ticket that the password brought, and a code of the authenticator app, a recovery code, or what a passkey signed. Each is good once.',
      errors: { 401: 'The factor is wrong or was used before, or the ticket is over.' },
    },
  ),
  beginPasskeySignIn: {
    method: 'post',
    path: '/v1/auth/login/passkey/options',
    tag: 'Accounts',
    summary: 'Begin a sign-in by passkey alone',
    security: 'none',
    success: { status: 200, description: 'A ticket, and what the browser signs by.', data: passkeySignInResource },
    errors: { 404: 'There are no passkeys here.' },
  },
  signInByPasskey: authOperation('login/passkey', 'Sign in by passkey alone', passkeySignInSchema, sessionResource, {
    description:
      'The authenticator must have checked who uses it, which makes two factors. Failures are counted as those of passwords.',
    errors: { 401: 'The passkey is not good here, its challenge was answered before, or the ticket is over.' },
  }),
  refreshSession: authOperation('refresh', 'Exchange a refresh token for new tokens', refreshSchema, sessionResource, {
    description: 'A refresh token works once; using it a second time ends the whole session.',
    errors: { 401: 'The refresh token is invalid, or was used before.', 403: 'A browser from another origin.' },
  }),
  signOut: authOperation('logout', 'End the session', refreshSchema, json.done, {
    errors: { 401: 'A browser without its cookie.', 403: 'A browser from another origin.' },
  }),
  verifyEmail: authOperation(
    'verify-email',
    'Verify an e-mail address with the token of the mail',
    verifyEmailSchema,
    json.done,
  ),
  requestPasswordReset: authOperation(
    'forgot-password',
    'Ask for a mail to set a new password',
    forgotPasswordSchema,
    passwordResetResource,
  ),
  resetPassword: authOperation(
    'reset-password',
    'Set a new password with the token of the mail',
    resetPasswordSchema,
    json.done,
  ),
  changePassword: authOperation('change-password', 'Change the password', changePasswordSchema, json.done, {
    security: 'jwt',
  }),
  getProfile: {
    method: 'get',
    path: '/v1/me',
    tag: 'Accounts',
    summary: 'Who you are and what you may do',
    security: 'jwt',
    success: { status: 200, description: 'Profile, tiers, limits, usage and team.', data: profileResource },
    errors: {},
  },
  updateProfile: {
    method: 'patch',
    path: '/v1/me',
    tag: 'Accounts',
    summary: 'Change your profile',
    security: 'jwt',
    body: profileSchema,
    success: { status: 200, description: 'The profile as it is now.', data: profileResource },
    errors: {},
  },
  deleteAccount: {
    method: 'delete',
    path: '/v1/me',
    tag: 'Accounts',
    summary: 'Delete your account',
    description:
      'Needs your password or, for an account of an identity provider, a sign-in within the last ten minutes. Your keys, sessions, rules, documents and cloud accounts are deleted at once; what you made in a team stays with the team.',
    security: 'jwt',
    body: deleteAccountSchema,
    success: { status: 200, description: 'The account is deleted.', data: json.done },
    errors: {
      400: 'The password is missing.',
      403: 'An API key, a wrong password, or a sign-in that is older than ten minutes.',
      409: 'You own a team: transfer or end it first.',
      429: 'Too many wrong passwords.',
    },
  },
});
