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
import type { EngineAnswers, EngineOutcome, EngineTask, GenerationProgress, Lane, PostedTask } from './engine-tasks.js';
import { openProgressChannel } from './progress-channel.js';

/** Bounds of the worker threads that read, draft and convert. */
export interface EngineLimits {
  /** Tasks at work at once; 0 takes one per core. With one, a second runs beside it while it is unpaid. */
  readonly threads: number;
  /** Tasks that may wait in one lane for a thread; a further one is refused with 503. */
  readonly queue: number;
  readonly timeoutSeconds: number;
  readonly memoryMb: number;
  /**
   * How far threads of unpaid work step back behind everything else on the processor, as nice(1) counts; 0 not at all. With 10 they get a
   * tenth of what paid work gets on the same core. Nothing but on Linux.
   */
  readonly freeWorkNiceness: number;
}

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

const LANES: readonly Lane[] = ['paid', 'free'];

/** Makes the engine; its threads start with the first task that needs one. A thread stopped for time or memory is replaced; the others are not affected. */
export function createEngine(limits: EngineLimits, metrics: Metrics): Engine {
  const threads = limits.threads === 0 ? availableParallelism() : limits.threads;
  const lanes: Record<Lane, number> = { paid: threads, free: Math.max(threads - 1, 1) };
  const pools: Record<Lane, Pool> = {
    paid: threadsOf(lanes.paid, limits.memoryMb, 0),
    free: threadsOf(lanes.free, limits.memoryMb, limits.freeWorkNiceness),
  };

  // Tasks wait here and not in the pool: its maxQueue lets a burst pass, and it does not report when a task's work, whose time is limited,
  // begins.
  const turns = createFairTurns({
    places: Math.max(threads, LEAST_PLACES),
    lanes,
    waiting: limits.queue,
    waitMs: 2 * limits.timeoutSeconds * 1000,
  });
  const count = createEngineMetrics(metrics, {
    threads: () => LANES.reduce((sum, lane) => sum + pools[lane].threads.length, 0),
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
      const work = pools[lane].run(channel === undefined ? task : { ...task, progressPort: channel.threadPort }, {
        signal: controller.signal,
        ...(channel === undefined ? {} : { transferList: [channel.threadPort] }),
      });
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
      if (STOPPED.has(ended)) void warmNewThread(lane).then(threadReady);
      else threadReady();
      count.ended(task.kind, ended, (performance.now() - began) / 1000);
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
      channel?.close();
    }
  }

  /** A thread that replaces a stopped one loads the engine before it gets a task, so that loading does not count as the task's time. */
  const warmNewThread = async (lane: Lane): Promise<void> => {
    // When even that fails, the thread's next task fails, and its caller gets the error.
    await pools[lane].run({ kind: 'warm-up' }).catch(() => undefined);
  };

  async function warmUp(): Promise<void> {
    // As many tasks as threads, at once, so that each starts one. One is enough for free work to begin at once.
    const wanted: Record<Lane, number> = { paid: lanes.paid, free: 1 };
    const ready = LANES.flatMap((lane) =>
      Array.from({ length: wanted[lane] }, () => pools[lane].run({ kind: 'warm-up' })),
    );
    await Promise.all(ready);
  }

  return {
    run,
    warmUp,
    close: async () => void (await Promise.all(LANES.map((lane) => pools[lane].close({ force: true })))),
  };
}

type Pool = Piscina<PostedTask, EngineOutcome<keyof EngineAnswers> | undefined>;

/** The threads of one lane. They are not shared with the other one: a thread that has stepped back behind paid work cannot come forward. */
function threadsOf(most: number, memoryMb: number, niceness: number): Pool {
  const pool: Pool = new Piscina({
    filename: new URL('./engine-worker.js', import.meta.url).href,
    name: 'runTask',
    minThreads: 0,
    maxThreads: most,
    // A thread takes a second and a half to get ready, too long to have somebody wait for it after each rest.
    idleTimeout: Number.POSITIVE_INFINITY,
    workerData: { niceness },
    // One document per thread at a time, so that a limit on time or memory affects only the task that exceeds it.
    concurrentTasksPerWorker: 1,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    // Threads that read hostile documents get no secrets.
    env: {},
  });
  // The pool replaces a thread that dies between tasks (for example out of memory); without a listener its error would end the process.
  pool.on('error', () => undefined);
  return pool;
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
