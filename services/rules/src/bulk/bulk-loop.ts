import { type Logger, type Repeated, repeat } from '@tripline/service';
import type { BulkRunner } from './bulk-runner.js';

/** How soon a job is found, in seconds. */
const LOOK_SECONDS = 1;

/** Moves jobs on, one step after the other, for as long as the process runs; looks for new ones every second. Ends after the step under way. */
export function startBulkLoop(runner: BulkRunner, log: Logger): Repeated {
  return repeat(LOOK_SECONDS, 'bulk jobs', log, async (isEnding) => {
    while (!isEnding() && (await runner.step()));
  });
}
