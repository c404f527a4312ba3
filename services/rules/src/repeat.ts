import type { Logger } from '@tripline/service';

/** Work that is repeated. */
export interface Repeated {
  /** Waits for the current round and starts no other. */
  close(): Promise<void>;
}

/** Does work now, and again `seconds` after each round. A failure is logged, and the next round tries again. */
export function repeat(seconds: number, what: string, log: Logger, work: () => Promise<void>): Repeated {
  let timer: NodeJS.Timeout | undefined;
  let ended = false;
  const round = async (): Promise<void> => {
    try {
      await work();
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
