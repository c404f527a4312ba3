import { availableParallelism } from 'node:os';
import {
  AppError,
  createFairTurns,
  type FairTurns,
  type Metrics,
  recordSpan,
  traced,
  UnavailableError,
  UnprocessableAdvisoryError,
} from '@tripline/service';
import { refusedPipeline } from '../refused-sigma.js';
import { createEngineMetrics, type EngineMetrics, type TaskOutcome } from './engine-metrics.js';
import type { EngineAnswers, EngineOutcome, EngineTask, Lane, RunOptions } from './engine-tasks.js';
import { createEngineThreads, type EngineThreads } from './engine-threads.js';
import { openTaskChannel } from './task-channel.js';

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

/** The engine for the features. */
export interface Engine {
  /**
   * Runs one task in a worker thread.
   * @throws UnavailableError when all threads are busy and the queue is full, or does not move
   * @throws UnprocessableAdvisoryError when the document cannot be read, or takes more time or memory than one request is given
   */
  run<Kind extends keyof EngineAnswers>(
    task: Extract<EngineTask, { kind: Kind }>,
    options: RunOptions<Kind>,
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

/** What a task at work needs of the engine. */
interface EngineParts {
  readonly count: EngineMetrics;
  readonly limits: EngineLimits;
  readonly pool: EngineThreads;
  readonly turns: FairTurns;
}

/** Makes the engine. A thread stopped for time or memory is replaced; the others are not affected. */
export function createEngine(limits: EngineLimits, metrics: Metrics): Engine {
  const threads = limits.threads === 0 ? availableParallelism() : limits.threads;
  const lanes: Record<Lane, number> = { paid: threads, free: Math.max(threads - 1, 1) };
  const pool = createEngineThreads(limits.memoryMb);

  // Tasks wait here and not in the pool: its maxQueue lets a burst pass, and it does not report when a task's work, whose time is limited,
  // begins.
  const turns = createFairTurns({
    places: Math.max(threads, LEAST_PLACES),
    lanes,
    waiting: limits.queue,
    waitMs: 2 * limits.timeoutSeconds * 1000,
  });
  const count = createEngineMetrics(metrics, {
    threads: pool.count,
    busy: turns.taken,
    waiting: turns.waiting,
  });
  const parts: EngineParts = { count, limits, pool, turns };

  const waitForThread = async ({ lane, onThreadReady, signal, user }: Omit<RunOptions, 'toCompare'>): Promise<void> => {
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
    options: RunOptions<Kind>,
  ): Promise<EngineAnswers[Kind]> {
    return traced(`engine ${task.kind}`, {}, async () => {
      await traced('engine wait', {}, () => waitForThread(options));
      return workInThread<Kind>(parts, task, options);
    });
  }

  return { run, warmUp: () => pool.warmUp(threads), close: pool.close };
}

/** Does a task whose turn has come, within the limits, and gives its thread back. */
async function workInThread<Kind extends keyof EngineAnswers>(
  { count, limits, pool, turns }: EngineParts,
  task: Extract<EngineTask, { kind: Kind }>,
  { lane, onProgress, onThreadReady, settings, signal, toCompare, user }: RunOptions<Kind>,
): Promise<EngineAnswers[Kind]> {
  const thread = pool.take(lane);
  await pool.loaded(thread);
  const began = performance.now();
  let ended: TaskOutcome = 'failed';
  const end = endOf(limits.timeoutSeconds, signal);
  const isTold = onProgress !== undefined || settings !== undefined || toCompare !== undefined;
  const channel = isTold ? openTaskChannel<Kind>({ onProgress, settings, toCompare }) : undefined;
  try {
    const niceness = lane === 'free' ? limits.freeWorkNiceness : 0;
    const posted = {
      ...task,
      niceness,
      reports: onProgress !== undefined,
      settingsFollow: settings !== undefined,
      compares: toCompare !== undefined,
      ...(channel === undefined ? {} : { port: channel.threadPort }),
    };
    const work = thread.pool.run(posted, {
      signal: end.signal,
      ...(channel === undefined ? {} : { transferList: [channel.threadPort] }),
    });
    const outcome = (await work) as EngineOutcome<Kind>;
    const handedOver = channel?.end();
    ended = outcome.ok ? 'done' : 'refused';
    if (!outcome.ok) throw refusalOf(outcome);
    for (const { name, ...times } of outcome.steps) recordSpan(`engine thread ${name}`, times);
    return 'answer' in outcome ? outcome.answer : withCovering(handedOver, outcome.covering);
  } catch (error) {
    if (ended === 'failed') ended = howItFailed(error, end.isOutOfTime(), signal);
    throw toCallerError(error, ended, limits);
  } finally {
    const threadReady = () => {
      pool.giveBack(thread);
      turns.giveBack(user, lane);
      onThreadReady?.(performance.now() - began);
    };
    // What replaces a stopped thread gets ready first, so that loading does not count as the next task's time.
    if (STOPPED.has(ended)) void pool.ready(thread).then(threadReady);
    else threadReady();
    count.ended(task.kind, ended, (performance.now() - began) / 1000);
    end.clear();
    channel?.close();
  }
}

/** The answer that a thread gave before it compared its rules, with what came of that. */
const withCovering = <Answer>(answer: Answer | undefined, covering: unknown): Answer =>
  ({ ...answer, ...(covering === undefined ? {} : { covering }) }) as Answer;

const refusalOf = (outcome: Extract<EngineOutcome<never>, { ok: false }>): AppError =>
  'pipeline' in outcome
    ? refusedPipeline(outcome.pipeline.fault, outcome.pipeline.field)
    : new UnprocessableAdvisoryError(outcome.message);

/** When a task is stopped: after so many seconds, or when its caller leaves. */
function endOf(seconds: number, left: AbortSignal | undefined) {
  // An own controller and timer: signals made by AbortSignal.any and .timeout are held weakly and may be collected before they fire.
  const controller = new AbortController();
  let outOfTime = false;
  const timer = setTimeout(() => {
    outOfTime = true;
    controller.abort();
  }, seconds * 1000);
  const giveUp = () => controller.abort();
  left?.addEventListener('abort', giveUp);
  if (left?.aborted === true) giveUp();
  return {
    signal: controller.signal,
    isOutOfTime: () => outOfTime,
    clear(): void {
      clearTimeout(timer);
      left?.removeEventListener('abort', giveUp);
    },
  };
}

/** Outcomes after which the thread was ended. */
const STOPPED: ReadonlySet<TaskOutcome> = new Set(['out_of_time', 'out_of_memory', 'given_up']);

function howItFailed(error: unknown, outOfTime: boolean, signal: AbortSignal | undefined): TaskOutcome {
  if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY') return 'out_of_memory';
  if (outOfTime) return 'out_of_time';
  // Its settings were refused.
  if (error instanceof AppError && error.status < 500) return 'refused';
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
