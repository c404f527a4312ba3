import { AsyncResource } from 'node:async_hooks';
import PQueue from 'p-queue';
import type { CallLimit } from '../providers/provider.js';

/** Makes a limit of `size` at once. */
export function createCap(size: number): CallLimit {
  const queue = new PQueue({ concurrency: size });
  // Bound to its caller's async context: the queue starts work in the context of the work that ended before it, which may belong to another
  // scan.
  return (signal, work) => queue.add(AsyncResource.bind(work), { signal });
}
