import { type Cap, createCap } from '../cloud/cap.js';
import type { CallLimit } from '../cloud/provider.js';

/** Divides the calls that one process has under way between the owners whose scans it runs. */
export interface CallShares {
  /** Notes that a scan of this owner begins here. Gives the limit of its calls, and what notes its end. */
  join(owner: string): { readonly limit: CallLimit; leave(): void };
}

/**
 * Each scan has `callsAtOnce` while all scans here are of one owner. While there are several owners, each of them has that many, and half of
 * it if another has fewer scans here: four scans of one would otherwise leave a fifth of the processor to the only scan of another.
 */
export function createCallShares(callsAtOnce: number): CallShares {
  const owners = new Map<string, Set<Cap>>();
  const divide = (): void => {
    const fewest = Math.min(...[...owners.values()].map(({ size }) => size));
    for (const scans of owners.values()) {
      const share = scans.size > fewest ? callsAtOnce / 2 : callsAtOnce;
      const each = owners.size === 1 ? callsAtOnce : Math.max(1, Math.floor(share / scans.size));
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
          divide();
        },
      };
    },
  };
}
