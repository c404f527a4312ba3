/** Sigma's `*`: any run of characters, also an empty one. */
export const ANY = 0;
/** Sigma's `?`: exactly one character. */
export const ONE = 1;

/** A literal run of characters, or one of the wildcards `ANY` and `ONE`. */
export type PatternPart = string | typeof ANY | typeof ONE;

/**
 * The form of a pattern, so that targets need not look at the parts in common cases: `exact` no wildcard (the literal may be empty),
 * `startswith` literal then `*`, `endswith` `*` then literal, `contains` `*` literal `*`, `any` nothing but `*`, `mixed` everything else.
 */
export type PatternShape = 'exact' | 'startswith' | 'endswith' | 'contains' | 'any' | 'mixed';

/**
 * A string value with its escapes resolved: literals and wildcards in order. No two literals and no two `ANY` are adjacent, and no literal
 * is empty (an empty string has `parts: []`, shape `exact`, literal `''`). `literal` is the only literal of the first four shapes, `''`
 * otherwise.
 */
export interface Pattern {
  readonly parts: readonly PatternPart[];
  readonly shape: PatternShape;
  readonly literal: string;
}
