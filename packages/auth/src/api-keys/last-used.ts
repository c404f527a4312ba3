import type { Knex, Logger } from '@tripline/service';

/** The promise is 60 s, so a failed write can be repeated within it. */
const FLUSH_MS = 20_000;

/** Notes when keys are used and writes it in batches, so that a busy key costs one row update per 20 s. */
export interface LastUsed {
  touch(keyId: string): void;
  /** Writes what is noted now. */
  flush(): Promise<void>;
  /** Writes what is left and stops. */
  close(): Promise<void>;
}

/** Starts the batches. A batch that cannot be written is kept for the next one. */
export function createLastUsed(db: Knex, log: Logger): LastUsed {
  let noted = new Map<string, Date>();
  const flush = async (): Promise<void> => {
    if (noted.size === 0) return;
    const batch = noted;
    noted = new Map();
    try {
      await db.raw(
        `update auth.api_keys k set last_used_at = greatest(k.last_used_at, v.at)
         from unnest(?::uuid[], ?::timestamptz[]) as v (id, at) where k.id = v.id`,
        [[...batch.keys()], [...batch.values()]],
      );
    } catch (error) {
      log.warn({ err: error, keys: batch.size }, 'the last use of keys could not be written; trying again');
      for (const [keyId, at] of batch) if (!noted.has(keyId)) noted.set(keyId, at);
    }
  };
  const timer = setInterval(() => void flush(), FLUSH_MS);
  timer.unref();
  return {
    touch: (keyId) => noted.set(keyId, new Date()),
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}
