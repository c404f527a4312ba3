import type { Logger } from '@tripline/service';
import type { BulkRunner } from './bulk-runner.js';

/** How soon a job is found. */
const LOOK_MS = 1_000;

/** The work on jobs in this process. */
export interface BulkLoop {
  /** Waits for the step that is under way, and begins no other. */
  close(): Promise<void>;
}

/** Moves jobs on, one step after the other, for as long as the process runs; looks for new ones every second. */
export function startBulkLoop(runner: BulkRunner, log: Logger): BulkLoop {
  let ended = false;
  let timer: NodeJS.Timeout | undefined;
  const round = async (): Promise<void> => {
    try {
      while (!ended && (await runner.step()));
    } catch (error) {
      log.warn({ err: error }, 'bulk jobs could not be looked for; trying again');
    }
    if (ended) return;
    timer = setTimeout(() => {
      running = round();
    }, LOOK_MS);
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
