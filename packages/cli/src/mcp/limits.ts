import { z } from 'zod';

/** Sigma rules as a tool takes them. */
export const rulesInput = z
  .string()
  .min(1)
  .max(1_000_000)
  .describe('Sigma rules, correlations and filters as YAML, several separated by ---');

/** An event as a tool takes it. */
export const eventInput = z.record(z.string(), z.unknown()).describe('the event as a JSON object');

/** Most events of one call. */
export const EVENTS_MAX = 1000;
