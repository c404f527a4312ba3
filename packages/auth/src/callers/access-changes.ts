import type { Knex, Logger } from '@tripline/service';

/** Often enough that a change is seen well within the promised second, seldom enough to cost nothing. */
const POLL_MS = 300;
/** Beyond this the channel is not known to work. */
const FRESH_MS = 900;
/** Longer than any cached look-up lives, so that a change missed during an outage is seen after it. */
const WINDOW_SECONDS = 60;

/**
 * The invalidation channel: it tells when what a user may do has changed, in whichever process. It reads the marks
 * that {@link markAccessChanged}, and the deletion of an account, leave in Postgres, in the transaction of the change itself; a message bus could lose
 * what a committed change has to say, and would have to be reachable from the process that revokes.
 */
export interface AccessChanges {
  /** When this process learned of the user's last change, as `performance.now()`; undefined if of none lately. */
  seenAt(userId: string): number | undefined;
  /** Whether every change older than a second is certain to have been seen. */
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
      if (!failing && !closed) log.warn({ err: error }, 'access changes cannot be read; look-ups are cached for less');
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
