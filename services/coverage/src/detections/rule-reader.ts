import { BadRequestError, UnavailableError } from '@tripline/service';
import type { Reading, ReadingTask, SigmaRule } from './read-rules.js';
import { createReaderThreads, type RuleReaderLimits } from './reader-threads.js';

/** Reads declared rules in worker threads. */
export interface RuleReader {
  /**
   * @param owner the owner the task is for: free threads are shared fairly between owners
   * @param signal stops the task when it is aborted
   * @throws BadRequestError for a text that is not Sigma, or that needs more time or memory than one call may use
   * @throws TooManyRequestsError, UnavailableError when too many tasks wait
   */
  read(owner: string, task: ReadingTask, signal: AbortSignal): Promise<readonly SigmaRule[]>;
  close(): Promise<void>;
}

/** Maximum waiting tasks: each holds up to 2 MB of text. */
const WAITING = 40;
const WAITING_PER_OWNER = 4;
const RETRY_SECONDS = 10;

/** Opens the reader. It starts threads with the first task. */
export function createRuleReader(limits: RuleReaderLimits): RuleReader {
  const threads = createReaderThreads<ReadingTask, Reading>(
    {
      url: new URL('./read-rules.js', import.meta.url),
      name: 'readRules',
      warmUp: { form: 'sigma', provider: '', texts: [] },
    },
    limits,
    { all: WAITING, perOwner: WAITING_PER_OWNER, seconds: limits.seconds },
  );
  return {
    read: (owner, task, signal) => threads.inTurn(owner, signal, async (run) => rulesOf(await run(task))),
    close: () => threads.close(),
  };
}

function rulesOf(reading: Reading): readonly SigmaRule[] {
  if ('rules' in reading) return reading.rules;
  if ('fault' in reading) throw new BadRequestError(`Invalid body: ${reading.fault}.`);
  throw new UnavailableError(
    'The rules service cannot be reached to read the rules; try again shortly.',
    RETRY_SECONDS,
    {
      cause: new Error(reading.badAnswer),
    },
  );
}
