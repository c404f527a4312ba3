import { limitSetting, secretSetting } from '@tripline/service';
import Joi from 'joi';
import { tierLimits } from './tiers/tier.js';

/** Settings of identity and tiers, the same in every process. */
export interface AuthConfig {
  /** The vendor word of the live-key prefix: keys begin with `<vendor>_live_`. */
  KEY_VENDOR: string;
  /** Signs our own tokens. */
  JWT_SECRET: string;
  /** The secret before it: tokens signed with it stay good. Set while the secret is being changed, for 15 minutes at least. */
  JWT_SECRET_PREVIOUS?: string;
  /** Whether people can have an account with a password here. */
  BUILTIN_ACCOUNTS: boolean;
  /** Who may register. With `invited`, whoever has a pending invitation into a team. */
  SIGNUP: 'open' | 'invited' | 'closed';
  /** Opens `/v1/admin`; without it nobody gets in there. */
  ADMIN_TOKEN?: string;
  /**
   * Where mail goes out. The rules service's worker alone connects to it. To the others it only says, in development, whether mail goes out at all:
   * without it, registration verifies at once and links come in answers.
   */
  SMTP_URL?: string;
  /** Where people reach the dashboard or, without one, the service: links in mails begin with it. */
  PUBLIC_URL?: string;
  /** The outside identity provider whose tokens are accepted, exactly as it writes itself in `iss`. */
  OIDC_ISSUER?: string;
  /** The audience its access tokens must be for. */
  OIDC_AUDIENCE?: string;
  /** Where its keys are; without it, its discovery document says so. */
  OIDC_JWKS_URL?: string;
  /** This service as a client of the provider: switches sign-in for browsers on. */
  OIDC_CLIENT_ID?: string;
  OIDC_CLIENT_SECRET?: string;
  /** The claim whose word on the tier is believed; without it, no token's is. */
  AUTH_TRUST_TIER_CLAIM?: string;
  LIMIT_LOGINS_PER_ACCOUNT: number;
  LIMIT_LOGINS_PER_ADDRESS: number;
  LIMIT_SIGNUPS_PER_ADDRESS: number;
  LIMIT_CALLS_PER_MINUTE: number;
  LIMIT_GENERATIONS_AT_ONCE: number;
  /** Seats of a team, by its owner's tier. */
  LIMIT_SEATS_TEAM: number;
  LIMIT_SEATS_ENTERPRISE: number;
}

const smtpAddress = (): Joi.StringSchema => secretSetting().uri({ scheme: ['smtp', 'smtps'] });

/** An address of the provider: in production nothing between it and us may change what it says. */
const providerAddress = (): Joi.StringSchema =>
  Joi.string()
    .uri({ scheme: ['http', 'https'] })
    // biome-ignore lint/suspicious/noThenProperty: the condition's branch is called `then` in Joi's interface.
    .when('NODE_ENV', { is: 'production', then: Joi.string().uri({ scheme: 'https' }) });

/** Refused where the setting it belongs to is not set. */
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
    .default('tripline'),
  JWT_SECRET: secretSetting().min(32).required(),
  JWT_SECRET_PREVIOUS: secretSetting().min(32),
  BUILTIN_ACCOUNTS: Joi.boolean().default(true),
  SIGNUP: Joi.string().valid('open', 'invited', 'closed').default('open'),
  // It travels in an Authorization header, where a blank would end it.
  ADMIN_TOKEN: secretSetting().min(32).pattern(/^\S+$/),
  SMTP_URL: smtpAddress(),
  PUBLIC_URL: Joi.string()
    .uri({ scheme: ['http', 'https'] })
    .when('OIDC_CLIENT_ID', {
      is: Joi.exist(),
      // biome-ignore lint/suspicious/noThenProperty: as above.
      then: Joi.required(),
    }),
  OIDC_ISSUER: providerAddress(),
  OIDC_AUDIENCE: Joi.string()
    .max(300)
    .when('OIDC_ISSUER', {
      is: Joi.exist(),
      // biome-ignore lint/suspicious/noThenProperty: as above.
      then: Joi.required(),
      otherwise: Joi.forbidden().messages({ 'any.unknown': '{{#label}} has no effect without OIDC_ISSUER' }),
    }),
  OIDC_JWKS_URL: onlyWith(providerAddress(), 'OIDC_ISSUER'),
  OIDC_CLIENT_ID: onlyWith(Joi.string().max(300), 'OIDC_ISSUER'),
  OIDC_CLIENT_SECRET: onlyWith(secretSetting(), 'OIDC_CLIENT_ID'),
  AUTH_TRUST_TIER_CLAIM: onlyWith(Joi.string().max(300), 'OIDC_ISSUER'),
  LIMIT_LOGINS_PER_ACCOUNT: limitSetting(10, { min: 1, max: 1_000_000 }),
  LIMIT_LOGINS_PER_ADDRESS: limitSetting(100, { min: 1, max: 1_000_000 }),
  LIMIT_SIGNUPS_PER_ADDRESS: limitSetting(60, { min: 1, max: 1_000_000 }),
  LIMIT_CALLS_PER_MINUTE: limitSetting(60, { min: 1, max: 1_000_000 }),
  LIMIT_GENERATIONS_AT_ONCE: limitSetting(2, { min: 1, max: 1_000 }),
  LIMIT_SEATS_TEAM: limitSetting(tierLimits('team').teamSeats, { min: 1, max: 10_000 }),
  LIMIT_SEATS_ENTERPRISE: limitSetting(tierLimits('enterprise').teamSeats, { min: 1, max: 10_000 }),
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
  // Whoever can register must be able to verify their address; only a developer's machine may skip that.
  SMTP_URL: smtpAddress().when('NODE_ENV', {
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
  }),
  PUBLIC_URL: Joi.string()
    .uri({ scheme: ['http', 'https'] })
    .when('SMTP_URL', {
      is: Joi.exist(),
      // biome-ignore lint/suspicious/noThenProperty: as above.
      then: Joi.required().messages({
        'any.required': 'PUBLIC_URL is required with SMTP_URL: links in mails begin with it',
      }),
    }),
};
