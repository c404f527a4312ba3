import type { Redis } from 'ioredis';

/** The jobs that a queue's worker has begun, so that it can end in order. */
export interface JobsUnderWay {
  /** Notes work that must end before the process does; gives its result. */
  track<Result>(work: Promise<Result>): Promise<Result>;
  /**
   * Waits for the tracked work, however long it takes, and then for `closed`, the end of the queue's own worker, as long as the connection
   * is up and Redis answers. Without Redis that never ends, and need not, since Postgres knows what is due. The process's stop bounds the whole.
   */
  ended(closed: Promise<unknown>): Promise<void>;
}

/** A Redis that takes longer to answer a ping counts as away. */
const SILENCE_MS = 3_000;
const BETWEEN_PINGS_MS = 100;

/** Keeps the jobs of one worker; `redis` is a connection of its own that waits for Redis to come back. */
export function createJobsUnderWay(redis: Redis): JobsUnderWay {
  const underWay = new Set<Promise<unknown>>();
  const answers = async (): Promise<boolean> => {
    // On a connection that is down a ping waits for Redis to come back, and each of a process's queues would wait for it in turn.
    if (redis.status !== 'ready') return false;
    const answered = redis.ping().then(
      () => true,
      () => false,
    );
    return Promise.race([answered, pause(SILENCE_MS).then(() => false)]);
  };
  return {
    async track(work) {
      underWay.add(work);
      try {
        return await work;
      } finally {
        underWay.delete(work);
      }
    },
    async ended(closed) {
      while (underWay.size > 0) await Promise.allSettled(underWay);
      const end = closed.then(
        () => false,
        () => false,
      );
      while (await Promise.race([end, answers()])) await Promise.race([end, pause(BETWEEN_PINGS_MS)]);
    },
  };
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds).unref());
