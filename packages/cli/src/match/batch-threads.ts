import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { Worker } from 'node:worker_threads';
import type { Batch, BatchResult } from './batch.js';
import type { RunSetup } from './run-setup.js';

/** Most threads; one thread that cuts lines cannot feed more. */
const THREADS_MAX = 8;
/** Batches that wait at one thread, so that none is idle while this one reads. */
const WAITING_MAX = 3;

/** How many threads may try events here. */
export const threadsHere = (): number => Math.min(availableParallelism(), THREADS_MAX);

/** Tries batches on several threads, and gives their results in the order of the batches. */
export class BatchThreads {
  private readonly workers: { readonly worker: Worker; waiting: number }[];
  private readonly settle = new Map<number, { resolve(result: BatchResult): void; reject(error: Error): void }>();
  private next = 0;

  constructor(setup: RunSetup, count: number) {
    // As @tripline/service's prepareThreads, which would take longer to load than a short match takes.
    setFlagsFromString('--no-concurrent-recompilation');
    this.workers = Array.from({ length: count }, () => {
      const worker = new Worker(new URL('./match-worker.js', import.meta.url), { workerData: setup });
      const own = { worker, waiting: 0 };
      worker.on('message', ({ number, result }: { number: number; result: BatchResult }) => {
        own.waiting--;
        this.settle.get(number)?.resolve(result);
        this.settle.delete(number);
      });
      worker.on('error', (error) => {
        for (const { reject } of this.settle.values()) reject(error as Error);
      });
      return own;
    });
  }

  /** The results of batches, in their order. */
  async *run(batches: AsyncIterable<Batch>): AsyncGenerator<BatchResult> {
    const under: Promise<BatchResult>[] = [];
    try {
      for await (const batch of batches) {
        under.push(this.give(batch));
        if (under.length >= this.workers.length * WAITING_MAX) yield (await under.shift()) as BatchResult;
      }
      while (under.length > 0) yield (await under.shift()) as BatchResult;
    } finally {
      await Promise.all(this.workers.map(({ worker }) => worker.terminate()));
    }
  }

  private give(batch: Batch): Promise<BatchResult> {
    const number = this.next++;
    const least = this.workers.reduce((one, other) => (other.waiting < one.waiting ? other : one));
    least.waiting++;
    const result = new Promise<BatchResult>((resolve, reject) => this.settle.set(number, { resolve, reject }));
    // Whoever waits for an earlier one hears of a failure first; this one is then nobody's.
    result.catch(() => undefined);
    least.worker.postMessage({ number, batch });
    return result;
  }
}
