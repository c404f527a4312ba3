import { type Logger, UnavailableError } from '@tripline/service';

/** How long what a provider publishes is believed without asking again. */
const MAX_AGE_MS = 600_000;
/** How long it is believed while the provider cannot be asked. */
const MAX_STALE_MS = 24 * 3_600_000;
/** The provider is asked no more often than this, whatever callers send. */
const COOLDOWN_MS = 10_000;
/** How long a caller waits for news where an older value would do. */
const PATIENCE_MS = 1_000;
const RETRY_SECONDS = 10;

/** Something a provider publishes, held in memory and read again when needed. */
export interface Refreshed<T> {
  /**
   * What was read within the last 10 minutes, else read again; while that fails or takes longer than a second, what was
   * read within a day.
   * @throws UnavailableError when there is none
   */
  current(): Promise<T>;
  /**
   * What is published now, for a caller whom the present value does not serve. Asked again at most every 10 s, over
   * all callers; in between it is the present value.
   * @throws UnavailableError when the last attempt to read failed, so that nobody can tell
   */
  newest(): Promise<T>;
}

/** Holds what `read` gives; `what` names it in the log. Callers at the same time share one reading. */
export function createRefreshed<T>(what: string, read: () => Promise<T>, log: Logger): Refreshed<T> {
  let held: { value: T; readAt: number } | undefined;
  let triedAt = Number.NEGATIVE_INFINITY;
  let failure: unknown;
  let underWay: Promise<void> | undefined;

  const attempt = async (): Promise<void> => {
    triedAt = performance.now();
    try {
      held = { value: await read(), readAt: triedAt };
      failure = undefined;
    } catch (error) {
      failure = error;
      log.warn({ err: error, stale: held !== undefined }, `${what} cannot be read`);
    }
  };
  /** One reading at a time, and none so soon after the last. */
  const tryAgain = async (): Promise<void> => {
    if (underWay === undefined && performance.now() - triedAt < COOLDOWN_MS) return;
    underWay ??= attempt().finally(() => {
      underWay = undefined;
    });
    await underWay;
  };
  const within = (ms: number): T | undefined =>
    held !== undefined && performance.now() - held.readAt < ms ? held.value : undefined;
  const unavailable = (): UnavailableError =>
    new UnavailableError('The identity provider cannot be asked right now; try again shortly.', RETRY_SECONDS, {
      cause: failure,
    });

  return {
    async current() {
      const fresh = within(MAX_AGE_MS);
      if (fresh !== undefined) return fresh;
      const reading = tryAgain();
      await (within(MAX_STALE_MS) === undefined ? reading : impatiently(reading));
      const usable = within(MAX_STALE_MS);
      if (usable === undefined) throw unavailable();
      return usable;
    },
    async newest() {
      await tryAgain();
      if (failure !== undefined || held === undefined) throw unavailable();
      return held.value;
    },
  };
}

/** Waits for some work, but no longer than {@link PATIENCE_MS}; it goes on by itself. */
async function impatiently(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS);
  });
  await Promise.race([work, end]);
  clearTimeout(timer);
}
