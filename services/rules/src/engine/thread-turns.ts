import { UnavailableError } from '@tripline/service';

const RETRY_AFTER_SECONDS = 5;

/** Who may use a thread: as many at once as there are threads, the others one after the other. */
interface ThreadTurns {
  /**
   * Waits for a thread.
   * @throws UnavailableError when as many wait as may, or none came free in time; the signal's reason when it is aborted before
   */
  take(signal?: AbortSignal): Promise<void>;
  /** Ends a turn; the one who has waited longest is next. */
  giveBack(): void;
  /** Turns taken, and those waited for. */
  taken(): number;
  waiting(): number;
}

/** Turns for `threads`, with at most `queue` waiting, each for `waitMs` at most. */
export function createThreadTurns(bounds: { threads: number; queue: number; waitMs: number }): ThreadTurns {
  const waiting = new Set<() => void>();
  let taken = 0;
  return {
    async take(signal) {
      signal?.throwIfAborted();
      if (taken < bounds.threads) {
        taken += 1;
        return;
      }
      if (waiting.size >= bounds.queue) throw allBusy();
      await new Promise<void>((resolve, reject) => {
        const settle = (outcome: () => void) => () => {
          waiting.delete(enter);
          clearTimeout(timer);
          signal?.removeEventListener('abort', leave);
          outcome();
        };
        const enter = settle(resolve);
        const leave = settle(() => reject(signal?.reason));
        const timer = setTimeout(
          settle(() => reject(allBusy())),
          bounds.waitMs,
        );
        waiting.add(enter);
        signal?.addEventListener('abort', leave);
      });
    },
    giveBack() {
      const [next] = waiting;
      if (next === undefined) taken -= 1;
      else next();
    },
    taken: () => taken,
    waiting: () => waiting.size,
  };
}

function allBusy(): UnavailableError {
  return new UnavailableError(
    `All workers are busy and the queue is full. Try again in ${RETRY_AFTER_SECONDS} s.`,
    RETRY_AFTER_SECONDS,
  );
}
