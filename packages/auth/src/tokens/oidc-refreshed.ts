import { type Logger, UnavailableError } from '@tripline/service';

/** How long a published value is used without asking again. */
const MAX_AGE_MS = 600_000;
/** How long it is used while the provider cannot be reached. */
const MAX_STALE_MS = 24 * 3_600_000;
/** The provider is called no more often than this, whatever callers send. */
const COOLDOWN_MS = 10_000;
/** How long a caller waits for a new value where an older one would do. */
const PATIENCE_MS = 1_000;
const RETRY_SECONDS = 10;

/** A value that a provider publishes, kept in memory and read again when needed. */
export interface Refreshed<T> {
  /**
   * The value read within the last 10 minutes, else read again; while that fails or takes longer than a second, the one read within a day.
   * @throws UnavailableError when there is none
   */
  current(): Promise<T>;
  /**
   * The value published now, for a caller whom the present one does not help. It is read at most every 10 s for all callers; in between,
   * the present value is returned.
   * @throws UnavailableError when the last read failed, so that the answer is unknown
   */
  newest(): Promise<T>;
}

/** Keeps what `read` gives; `what` names it in the log. Parallel callers share one read. */
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
      log.warn({ err: error, what, stale: held !== undefined }, 'what the identity provider publishes cannot be read');
    }
  };
  /** One read at a time, and none too soon after the last. */
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

/** Waits for some work, but no longer than {@link PATIENCE_MS}; the work continues. */
async function impatiently(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS);
  });
  await Promise.race([work, end]);
  clearTimeout(timer);
}
