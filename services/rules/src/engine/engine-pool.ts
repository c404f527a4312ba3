import { availableParallelism } from 'node:os';
import {
  createFairTurns,
  type Metrics,
  recordSpan,
  traced,
  UnavailableError,
  UnprocessableAdvisoryError,
} from '@tripline/service';
import { Piscina } from 'piscina';
import { createEngineMetrics, type TaskOutcome } from './engine-metrics.js';
import type { EngineAnswers, EngineOutcome, EngineTask, GenerationProgress, PostedTask } from './engine-tasks.js';
import { openProgressChannel } from './progress-channel.js';

/** Bounds of the worker threads that read, draft and convert. */
export interface EngineLimits {
  /** Threads; 0 takes one per core. With one, a second runs while unpaid work does. */
  readonly threads: number;
  /** Tasks that may wait in one lane for a thread; a further one is refused with 503. */
  readonly queue: number;
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
}

/** Whether work is for a tier that is paid for: work that is not never holds every thread. */
export type Lane = 'paid' | 'free';

/** Options of a task. */
export interface RunOptions {
  /** The user the work is for: threads are shared fairly between the users of a lane. */
  readonly user: string;
  readonly lane: Lane;
  readonly onProgress?: (progress: GenerationProgress) => void;
  /** Aborting stops the thread: for callers who have left. */
  readonly signal?: AbortSignal;
  /**
   * Called with how long the task has kept others from its thread, in milliseconds, once the thread is ready for the next task; after a
   * task that was stopped, once the new thread is warm. Called with 0 for a task that had no thread.
   */
  readonly onThreadReady?: (milliseconds: number) => void;
}

/** The engine for the features. */
export interface Engine {
  /**
   * Runs one task in a worker thread.
   * @throws UnavailableError when all threads are busy and the queue is full, or does not move
   * @throws UnprocessableAdvisoryError when the document cannot be read, or takes more time or memory than one request is given
   */
  run<Kind extends keyof EngineAnswers>(
    task: Extract<EngineTask, { kind: Kind }>,
    options: RunOptions,
  ): Promise<EngineAnswers[Kind]>;
  /**
   * Has every thread read and answer a sample, since a thread's first answer takes ten times as long as later ones. Call it before the
   * first task. Rejects when a thread fails.
   */
  warmUp(): Promise<void>;
  close(): Promise<void>;
}

/** Work of both lanes runs at once, however few threads there are. */
const LEAST_PLACES = 2;

/** How long a thread beyond those asked for stays without work. Ending it gives its memory back. */
const SPARE_THREAD_MS = 60_000;

