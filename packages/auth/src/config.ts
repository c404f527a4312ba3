import { limitSetting, listSetting, secretSetting, strongSecretSetting } from '@tripline/service';
import Joi from 'joi';
import { type PasskeyPlace, passkeyFault } from './passkeys/relying-party.js';
import { tierLimits } from './tiers/tier.js';

/** Settings of identity and tiers, the same in every process; {@link authSettings} describes each. */
export interface AuthConfig {
  KEY_VENDOR: string;
  JWT_SECRET: string;
  JWT_SECRET_PREVIOUS?: string;
  BUILTIN_ACCOUNTS: boolean;
  SIGNUP: 'open' | 'invited' | 'closed';
  ADMIN_TOKEN?: string;
  SMTP_URL?: string;
  PUBLIC_URL?: string;
  OIDC_ISSUER?: string;
  OIDC_AUDIENCE?: string;
  OIDC_JWKS_URL?: string;
  OIDC_CLIENT_ID?: string;
  OIDC_CLIENT_SECRET?: string;
  AUTH_TRUST_TIER_CLAIM?: string;
  AUTH_TRUST_SECOND_FACTOR: boolean;
  LIMIT_LOGINS_PER_ACCOUNT: number;
  LIMIT_LOGINS_PER_ADDRESS: number;
  LIMIT_SIGNUPS_PER_ADDRESS: number;
  LIMIT_SEATS_TEAM: number;
  LIMIT_SEATS_ENTERPRISE: number;
}

const smtpAddress = (): Joi.StringSchema => secretSetting().uri({ scheme: ['smtp', 'smtps'] });

/** An address of the provider. In production it must be https, so that nobody can change what the provider sends. */
const providerAddress = (): Joi.StringSchema =>
  Joi.string()
    .uri({ scheme: ['http', 'https'] })
    // biome-ignore lint/suspicious/noThenProperty: the condition's branch is called `then` in Joi's interface.
    .when('NODE_ENV', { is: 'production', then: Joi.string().uri({ scheme: 'https' }) });

/** A setting that is refused unless another one is set. */
const onlyWith = (schema: Joi.StringSchema, name: string): Joi.StringSchema =>
  schema.when(name, {
    not: Joi.exist(),
    // biome-ignore lint/suspicious/noThenProperty: as above.
    then: Joi.forbidden().messages({ 'any.unknown': `{{#label}} has no effect without ${name}` }),
  });

/** The schema of {@link AuthConfig}, to be spread into a service's own `Joi.object` (beside `processSettings`). */
export const authSettings = {
  KEY_VENDOR: Joi.string()
    .pattern(/^[a-z][a-z0-9]{1,30}$/)
    .default('tripline')
    .description('The first part of every API key, before _live_.')
    .meta({ expects: 'up to 31 lower-case letters and digits, beginning with a letter' }),
  JWT_SECRET: strongSecretSetting()
    .required()
    .description('Signs the access tokens of this installation. Every process needs the same value.'),
  JWT_SECRET_PREVIOUS: strongSecretSetting().description(
    'The secret before JWT_SECRET. Tokens signed with it stay good: set it for 15 minutes while the secret is being changed.',
  ),
  BUILTIN_ACCOUNTS: Joi.boolean().default(true).description('Whether people can have an account with a password here.'),
  SIGNUP: Joi.string()
    .valid('open', 'invited', 'closed')
    .default('open')
    .description('Who may register. With invited, whoever has a pending invitation into a team.'),
  SMTP_URL: smtpAddress().description(
    'The mail server, with user and password. The rules worker sends all mail; the other processes need it in development only, to know whether mail is sent.',
  ),
  PUBLIC_URL: Joi.string()
    .uri({ scheme: ['http', 'https'] })
    .when('OIDC_CLIENT_ID', {
      is: Joi.exist(),
      // biome-ignore lint/suspicious/noThenProperty: as above.
      then: Joi.required(),
    })
    .description('Where people reach the dashboard or, without one, the service. Links in mails begin with it.'),
  OIDC_ISSUER: providerAddress().description(
    'The outside identity provider whose tokens are accepted, exactly as in the claim iss of its tokens. In production it must be https.',
  ),
  OIDC_AUDIENCE: Joi.string()
    .max(300)
    .when('OIDC_ISSUER', {
      is: Joi.exist(),
      // biome-ignore lint/suspicious/noThenProperty: as above.
      then: Joi.required(),
      otherwise: Joi.forbidden().messages({ 'any.unknown': '{{#label}} has no effect without OIDC_ISSUER' }),
    })
    .description('The audience that the provider’s access tokens must be for.'),
  OIDC_JWKS_URL: onlyWith(providerAddress(), 'OIDC_ISSUER').description(
    'Where the provider’s keys are. Without it, its discovery document says so. In production it must be https.',
  ),
  OIDC_CLIENT_ID: onlyWith(Joi.string().max(300), 'OIDC_ISSUER').description(
    'This service as a client of the provider. Switches sign-in for browsers on.',
  ),
  AUTH_TRUST_TIER_CLAIM: onlyWith(Joi.string().max(300), 'OIDC_ISSUER').description(
    'The claim of the provider’s tokens that sets a user’s tier. Without it, tokens set no tier.',
  ),
  AUTH_TRUST_SECOND_FACTOR: Joi.boolean()
    .default(false)
    .description(
      'Whether the provider asks all its people for a second factor. They may then be in teams that require one.',
    ),
  LIMIT_LOGINS_PER_ACCOUNT: limitSetting(10, { min: 1, max: 1_000_000 })
    .unit('sign-ins')
    .description(
      'Failed sign-ins at one account within 15 minutes, counted separately for each client address and for each device that has signed in before.',
    ),
  LIMIT_LOGINS_PER_ADDRESS: limitSetting(100, { min: 1, max: 1_000_000 })
    .unit('sign-ins')
    .description('Failed sign-ins that may come from one client address within 15 minutes.'),
  LIMIT_SIGNUPS_PER_ADDRESS: limitSetting(60, { min: 1, max: 1_000_000 })
    .unit('registrations')
    .description('Registrations that may come from one client address within an hour.'),
  LIMIT_SEATS_TEAM: limitSetting(tierLimits('team').teamSeats, { min: 1, max: 10_000 })
    .unit('seats')
    .description('Seats of a team whose owner has the tier team.'),
  LIMIT_SEATS_ENTERPRISE: limitSetting(tierLimits('enterprise').teamSeats, { min: 1, max: 10_000 })
    .unit('seats')
    .description('Seats of a team whose owner has the tier enterprise.'),
};

