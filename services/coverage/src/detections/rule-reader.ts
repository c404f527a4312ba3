import { BadRequestError, createFairTurns, UnavailableError } from '@tripline/service';
import { Piscina } from 'piscina';
import type { Reading, ReadingTask, SigmaRule } from './read-rules.js';

/** Limits of the worker threads that read declared rules. */
export interface RuleReaderLimits {
  readonly threads: number;
  /** Limits of one task: time in seconds and memory. */
  readonly seconds: number;
  readonly memoryMb: number;
}

/** Reads declared rules in worker threads. The main thread, which answers all requests, never parses a caller's text. */
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
/** A thread that has been idle for this long ends, because declarations are rare. */
const IDLE_MS = 60_000;
const RETRY_SECONDS = 10;

/** Opens the reader. It starts threads with the first task. */
export function createRuleReader(limits: RuleReaderLimits): RuleReader {
  const pool = new Piscina<ReadingTask, Reading>({
    filename: new URL('./read-rules.js', import.meta.url).href,
    name: 'readRules',
    minThreads: 0,
    maxThreads: limits.threads,
    idleTimeout: IDLE_MS,
    // With one task per thread, a limit on time or memory stops only the task that exceeds it.
    concurrentTasksPerWorker: 1,
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
    // Threads that parse untrusted text get no environment, so they hold no secrets.
    env: {},
  });
  // The pool replaces a thread that dies between tasks; without this listener its error would end the process.
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
        // A new thread loads the parser with an empty task, so that loading does not count towards the task's time.
        await pool.run({ form: 'sigma', provider: task.provider, texts: [] });
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
  // We use a controller and a timer of our own: signals from AbortSignal.any and .timeout are held weakly and may be collected before they
  // fire.
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
    `Invalid body: the rules take more than the ${what} that one call may use; declare fewer at once.`,
  );
