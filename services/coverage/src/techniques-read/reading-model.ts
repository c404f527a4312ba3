/** Days for which what was read counts in the ranking of gaps; then it is forgotten. */
export const READING_DAYS = 90;
/** Titles of documents that a gap names. */
export const MOST_TITLES = 3;

/** The documents that show a technique, as far as the reader's own and their team's tell. */
export interface TechniqueReading {
  /** How many there are. */
  readonly count: number;
  /** What they add to the ranking: 3 for each of the last 30 days, 2 for each of 60, 1 for each of 90. */
  readonly weight: number;
  /** The newest of them. */
  readonly latest: readonly { readonly title: string; readonly readAt: Date }[];
}
