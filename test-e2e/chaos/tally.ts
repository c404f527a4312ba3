/** Counts the answers of a run. */
export interface Tally {
  /** Counts one answer (`generate 200`) or failure (`generate no answer`). */
  count(what: string): void;
  counts(): ReadonlyMap<string, number>;
}

export function createTally(): Tally {
  const counts = new Map<string, number>();
  return { count: (what) => void counts.set(what, (counts.get(what) ?? 0) + 1), counts: () => counts };
}
