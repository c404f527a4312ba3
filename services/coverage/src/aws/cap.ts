/** Runs work, at most so many at once; the rest waits its turn, or leaves when its signal aborts. */
export type Cap = <Result>(signal: AbortSignal, work: () => Promise<Result>) => Promise<Result>;

/** Builds a cap of `size` at once. */
export function createCap(size: number): Cap {
  let free = size;
  const waiting: (() => void)[] = [];
  const release = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };
  const take = (signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    if (free > 0) {
      free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        waiting.splice(waiting.indexOf(enter), 1);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', leave, { once: true });
      waiting.push(enter);
    });
  };
  return async (signal, work) => {
    await take(signal);
    try {
      return await work();
    } finally {
      release();
    }
  };
}
