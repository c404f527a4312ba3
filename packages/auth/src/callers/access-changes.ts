import type { Knex, Logger } from '@tripline/service';

/** Often enough to see a change well within the promised second, and cheap. */
const POLL_MS = 300;
/** After this time without a successful poll, changes may have been missed. */
const FRESH_MS = 900;
/** Longer than any cached look-up is kept, so that a change missed during an outage is seen after it. */
const WINDOW_SECONDS = 60;

/**
 * Tells this process when a user's access has changed, in whichever process. It reads the marks that {@link markAccessChanged}, and the
 * deletion of an account, leave in Postgres in the transaction of the change itself. A message bus could lose a committed change, and the
 * revoking process would have to reach it.
 */
export interface AccessChanges {
  /** When this process learned of the user's last change, as `performance.now()`; undefined if there was none lately. */
  seenAt(userId: string): number | undefined;
  /** Whether every change older than a second has certainly been seen. */
  isFresh(): boolean;
  /** Records a change made by this process, for immediate effect here. */
  note(userId: string): void;
  /** Stops watching. */
  close(): Promise<void>;
}

/** Starts watching for changes. A failing poll is tried again; until it succeeds `isFresh()` is false. */
export function watchAccessChanges(db: Knex, log: Logger): AccessChanges {
  const seen = new Map<string, { mark: number; at: number }>();
  let lastPoll = Number.NEGATIVE_INFINITY;
  let failing = false;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;

  const poll = async (): Promise<void> => {
    const started = performance.now();
    const { rows } = await db.raw<{ rows: { id: string; mark: Date }[] }>(
      `select id, access_changed_at as mark from auth.users where access_changed_at > now() - make_interval(secs => :window)
       union all
       select id, deleted_at from auth.deleted_users where deleted_at > now() - make_interval(secs => :window)`,
      { window: WINDOW_SECONDS },
    );
    const at = performance.now();
    for (const { id, mark } of rows) {
      if (seen.get(id)?.mark !== mark.getTime()) seen.set(id, { mark: mark.getTime(), at });
    }
    for (const [id, { at: since }] of seen) {
      if (at - since > WINDOW_SECONDS * 1000) seen.delete(id);
    }
    lastPoll = started;
  };
  const loop = async (): Promise<void> => {
    try {
      await poll();
      failing = false;
    } catch (error) {
      if (!failing && !closed)
        log.warn({ err: error }, 'access changes cannot be read; callers are cached for a shorter time');
      failing = true;
    }
    if (closed) return;
    timer = setTimeout(() => {
      running = loop();
    }, POLL_MS);
    timer.unref();
  };
  let running = loop();
  return {
    seenAt: (userId) => seen.get(userId)?.at,
    isFresh: () => performance.now() - lastPoll < FRESH_MS,
    note: (userId) => seen.set(userId, { mark: Number.NaN, at: performance.now() }),
    async close() {
      closed = true;
      clearTimeout(timer);
      await running;
    },
  };
}
