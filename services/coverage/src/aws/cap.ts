import { AsyncResource } from 'node:async_hooks';
import PQueue from 'p-queue';

/** Runs work, at most a fixed number at once. Further work waits, or leaves when its signal aborts. */
export type Cap = <Result>(signal: AbortSignal, work: () => Promise<Result>) => Promise<Result>;

/** Makes a limit of `size` at once. */
export function createCap(size: number): Cap {
  const queue = new PQueue({ concurrency: size });
  // Bound to its caller's async context: the queue starts work in the context of the work that ended before it, which may belong to another
  // scan.
  return (signal, work) => queue.add(AsyncResource.bind(work), { signal });
}
