import { type Cap, createCap } from '../cloud/cap.js';
import type { CallLimit } from '../cloud/provider.js';

/** Divides the calls that one process has under way between the owners whose scans it runs. */
export interface CallShares {
  /** Notes that a scan of this owner begins here. Gives the limit of its calls, and what notes its end. */
  join(owner: string): { readonly limit: CallLimit; leave(): void };
  /** Takes in how many scans each owner has under way in all processes together. */
  learn(everywhere: ReadonlyMap<string, number>): void;
  /** Whether any scan is under way here. */
  isBusy(): boolean;
}

/**
 * Each scan has `callsAtOnce` while all scans, here and in other processes as far as is known, are of one owner. While there are several,
 * each owner has that many here, but those who have more scans than another have one for each scan: what comes one after the other in the
 * other's scan waits at every step for all that its process has in hand, and processes that share a machine take it from each other.
 */
export function createCallShares(callsAtOnce: number): CallShares {
  const owners = new Map<string, Set<Cap>>();
  let known: ReadonlyMap<string, number> = new Map();
  const divide = (): void => {
    // What began here since the others were asked for counts too.
    const everywhere = new Map(known);
    for (const [owner, { size }] of owners) everywhere.set(owner, Math.max(size, known.get(owner) ?? 0));
    const scansOf = (owner: string): number => everywhere.get(owner) ?? 0;
    const fewest = Math.min(...everywhere.values());
    for (const [owner, scans] of owners) {
      const share = scansOf(owner) > fewest ? 0 : callsAtOnce;
      const each = everywhere.size === 1 ? callsAtOnce : Math.max(1, Math.floor(share / scans.size));
      for (const scan of scans) scan.resize(each);
    }
  };
  return {
    join(owner) {
      const limit = createCap(callsAtOnce);
      const scans = owners.get(owner) ?? new Set();
      owners.set(owner, scans.add(limit));
      divide();
      return {
        limit,
        leave() {
          scans.delete(limit);
          if (scans.size === 0) owners.delete(owner);
          // By the next scan it is out of date.
          if (owners.size === 0) known = new Map();
          divide();
        },
      };
    },
    learn(everywhere) {
      known = everywhere;
      divide();
    },
    isBusy: () => owners.size > 0,
  };
}
