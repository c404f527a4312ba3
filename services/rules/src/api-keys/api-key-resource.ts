import { KEY_SCOPES, type KeyGrant, shownScopes } from '@tripline/auth';
import { json } from '@tripline/service';

const identity = { prefix: json.text.example('trip_live_4f9a1c'), name: json.text.example('the pipeline') } as const;
const grant = {
  expiresAt: json.nullable(json.instant),
  scopes: json.list(json.oneOf(KEY_SCOPES)).example(['generate', 'rules:read']),
  allowedIps: json.nullable(json.list(json.text.example('203.0.113.0/24'))).description('Null: from anywhere.'),
} as const;

/** An active API key, without its secret. */
export const apiKeyResource = json.resource('ApiKey', {
  ...identity,
  createdAt: json.instant,
  lastUsedAt: json.nullable(json.instant),
  ...grant,
  replacedBy: json
    .nullable(json.text.example('trip_live_91c0d2'))
    .description('The prefix of the key that replaced it.'),
  dailyLimit: json.integer.example(100),
  usedToday: json.integer.example(7),
});

const whole = {
  key: json.secret.example('trip_live_4f9a1c…'),
  ...identity,
  createdAt: json.instant,
  ...grant,
} as const;

/** A key just made: the one answer that has it whole. */
export const newApiKeyResource = json.object(whole);

/** A key that has taken the place of another: the one answer that has it whole. */
export const rotatedApiKeyResource = json.object({
  ...whole,
  replaces: json.object({
    prefix: json.text.example('trip_live_07be55'),
    endsAt: json.nullable(json.instant).description('When the old key ends; null when it has ended.'),
  }),
});

/** A key as callers see it: with the scopes it has by name, also when it has all. */
export const withScopes = <K extends KeyGrant>(key: K) => ({ ...key, scopes: shownScopes(key.scopes) });
