/** A request that waits for something to come free. */
interface Waiter {
  /** Aborted when nobody waits for its answer any more. */
  readonly signal: AbortSignal;
  /** Asks again. @returns whether the wait is over, with or without a place */
  ask(): Promise<boolean>;
}

/** The requests of one user that wait in this process. Only the one that has waited longest asks. */
export interface WorkQueue {
  /** Waits until the request's wait is over. @returns false when that took too long; rejects with the signal's reason */
  wait(waiter: Waiter): Promise<boolean>;
  /** A place has become free in this process: asks at once. */
  wake(): void;
}

/** How often a request asks whether another process has given up a place. */
const ASK_MS = 250;

/** An empty queue; `emptied` is called whenever the last request has left. */
export function createWorkQueue(options: { readonly waitMs: number; readonly emptied: () => void }): WorkQueue {
  const waiting = new Map<Waiter, (over: boolean) => void>();
  let asking = false;
  let woken = false;
  const askFirst = async (): Promise<void> => {
    woken = true;
    if (asking) return;
    asking = true;
    while (woken) {
      woken = false;
      const [first] = waiting.keys();
      if (first === undefined || !(await first.ask())) continue;
      waiting.get(first)?.(true);
      woken = true;
    }
    asking = false;
  };
  let polling: NodeJS.Timeout | undefined;
  return {
    wait: (waiter) =>
      new Promise((resolve, reject) => {
        const leave = (): void => {
          waiting.delete(waiter);
          clearTimeout(timer);
          waiter.signal.removeEventListener('abort', abort);
          if (waiting.size > 0) return;
          clearInterval(polling);
          options.emptied();
        };
        const settle = (over: boolean): void => {
          leave();
          resolve(over);
        };
        const abort = (): void => {
          leave();
          reject(waiter.signal.reason as Error);
        };
        const timer = setTimeout(() => settle(false), options.waitMs);
        waiter.signal.addEventListener('abort', abort);
        if (waiting.size === 0) polling = setInterval(() => void askFirst(), ASK_MS);
        waiting.set(waiter, settle);
        if (waiter.signal.aborted) abort();
      }),
    wake: () => void askFirst(),
  };
}
