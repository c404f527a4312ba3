import { BadRequestError, createFairTurns, UnavailableError } from '@tripline/service';
import { Piscina } from 'piscina';
import type { Reading, ReadingTask, SigmaRule } from './read-rules.js';

/** Bounds of the worker threads that read declared rules. */
export interface RuleReaderLimits {
  readonly threads: number;
  /** Time and memory of one task. */
  readonly seconds: number;
  readonly memoryMb: number;
}

/** Reads declared rules in worker threads: no text of a caller's is parsed in the thread that answers everybody. */
export interface RuleReader {
  /**
   * @param owner whom the task is done for: between owners a free thread is shared fairly
   * @param signal stops the task when it is aborted
   * @throws BadRequestError for a text that is no Sigma, or takes more time or memory than one call is given
   * @throws TooManyRequestsError, UnavailableError when too many tasks wait
   */
  read(owner: string, task: ReadingTask, signal: AbortSignal): Promise<readonly SigmaRule[]>;
  close(): Promise<void>;
}

/** Tasks that may wait: each holds up to 2 MB of text. */
const WAITING = 40;
const WAITING_PER_OWNER = 4;
/** Declarations are rare: a thread that has had nothing to do for so long ends. */
const IDLE_MS = 60_000;
const RETRY_SECONDS = 10;

/** Opens the reader. Threads begin with the first task. */
export function createRuleReader(limits: RuleReaderLimits): RuleReader {
  const pool = new Piscina<ReadingTask, Reading>({
    filename: new URL('./read-rules.js', import.meta.url).href,
    name: 'readRules',
    minThreads: 0,
    maxThreads: limits.threads,
    idleTimeout: IDLE_MS,
    // A limit on time or memory then hits the task that deserves it.
    concurrentTasksPerWorker: 1,
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
    // Threads that read what strangers wrote are given no secret.
    env: {},
  });
  // A thread that dies between tasks is replaced by the pool; without a listener it would end us.
  pool.on('error', () => undefined);
  const turns = createFairTurns({
    places: limits.threads,
    waiting: WAITING,
    waitingPerOwner: WAITING_PER_OWNER,
    waitMs: 3 * limits.seconds * 1000,
  });
  return {
    async read(owner, task, signal) {
      await turns.take(owner, signal);
      try {
        // A thread that has yet to begin loads the parser before the task's time counts.
        await pool.run({ form: 'sigma', texts: [] });
        return rulesOf(await runWithin(pool, task, signal, limits));
      } finally {
        turns.giveBack(owner);
      }
    },
    close: () => pool.close({ force: true }),
  };
}

async function runWithin(
  pool: Piscina<ReadingTask, Reading>,
  task: ReadingTask,
  signal: AbortSignal,
  limits: RuleReaderLimits,
): Promise<Reading> {
  // An own controller and timer: signals made by AbortSignal.any and .timeout are held weakly and may vanish before they fire.
  const controller = new AbortController();
  const giveUp = (): void => controller.abort();
  const timer = setTimeout(giveUp, limits.seconds * 1000);
  signal.addEventListener('abort', giveUp);
  try {
    signal.throwIfAborted();
    return await pool.run(task, { signal: controller.signal });
  } catch (error) {
    signal.throwIfAborted();
    if (controller.signal.aborted) throw overLimit(`${limits.seconds} s of work`);
    if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY')
      throw overLimit(`${limits.memoryMb} MB of memory`);
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
  }
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

const overLimit = (what: string): BadRequestError =>
  new BadRequestError(
    `Invalid body: the rules take more than the ${what} that one call is given; declare fewer at once.`,
  );
