import { randomUUID } from 'node:crypto';
import { type Logger, type Redis, TooManyRequestsError } from '@tripline/service';
import type { Caller } from '../callers/caller.js';
import { createLocalWorkBook } from './local-work-book.js';
import { createRedisWorkBook } from './redis-work-book.js';

/** Limits the event streams that a user has open at once, over all credentials and processes. */
export interface EventStreams {
  /**
   * Counts a stream until its `close` is called, which never rejects.
   * @throws TooManyRequestsError when the user has as many open as they may
   */
  open(caller: Pick<Caller, 'userId'>): Promise<{ close(): Promise<void> }>;
}

/** When to retry after a refusal. */
const RETRY_SECONDS = 5;

/**
 * Builds the limit on Redis, where a stream holds a lease that its process renews, so that a killed process holds none. Each process counts
 * its own streams besides: alone while Redis is away, and the count is then looser by the number of processes.
 * @param most streams that a user may have open
 */
export function createEventStreams(deps: {
  redis: Redis;
  log: Logger;
  countedLocally: (limit: string) => void;
  most: number;
}): EventStreams {
  const { countedLocally, log, most } = deps;
  const shared = createRedisWorkBook({ ...deps, prefix: 'tripline:streams' });
  const local = createLocalWorkBook();
  const bounds = { places: most, waiting: 0, engineMs: Number.MAX_SAFE_INTEGER };
  return {
    async open({ userId }) {
      const stream = { userId, name: `stream ${randomUUID()}`, bounds };
      const close = async (): Promise<void> => {
        await local.leave(stream, 0);
        await shared.leave(stream, 0).catch((error: unknown) => {
          log.debug({ err: error }, 'a stream could not be counted off; it ends with its lease');
        });
      };
      const entries = [
        await local.enter(stream),
        await shared.enter(stream).catch((error: unknown) => {
          log.debug({ err: error }, 'event streams are counted by this process alone: Redis is away');
          countedLocally('streams');
          return undefined;
        }),
      ];
      if (entries.every((entry) => entry === undefined || entry.outcome === 'entered')) return { close };
      await close();
      throw new TooManyRequestsError(
        `You have ${most} event streams open, as many as a user may. Close one, or read the state without a stream.`,
        RETRY_SECONDS,
      );
    },
  };
}
