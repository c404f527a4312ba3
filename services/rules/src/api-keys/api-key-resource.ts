import { instant, integer, nullable, object, resource, text } from '@tripline/service';

const identity = { prefix: text.example('trip_live_4f9a1c'), name: text.example('the pipeline') } as const;

/** An active API key, without its secret. */
export const apiKeyResource = resource('ApiKey', {
  ...identity,
  createdAt: instant,
  lastUsedAt: nullable(instant),
  dailyLimit: integer.example(100),
  usedToday: integer.example(7),
});

/** A key just made: the one answer that has it whole. */
export const newApiKeyResource = object({ key: text.example('trip_live_4f9a1c…'), ...identity, createdAt: instant });
