import { AsyncResource } from 'node:async_hooks';
import PQueue from 'p-queue';
import type { CallLimit } from './provider.js';

/** A limit whose number can be changed; work that is under way then goes on. */
export interface Cap extends CallLimit {
  resize(size: number): void;
}

/** Makes a limit of `size` at once. */
export function createCap(size: number): Cap {
  const queue = new PQueue({ concurrency: size });
  // In its caller's async context: the queue starts work in the context of the work that ended before it, which may belong to another scan.
  // `AsyncResource.bind` does the same at ten times the cost.
  const limit: CallLimit = (signal, work, priority = 0) => {
    const caller = new AsyncResource('Cap');
    return queue.add(() => caller.runInAsyncScope(work), { signal, priority });
  };
  return Object.assign(limit, {
    resize(to: number) {
      queue.concurrency = to;
    },
  });
}
