import { BadRequestError, createFairTurns, prepareThreads } from '@tripline/service';
import { Piscina } from 'piscina';

/** Limits of the worker threads that read rules. */
export interface RuleReaderLimits {
  readonly threads: number;
  /** Limits of one task: time in seconds and memory. */
  readonly seconds: number;
  readonly memoryMb: number;
}

/** 400: rules that take more than one call may use. */
export class TooCostlyError extends BadRequestError {
  /**
   * @param bound what they took too much of
   * @param allowed what they may use of it, such as `15 s of work`
   */
  constructor(
    readonly bound: 'time' | 'memory',
    readonly allowed: string,
    message = `Invalid body: the rules take more than the ${allowed} that one call may use; send fewer at once.`,
  ) {
    super(message);
  }
}

/** Worker threads for texts of callers, which the main thread, which answers all requests, never parses. */
export interface ReaderThreads<Task, Result> {
  /**
   * Takes a turn, and runs in it as many tasks as `work` asks for, one after the other.
   * @param owner the owner the tasks are for: free threads are shared fairly between owners
   * @param signal stops the task when it is aborted
   * @throws TooCostlyError for a task that needs more time or memory than one may use
   * @throws TooManyRequestsError, UnavailableError when too many wait
   */
  inTurn<T>(owner: string, signal: AbortSignal, work: (run: (task: Task) => Promise<Result>) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** How many wait for a turn. */
interface Waiting {
  readonly all: number;
  readonly perOwner: number;
  /** Seconds that a turn takes at most, as far as the wait is reckoned by it. */
  readonly seconds: number;
}

/** A thread that has been idle for this long ends, because readings are rare. */
const IDLE_MS = 60_000;

/**
 * Opens threads that run the export `name` of a module; they start with the first task.
 * @param warmUp a task that loads what others need, so that loading does not count towards their time
 */
export function createReaderThreads<Task, Result>(
  module: { readonly url: URL; readonly name: string; readonly warmUp: Task },
  limits: RuleReaderLimits,
  waiting: Waiting,
): ReaderThreads<Task, Result> {
  prepareThreads();
  const pool = new Piscina<Task, Result>({
    filename: module.url.href,
    name: module.name,
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
    waiting: waiting.all,
    waitingPerOwner: waiting.perOwner,
    waitMs: 3 * waiting.seconds * 1000,
  });
  return {
    async inTurn(owner, signal, work) {
      await turns.take(owner, signal);
      try {
        await pool.run(module.warmUp);
        return await work((task) => runWithin(pool, task, signal, limits));
      } finally {
        turns.giveBack(owner);
      }
    },
    close: () => pool.close({ force: true }),
  };
}

async function runWithin<Task, Result>(
  pool: Piscina<Task, Result>,
  task: Task,
  signal: AbortSignal,
  limits: RuleReaderLimits,
): Promise<Result> {
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
    if (controller.signal.aborted) throw new TooCostlyError('time', `${limits.seconds} s of work`);
    if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY')
      throw new TooCostlyError('memory', `${limits.memoryMb} MB of memory`);
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
  }
}
