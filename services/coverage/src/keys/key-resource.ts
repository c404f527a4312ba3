import { KEY_SCOPES } from '@tripline/auth';
import { instant, integer, list, nullable, object, oneOf, resource, text } from '@tripline/service';

const identity = { prefix: text.example('trip_live_4f9a1c'), name: text.example('the pipeline') } as const;
const grant = {
  expires_at: nullable(instant),
  scopes: list(oneOf(KEY_SCOPES)).example(['coverage:read', 'scans:run']),
  allowed_ips: nullable(list(text.example('203.0.113.0/24'))).description('Null is anywhere.'),
} as const;

/** An active API key, without its secret. */
export const keyResource = resource('ApiKey', {
  ...identity,
  created_at: instant,
  last_used_at: nullable(instant),
  ...grant,
  replaced_by: nullable(text.example('trip_live_91c0d2')).description(
    'The prefix of the key that it was rotated into.',
  ),
  daily_limit: integer,
  used_today: integer,
});

const whole = { key: text.example('trip_live_4f9a1c…'), ...identity, created_at: instant, ...grant } as const;

/** A key just made: the one answer that has it whole. */
export const newKeyResource = object(whole);

/** A key that has taken the place of another: the one answer that has it whole. */
export const rotatedKeyResource = object({
  ...whole,
  replaces: object({
    prefix: text.example('trip_live_07be55'),
    ends_at: nullable(instant).description('When the old key ends; null when it has.'),
  }),
});
