/**
 * The methods by which snapshots have been counted, oldest first, and what each changed: people read it where the trend has its line. Whoever changes how coverage is counted, or how
 * what a scan reads is understood, adds one.
 */
const METHODS: readonly string[] = [
  'the first method',
  'a declared rule counts only where the account’s own logs bring each event that it names; a tag that its events do not show by our table counts as partial at most',
];

/** The version of today's method. */
export const COUNTING = METHODS.length;

/** By which methods a snapshot came about: that of its sums, and that of the scan which read what they are made of. */
export interface Counted {
  readonly counting: number;
  readonly reading: number;
}

/** Whether two snapshots were made by one method, so that a difference between them is one of the account. */
export const isComparable = (a: Counted, b: Counted): boolean => a.counting === b.counting && a.reading === b.reading;

/** Why two snapshots cannot be compared as they stand; null where they can. */
export function notComparable(from: Counted, to: Counted): string | null {
  if (isComparable(from, to)) return null;
  const [low, high] = [Math.min(from.reading, to.reading), Math.max(from.counting, to.counting)];
  const changed = METHODS.slice(Math.min(low, high), high);
  return `Counted by another method: ${changed.join('; ')}.`;
}
