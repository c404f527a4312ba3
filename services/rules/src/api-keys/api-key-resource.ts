import { KEY_SCOPES } from '@tripline/auth';
import { instant, integer, list, nullable, object, oneOf, resource, text } from '@tripline/service';

const identity = { prefix: text.example('trip_live_4f9a1c'), name: text.example('the pipeline') } as const;
const grant = {
  expiresAt: nullable(instant),
  scopes: list(oneOf(KEY_SCOPES)).example(['generate', 'rules:read']),
  allowedIps: nullable(list(text.example('203.0.113.0/24'))).description('Null is anywhere.'),
} as const;

/** An active API key, without its secret. */
export const apiKeyResource = resource('ApiKey', {
  ...identity,
  createdAt: instant,
  lastUsedAt: nullable(instant),
  ...grant,
  replacedBy: nullable(text.example('trip_live_91c0d2')).description('The prefix of the key that it was rotated into.'),
  dailyLimit: integer.example(100),
  usedToday: integer.example(7),
});

const whole = { key: text.example('trip_live_4f9a1c…'), ...identity, createdAt: instant, ...grant } as const;

/** A key just made: the one answer that has it whole. */
export const newApiKeyResource = object(whole);

/** A key that has taken the place of another: the one answer that has it whole. */
export const rotatedApiKeyResource = object({
  ...whole,
  replaces: object({
    prefix: text.example('trip_live_07be55'),
    endsAt: nullable(instant).description('When the old key ends; null when it has.'),
  }),
});
