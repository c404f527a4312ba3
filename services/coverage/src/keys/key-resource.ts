import { instant, integer, nullable, object, resource, text } from '@tripline/service';

const identity = { prefix: text.example('trip_live_4f9a1c'), name: text.example('the pipeline') } as const;

/** An active API key, without its secret. */
export const keyResource = resource('ApiKey', {
  ...identity,
  created_at: instant,
  last_used_at: nullable(instant),
  daily_limit: integer,
  used_today: integer,
});

/** A new API key. Only this answer contains its secret. */
export const newKeyResource = object({
  key: text.example('trip_live_4f9a1c…'),
  ...identity,
  created_at: instant,
});
