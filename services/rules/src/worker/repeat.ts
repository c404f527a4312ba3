import type { Logger } from '@tripline/service';

/** Work that is done again and again. */
export interface Repeated {
  /** Waits for the round under way, and begins no other. */
  close(): Promise<void>;
}

/** Does something now, and again each time `seconds` have passed since it ended. A failure is logged, and tried again then. */
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