/** Secrets of {@link AuthConfig} that the service uses with which people sign in, and no other: to be spread beside {@link authSettings}. */
export const signInSettings = {
  // It is sent in an Authorization header, where a blank would end it.
  ADMIN_TOKEN: strongSecretSetting()
    .pattern(/^\S+$/)
    .meta({ expects: 'a text of at least 32 characters without blanks' })
    .description('The token for /v1/admin. Without it, /v1/admin is closed to everybody.'),
  OIDC_CLIENT_SECRET: onlyWith(secretSetting(), 'OIDC_CLIENT_ID').description('The secret of that client.'),
};

/** Settings of passkeys, of the rules service alone; {@link passkeySettings} describes each. */
export interface PasskeyConfig {
  PASSKEY_RP_ID?: string;
  PASSKEY_ORIGINS: string[];
}

/** Refuses what no browser would let make a passkey, so that it is seen at the start and not by a user. */
const fitting = <T>(value: T, helpers: Joi.CustomHelpers): T | Joi.ErrorReport => {
  // As it was given, or read into a list by now.
  type Given = Omit<PasskeyPlace, 'PASSKEY_ORIGINS'> & { PASSKEY_ORIGINS?: string | string[] };
  const { PASSKEY_ORIGINS: listed = [], ...settings } = helpers.state.ancestors[0] as Given;
  const origins = typeof listed === 'string' ? listed.split(',').map((one) => one.trim()) : listed;
  const fault = passkeyFault({ ...settings, PASSKEY_ORIGINS: origins });
  return fault === undefined ? value : helpers.error('passkey.place', { fault });
};
const FITTING = { 'passkey.place': '{{#label}} {{#fault}}' };

/** The schema of {@link PasskeyConfig}, to be spread into the rules service's `Joi.object`. */
export const passkeySettings = {
  PASSKEY_RP_ID: Joi.string()
    .max(253)
    .custom(fitting)
    .messages(FITTING)
    .meta({ expects: 'a host name' })
    .description(
      'The host name that passkeys are made for: pages there and below may use them. By default the host of PUBLIC_URL. A change makes all passkeys useless.',
    ),
  PASSKEY_ORIGINS: listSetting()
    .custom(fitting)
    .messages(FITTING)
    .description('The origins of the pages that make and use passkeys. By default that of PUBLIC_URL.'),
};

/** Settings of the one process that sends mail. */
export interface MailConfig extends Pick<AuthConfig, 'BUILTIN_ACCOUNTS' | 'SIGNUP' | 'SMTP_URL'> {
  /** What links in mails begin with. */
  PUBLIC_URL?: string;
}

/** The schema of {@link MailConfig}, to be spread into that process's own `Joi.object`. */
export const mailSettings = {
  BUILTIN_ACCOUNTS: authSettings.BUILTIN_ACCOUNTS,
  SIGNUP: authSettings.SIGNUP,
  // People who register must be able to verify their address; only a developer's machine may do without.
  SMTP_URL: smtpAddress()
    .when('NODE_ENV', {
      is: 'production',
      // biome-ignore lint/suspicious/noThenProperty: the condition's branch is called `then` in Joi's interface.
      then: Joi.when('BUILTIN_ACCOUNTS', {
        is: true,
        // biome-ignore lint/suspicious/noThenProperty: as above.
        then: Joi.when('SIGNUP', {
          is: Joi.valid('open', 'invited'),
          // biome-ignore lint/suspicious/noThenProperty: as above.
          then: Joi.required().messages({
            'any.required':
              'SMTP_URL is required while BUILTIN_ACCOUNTS is true and SIGNUP is not closed (or set SIGNUP=closed)',
          }),
        }),
      }),
    })
    .description(
      'The mail server, with user and password. The rules worker sends all mail; the other processes need it in development only, to know whether mail is sent.',
    ),
  PUBLIC_URL: Joi.string()
    .uri({ scheme: ['http', 'https'] })
    .when('SMTP_URL', {
      is: Joi.exist(),
      // biome-ignore lint/suspicious/noThenProperty: as above.
      then: Joi.required().messages({
        'any.required': 'PUBLIC_URL is required with SMTP_URL: links in mails begin with it',
      }),
    })
    .description('Where people reach the dashboard or, without one, the service. Links in mails begin with it.'),
};
