/** One occurrence a correlation counts: an event that a rule matched, or a match of another correlation. */
export interface Hit {
  readonly timeMs: number;
  /** Index of the rule within the correlation's `rules`, or of the tree within `near`. */
  readonly rule: number;
  /** Numbers of the events behind it, in the list that was given. */
  readonly events: readonly number[];
  /** Values of a field of the hit. */
  readonly valuesOf: (field: string) => readonly unknown[];
}

/**
 * Calls `judge` on the windows of a group, hits ordered by time. Each begins at a hit and holds all hits up to `spanMs` later, both ends included.
 * A window that lies wholly within the one before is left out, so that "fewer than" is not answered by the tail of a crowd; whatever grows with the
 * window is found in the greater one. Where `judge` says yes the next window begins behind, so that reported windows do not overlap.
 */
export function scanWindows(hits: readonly Hit[], spanMs: number, judge: (window: readonly Hit[]) => boolean): void {
  let start = 0;
  let end = 0;
  let judgedEnd = 0;
  while (start < hits.length) {
    const limit = (hits[start] as Hit).timeMs + spanMs;
    while (end < hits.length && (hits[end] as Hit).timeMs <= limit) end++;
    const isJudged = end > judgedEnd && judge(hits.slice(start, end));
    judgedEnd = end;
    start = isJudged ? end : start + 1;
  }
}
