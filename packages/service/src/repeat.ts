import type { Logger } from './log.js';

/** Work that is repeated. */
export interface Repeated {
  /** Waits for the current round and starts no other. */
  close(): Promise<void>;
}

/**
 * Does work now, and again `seconds` after each round. A failure is logged as one of `what`, and the next round tries again. Work that takes many
 * steps asks `isEnding` before each.
 */
export function repeat(
  seconds: number,
  what: string,
  log: Logger,
  work: (isEnding: () => boolean) => Promise<void>,
): Repeated {
  let timer: NodeJS.Timeout | undefined;
  let ended = false;
  const round = async (): Promise<void> => {
    try {
      await work(() => ended);
    } catch (error) {
      log.warn({ err: error, what }, 'upkeep failed; trying again later');
    }
    if (ended) return;
    timer = setTimeout(() => {
      running = round();
    }, seconds * 1000);
  };
  let running = round();
  return {
    async close() {
      ended = true;
      clearTimeout(timer);
      await running;
    },
  };
}
