import { AsyncResource } from 'node:async_hooks';
import PQueue from 'p-queue';
import type { CallLimit } from '../providers/provider.js';

/** How many calls the scans of each owner have under way at once in this process. */
export interface CallShares {
  /** Notes that a scan of this owner begins here; gives the limit of its calls and what ends it. */
  join(owner: string): { readonly limit: CallLimit; readonly leave: () => void };
}

/**
 * Shares a worker's calls between owners: all scans of an owner together have `callsAtOnce`, and half of it while somebody with fewer scans
 * is scanned here too. Without this, four scans of one owner would leave a fifth of the processor to the only scan of another.
 */
export function createCallShares(callsAtOnce: number): CallShares {
  const owners = new Map<string, { readonly queue: PQueue; scans: number }>();
  const share = (): void => {
    const fewest = Math.min(...[...owners.values()].map(({ scans }) => scans));
    for (const { queue, scans } of owners.values()) {
      queue.concurrency = scans === fewest ? callsAtOnce : Math.ceil(callsAtOnce / 2);
    }
  };
  return {
    join(owner) {
      const own = owners.get(owner) ?? { queue: new PQueue({ concurrency: callsAtOnce }), scans: 0 };
      owners.set(owner, own);
      own.scans += 1;
      share();
      return {
        // Bound to its caller's async context: the queue starts work in the context of the work that ended before it.
        limit: (signal, work) => own.queue.add(AsyncResource.bind(work), { signal }),
        leave() {
          own.scans -= 1;
          if (own.scans === 0) owners.delete(owner);
          share();
        },
      };
    },
  };
}
