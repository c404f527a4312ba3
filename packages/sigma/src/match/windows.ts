/** One occurrence that a correlation counts: an event that a rule matched, or a match of another correlation. */
export interface Hit {
  readonly timeMs: number;
  /** Index of the rule within the correlation's `rules`, or of the tree within `near`. */
  readonly rule: number;
  /** The index of its event in the given list, or of the first event of a match. */
  readonly event: number;
  /** What a match of another correlation counted. */
  readonly counted?: Stretch;
  /** Values of a field of the hit. */
  readonly valuesOf: (field: string) => readonly unknown[];
}

/** A part of a list of hits. */
export interface Stretch {
  readonly hits: readonly Hit[];
  /** The place of its first hit in the list. */
  readonly start: number;
  /** The place behind its last hit. */
  readonly end: number;
}

/** The events of a part of a list, by their indexes and each once. Matches that overlap are not walked through again where they do. */
export function eventsOf(stretch: Stretch): readonly number[] {
  const events = new Set<number>();
  const walked = new Map<readonly Hit[], number>();
  const walk = ({ end, hits, start }: Stretch): void => {
    // Matches of one correlation follow each other by where they begin and by where they end.
    for (let at = Math.max(start, walked.get(hits) ?? start); at < end; at += 1) {
      const { counted, event } = hits[at] as Hit;
      if (counted === undefined) events.add(event);
      else walk(counted);
    }
    walked.set(hits, Math.max(end, walked.get(hits) ?? end));
  };
  walk(stretch);
  return [...events];
}

/** Where the window after one that matched begins: behind its last hit, or at its second. */
export type NextWindow = 'behind' | 'overlapping';

/**
 * Calls `judge` on the windows of a group, with hits ordered by time. Each window begins at a hit and contains all hits up to `spanMs`
 * later, both ends included. A window inside the one before is left out: "fewer than" would otherwise hold at the end of any crowd, and
 * values that grow with the window are found in the larger one. After a window for which `judge` says yes, `next` says where the following
 * one begins: behind it, so that one burst counts once, or at its second hit, so that each time at which a window ends is seen. `judge` is
 * also given where the window lies in `hits`.
 */
export function scanWindows(
  hits: readonly Hit[],
  spanMs: number,
  next: NextWindow,
  judge: (window: readonly Hit[], start: number, end: number) => boolean,
): void {
  let start = 0;
  let end = 0;
  let judgedEnd = 0;
  while (start < hits.length) {
    const limit = (hits[start] as Hit).timeMs + spanMs;
    while (end < hits.length && (hits[end] as Hit).timeMs <= limit) end++;
    const isJudged = end > judgedEnd && judge(hits.slice(start, end), start, end);
    judgedEnd = end;
    start = isJudged && next === 'behind' ? end : start + 1;
  }
}
