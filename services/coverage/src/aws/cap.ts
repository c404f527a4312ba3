import { AsyncResource } from 'node:async_hooks';
import PQueue from 'p-queue';

/** Runs work, at most so many at once; the rest waits its turn, or leaves when its signal aborts. */
export type Cap = <Result>(signal: AbortSignal, work: () => Promise<Result>) => Promise<Result>;

/** Builds a cap of `size` at once. */
export function createCap(size: number): Cap {
  const queue = new PQueue({ concurrency: size });
  // Bound to its caller: the queue begins work in the context of the work that ended before it, and calls of several scans wait for one another.
  return (signal, work) => queue.add(AsyncResource.bind(work), { signal });
}
