import { KEY_SCOPES } from '@tripline/auth';
import { json } from '@tripline/service';

const identity = { prefix: json.text.example('trip_live_4f9a1c'), name: json.text.example('the pipeline') } as const;
const grant = {
  expires_at: json.nullable(json.instant),
  scopes: json.list(json.oneOf(KEY_SCOPES)).example(['coverage:read', 'scans:run']),
  allowed_ips: json.nullable(json.list(json.text.example('203.0.113.0/24'))).description('Null: from anywhere.'),
} as const;

/** An active API key, without its secret. */
export const keyResource = json.resource('ApiKey', {
  ...identity,
  created_at: json.instant,
  last_used_at: json.nullable(json.instant),
  ...grant,
  replaced_by: json
    .nullable(json.text.example('trip_live_91c0d2'))
    .description('The prefix of the key that replaced it.'),
  daily_limit: json.integer,
  used_today: json.integer,
});

const whole = {
  key: json.secret.example('trip_live_4f9a1c…'),
  ...identity,
  created_at: json.instant,
  ...grant,
} as const;

/** A key just made: the one answer that has it whole. */
export const newKeyResource = json.object(whole);

/** A key that has taken the place of another: the one answer that has it whole. */
export const rotatedKeyResource = json.object({
  ...whole,
  replaces: json.object({
    prefix: json.text.example('trip_live_07be55'),
    ends_at: json.nullable(json.instant).description('When the old key ends; null when it has ended.'),
  }),
});
