import type { Logger, Redis } from '@tripline/service';
import type { RequestHandler } from 'express';
import { credentialId } from '../callers/caller.js';
import { callerOf } from '../callers/middleware.js';
import { createRateLimit } from './rate-limit.js';

/** Middleware behind `requireCaller` that bounds a credential's calls a minute, over all processes; 429 beyond. */
export function createCallLimit(options: {
  redis: Redis;
  log: Logger;
  callsPerMinute: number;
  countedLocally: (limit: string) => void;
}): RequestHandler {
  const { callsPerMinute, ...shared } = options;
  const limit = createRateLimit({
    ...shared,
    name: 'calls',
    calls: callsPerMinute,
    windowSeconds: 60,
    refusal: `More than ${callsPerMinute} calls a minute; wait a little.`,
  });
  return async (req, _res, next) => {
    await limit.take(credentialId(callerOf(req)));
    next();
  };
}
