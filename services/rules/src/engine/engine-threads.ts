import { prepareThreads } from '@tripline/service';
import { Piscina } from 'piscina';
import type { EngineAnswers, EngineOutcome, Lane, PostedTask } from './engine-tasks.js';

/** A thread of the engine. It has its lane from its first task on. */
interface EngineThread {
  readonly pool: Piscina<PostedTask, EngineOutcome<keyof EngineAnswers> | undefined>;
  lane: Lane | undefined;
  isBusy: boolean;
  /** Ends once the thread has loaded the engine, or could not. Undefined while nobody has asked for that since it was started. */
  loading: Promise<void> | undefined;
}

/** The engine's threads, each of one lane: one that has stepped back behind paid work cannot come forward again without privileges. */
export interface EngineThreads {
  /**
   * An idle thread of the lane, else one that has no lane yet, else a new one, busy until it is given back. Where free work takes the last
   * one that paid work could have had at once, the next gets ready.
   */
  take(lane: Lane): EngineThread;
  giveBack(thread: EngineThread): void;
  /** Has this many threads ready for a first task of either lane. */
  warmUp(count: number): Promise<void>;
  /** Ends once the thread has loaded the engine: a task that is posted before has part of its time spent on that. Does not reject. */
  loaded(thread: EngineThread): Promise<void>;
  /** Has the thread that replaces a stopped one ready, so that its next task does not wait for that. Does not reject. */
  ready(thread: EngineThread): Promise<void>;
  count(): number;
  close(): Promise<void>;
}

/** Makes threads as they are needed. How many are busy at once is bounded by whoever takes them. */
export function createEngineThreads(memoryMb: number): EngineThreads {
  prepareThreads();
  const threads: EngineThread[] = [];
  const idle = (lane: Lane | undefined) => threads.find((thread) => !thread.isBusy && thread.lane === lane);
  const start = (): EngineThread => {
    const thread: EngineThread = { pool: poolOfOne(memoryMb), lane: undefined, isBusy: false, loading: undefined };
    threads.push(thread);
    return thread;
  };
  const load = (thread: EngineThread, { sampled }: { readonly sampled: boolean }): Promise<void> => {
    const work = thread.pool.run({ kind: 'load', sampled }).then(() => undefined);
    // When it fails, the thread's next task fails, and its caller gets the error.
    thread.loading = work.catch(() => undefined);
    return work;
  };
  const ready = (thread: EngineThread): Promise<void> => load(thread, { sampled: true }).catch(() => undefined);
  return {
    take(lane) {
      const thread = idle(lane) ?? idle(undefined) ?? start();
      thread.lane = lane;
      thread.isBusy = true;
      const isLast = lane === 'free' && threads.every((other) => other.lane === 'free');
      if (isLast) void ready(start());
      return thread;
    },
    giveBack(thread) {
      thread.isBusy = false;
    },
    async warmUp(count) {
      while (threads.length < count) start();
      await Promise.all(threads.map((thread) => load(thread, { sampled: true })));
    },
    async loaded(thread) {
      await (thread.loading ?? load(thread, { sampled: false }).catch(() => undefined));
    },
    ready,
    count: () => threads.reduce((sum, { pool }) => sum + pool.threads.length, 0),
    async close() {
      await Promise.all(threads.map(({ pool }) => pool.close({ force: true })));
    },
  };
}

/** One thread, replaced when it was stopped or died. Once started it is kept: it takes a second and a half to get ready. */
function poolOfOne(memoryMb: number): EngineThread['pool'] {
  const pool: EngineThread['pool'] = new Piscina({
    filename: new URL('./run-task.js', import.meta.url).href,
    name: 'runTask',
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: Number.POSITIVE_INFINITY,
    // One document at a time, so that a limit on time or memory affects only the task that exceeds it.
    concurrentTasksPerWorker: 1,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    // Threads that read hostile documents get no secrets.
    env: {},
  });
  // The pool replaces a thread that dies between tasks (for example out of memory); without a listener its error would end the process.
  pool.on('error', () => undefined);
  return pool;
}