/** Starts the pool. A thread stopped for time or memory is replaced; the others are not affected. */
export function createEngine(limits: EngineLimits, metrics: Metrics): Engine {
  const threads = limits.threads === 0 ? availableParallelism() : limits.threads;
  const pool = new Piscina<PostedTask, EngineOutcome<keyof EngineAnswers> | undefined>({
    filename: new URL('./engine-worker.js', import.meta.url).href,
    name: 'runTask',
    minThreads: threads,
    maxThreads: Math.max(threads, LEAST_PLACES),
    idleTimeout: SPARE_THREAD_MS,
    // One document per thread at a time, so that a limit on time or memory affects only the task that exceeds it.
    concurrentTasksPerWorker: 1,
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
    // Threads that read hostile documents get no secrets.
    env: {},
  });
  // The pool replaces a thread that dies between tasks (for example out of memory); without a listener its error would end the process.
  pool.on('error', () => undefined);

  // Tasks wait here and not in the pool: its maxQueue lets a burst pass, and it does not report when a task's work, whose time is limited,
  // begins.
  const lanes: Record<Lane, number> = { paid: threads, free: Math.max(threads - 1, 1) };
  const turns = createFairTurns({
    places: Math.max(threads, LEAST_PLACES),
    lanes,
    waiting: limits.queue,
    waitMs: 2 * limits.timeoutSeconds * 1000,
  });
  const count = createEngineMetrics(metrics, {
    threads: () => pool.threads.length,
    busy: turns.taken,
    waiting: turns.waiting,
  });

  const waitForThread = async ({ lane, onThreadReady, signal, user }: RunOptions): Promise<void> => {
    const asked = performance.now();
    try {
      await turns.take(user, signal, lane);
    } catch (error) {
      if (error instanceof UnavailableError) count.turnedAway();
      onThreadReady?.(0);
      throw error;
    }
    count.waited((performance.now() - asked) / 1000);
  };

  function run<Kind extends keyof EngineAnswers>(
    task: Extract<EngineTask, { kind: Kind }>,
    options: RunOptions,
  ): Promise<EngineAnswers[Kind]> {
    return traced(`engine ${task.kind}`, {}, async () => {
      await traced('engine wait', {}, () => waitForThread(options));
      return workInThread<Kind>(task, options);
    });
  }

  async function workInThread<Kind extends keyof EngineAnswers>(
    task: Extract<EngineTask, { kind: Kind }>,
    { lane, onProgress, onThreadReady, signal, user }: RunOptions,
  ): Promise<EngineAnswers[Kind]> {
    const began = performance.now();
    let ended: TaskOutcome = 'failed';
    // An own controller and timer: signals made by AbortSignal.any and .timeout are held weakly and may be collected before they fire.
    const controller = new AbortController();
    let outOfTime = false;
    const timer = setTimeout(() => {
      outOfTime = true;
      controller.abort();
    }, limits.timeoutSeconds * 1000);
    const giveUp = () => controller.abort();
    signal?.addEventListener('abort', giveUp);
    if (signal?.aborted === true) giveUp();
    const channel = onProgress === undefined ? undefined : openProgressChannel(onProgress);
    try {
      const work = pool.run(channel === undefined ? task : { ...task, progressPort: channel.threadPort }, {
        signal: controller.signal,
        ...(channel === undefined ? {} : { transferList: [channel.threadPort] }),
      });
      // This task has the only thread: the next one gets ready for whoever pays.
      if (lane === 'free' && pool.threads.length < LEAST_PLACES) void warmNewThread();
      const outcome = (await work) as EngineOutcome<Kind>;
      channel?.flush();
      ended = outcome.ok ? 'done' : 'refused';
      if (!outcome.ok) throw new UnprocessableAdvisoryError(outcome.message);
      for (const { name, ...times } of outcome.steps) recordSpan(`engine thread ${name}`, times);
      return outcome.answer;
    } catch (error) {
      if (ended === 'failed') ended = howItFailed(error, outOfTime, signal);
      throw toCallerError(error, ended, limits);
    } finally {
      const threadReady = () => {
        turns.giveBack(user, lane);
        onThreadReady?.(performance.now() - began);
      };
      if (STOPPED.has(ended)) void warmNewThread().then(threadReady);
      else threadReady();
      count.ended(task.kind, ended, (performance.now() - began) / 1000);
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
      channel?.close();
    }
  }

  /** A thread that replaces a stopped one loads the engine before it gets a task, so that loading does not count as the task's time. */
  const warmNewThread = async (): Promise<void> => {
    // When even that fails, the thread's next task fails, and its caller gets the error.
    await pool.run({ kind: 'warm-up' }).catch(() => undefined);
  };

  async function warmUp(): Promise<void> {
    // As many tasks as threads, at once, so that every free thread gets one.
    await Promise.all(Array.from({ length: threads }, () => pool.run({ kind: 'warm-up' })));
  }

  return { run, warmUp, close: () => pool.close({ force: true }) };
}

/** Outcomes after which the thread was ended. */
const STOPPED: ReadonlySet<TaskOutcome> = new Set(['out_of_time', 'out_of_memory', 'given_up']);

function howItFailed(error: unknown, outOfTime: boolean, signal: AbortSignal | undefined): TaskOutcome {
  if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY') return 'out_of_memory';
  if (outOfTime) return 'out_of_time';
  return signal?.aborted === true ? 'given_up' : 'failed';
}

/** The caller's error for failures of the pool itself; anything else stays a fault of ours. */
function toCallerError(error: unknown, ended: TaskOutcome, limits: EngineLimits): unknown {
  if (ended === 'out_of_memory') return overLimit(`${limits.memoryMb} MB of memory`, error);
  if (ended === 'out_of_time') return overLimit(`${limits.timeoutSeconds} s of work`, error);
  return error;
}

function overLimit(what: string, cause: unknown): UnprocessableAdvisoryError {
  return new UnprocessableAdvisoryError(
    `The document takes more than the ${what} that one request may use. Send a shorter part of it as text.`,
    { cause },
  );
}
