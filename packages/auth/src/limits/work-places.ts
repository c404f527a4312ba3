import { randomUUID } from 'node:crypto';
import type { AppError, Logger, Redis } from '@tripline/service';
import type { Caller } from '../callers/caller.js';
import { type Bound, boundReached } from './bound.js';
import { createLocalWorkBook } from './local-work-book.js';
import { createRedisWorkBook } from './redis-work-book.js';
import {
  type EngineTime,
  type WorkBook,
  type WorkBounds,
  type WorkEntry,
  type WorkRequest,
  type WorkUse,
  workBounds,
} from './work-book.js';
import { createWorkQueue, type WorkQueue } from './work-queue.js';

/** One of a user's places at work. */
interface WorkPlace {
  /** The engine time of the hour, at the moment when the place was taken. */
  readonly engineTime: Bound;
  /** Gives the place up and counts the engine time of the work, in milliseconds. Never rejects; a second call does nothing. */
  release(engineMs: number): Promise<void>;
}

/** Limits a user's work at once and engine time per hour, over all credentials and processes. */
export interface WorkPlaces {
  /**
   * Takes a place for work of a kind (`generate`, `convert`, …), and waits for it where all are taken.
   * @throws TooManyRequestsError when the hour's engine time is used up, too many wait already, or none became free in 30 s; the signal's
   * reason when it is aborted first
   */
  take(caller: Pick<Caller, 'userId' | 'tier'>, kind: string, signal: AbortSignal): Promise<WorkPlace>;
  /** What a user has at work now, and has used of the hour. */
  read(userId: string): Promise<WorkUse>;
  /** Waits for places that are being given up, and stops renewing leases; remaining places end with their lease. */
  close(): Promise<void>;
}

/** How long a request waits for a place of its user. */
const WAIT_MS = 30_000;
/** When to retry after a refusal: work takes seconds. */
const RETRY_SECONDS = 5;

/** The result of asking, and the book that it is in. */
interface Entered extends WorkEntry {
  readonly book: WorkBook;
}

/** Builds the places on Redis; while Redis is away each process counts alone. */
export function createWorkPlaces(deps: {
  redis: Redis;
  log: Logger;
  countedLocally: (limit: string) => void;
}): WorkPlaces {
  const { log } = deps;
  const books = createWorkBooks(deps);
  const { enter } = books;
  const queues = new Map<string, WorkQueue>();
  const leaving = new Set<Promise<void>>();

  const leave = async (request: WorkRequest, { book }: Entered, engineMs: number): Promise<void> => {
    const left = book.leave(request, engineMs).catch((error: unknown) => {
      log.warn({ err: error }, 'a place at work could not be given up; it ends with its lease');
    });
    leaving.add(left);
    await left;
    leaving.delete(left);
    queues.get(request.userId)?.wake();
  };

  const queueOf = (userId: string): WorkQueue => {
    const queue = queues.get(userId) ?? createWorkQueue({ waitMs: WAIT_MS, emptied: () => void queues.delete(userId) });
    queues.set(userId, queue);
    return queue;
  };

  return {
    async take({ tier, userId }, kind, signal) {
      signal.throwIfAborted();
      const request = { userId, name: `${kind} ${randomUUID()}`, bounds: workBounds(tier) };
      const first = await enter(request);
      const entry =
        first.outcome === 'waits' ? await wait(queueOf(userId), { enter, leave }, request, first, signal) : first;
      if (entry.outcome !== 'entered') throw refusal(request.bounds, entry);
      if (signal.aborted) await leave(request, entry, 0);
      signal.throwIfAborted();
      let released = false;
      return {
        engineTime: engineBound(request.bounds, entry.engineTime),
        async release(engineMs) {
          if (released) return;
          released = true;
          await leave(request, entry, engineMs);
        },
      };
    },
    read: books.read,
    async close() {
      await Promise.all(leaving);
      books.close();
    },
  };
}

/** The shared book, and this process's own for while Redis is away. */
function createWorkBooks(deps: { redis: Redis; log: Logger; countedLocally: (limit: string) => void }) {
  const { countedLocally, log } = deps;
  const shared = createRedisWorkBook({ ...deps, prefix: 'tripline:work' });
  const local = createLocalWorkBook();
  return {
    /** Asks the shared book, or the local one while Redis is away. */
    async enter(request: WorkRequest): Promise<Entered> {
      try {
        const entry = await shared.enter(request);
        // The request may have waited in the local book.
        await local.leave(request, 0);
        return { ...entry, book: shared };
      } catch (error) {
        log.debug({ err: error }, 'places at work are counted by this process alone: Redis is away');
        countedLocally('work');
        return { ...(await local.enter(request)), book: local };
      }
    },
    read: (userId: string) => shared.read(userId).catch(() => local.read(userId)),
    close: () => shared.close(),
  };
}

/** How a request enters the books and leaves them. */
interface Doors {
  enter(request: WorkRequest): Promise<Entered>;
  leave(request: WorkRequest, entry: Entered, engineMs: number): Promise<void>;
}

/** Asks again whenever this process or another may have given up a place. @returns the final result */
async function wait(
  queue: WorkQueue,
  { enter, leave }: Doors,
  request: WorkRequest,
  first: Entered,
  signal: AbortSignal,
): Promise<Entered> {
  let entry = first;
  let over = false;
  let came = false;
  const ask = async (): Promise<boolean> => {
    entry = await enter(request);
    // The wait ended while the request asked.
    if (over) await leave(request, entry, 0);
    return entry.outcome !== 'waits';
  };
  try {
    came = await queue.wait({ signal, ask });
    return entry;
  } finally {
    over = true;
    if (!came) await leave(request, entry, 0);
  }
}

function refusal(bounds: WorkBounds, { atWork, engineTime, outcome }: WorkEntry): AppError {
  if (outcome === 'spent') {
    const { limit, resetSeconds, resource } = engineBound(bounds, engineTime);
    return boundReached(
      { resource, limit, resetSeconds },
      `Your ${limit} engine seconds of this hour are used up; the next hour begins in ${Math.ceil(resetSeconds / 60)} minute(s).`,
    );
  }
  const kinds = atWork.map((name) => name.split(' ')[0]).join(', ');
  const waited =
    outcome === 'crowded'
      ? `as many more as may wait (${bounds.waiting}) are waiting already`
      : `none of them ended within ${WAIT_MS / 1000} s`;
  return boundReached(
    { resource: 'requests-at-work', limit: bounds.places, resetSeconds: RETRY_SECONDS },
    `You may have ${bounds.places} requests at work at once. At work now: ${kinds}; ${waited}. Send this one again when one of them has been answered.`,
  );
}

function engineBound({ engineMs }: WorkBounds, { resetMs, usedMs }: EngineTime): Bound {
  return {
    resource: 'engine-seconds',
    limit: engineMs / 1000,
    remaining: (engineMs - usedMs) / 1000,
    resetSeconds: resetMs / 1000,
  };
}
