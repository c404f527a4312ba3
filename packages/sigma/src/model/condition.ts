import type { Pattern } from './pattern.js';

/** Where in the rule a leaf comes from: selection and path within it, for messages and for the matcher's explanation. */
export interface RulePath {
  readonly selection: string;
  /** For example `CommandLine|contains` or `0.Image` in a list of maps; empty for keywords. */
  readonly item: string;
}

/**
 * The part of a timestamp that a `minute … year` modifier tests, in UTC: minute 0–59, hour 0–23, day 1–31, week 1–53 (ISO), month 1–12,
 * year four digits.
 */
export type TimePart = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

/** A test that one value of a selection makes on a field, after all modifiers have been applied. */
export type ValueTest =
  /** The whole value matches the pattern; case-insensitive unless `cased`. An exact empty pattern means "present and empty". */
  | { readonly op: 'string'; readonly pattern: Pattern; readonly cased: boolean }
  /** Equal to the number, also where the event has it as a string of digits. */
  | { readonly op: 'number'; readonly value: number }
  | { readonly op: 'boolean'; readonly value: boolean }
  /** The field is null or missing. */
  | { readonly op: 'null' }
  | { readonly op: 'exists'; readonly value: boolean }
  | { readonly op: 'compare'; readonly operator: 'gt' | 'gte' | 'lt' | 'lte'; readonly value: number }
  /**
   * Unanchored regular expression in the PCRE subset Sigma allows; flags i, m, s. One that needs backtracking (look-around, possessive
   * quantifiers, atomic groups) has a `wider` one that does not, and matches no less.
   */
  | { readonly op: 'regex'; readonly source: string; readonly flags: string; readonly wider?: string }
  /** `network` in canonical form without host bits, for example `10.0.0.0/8` or `2001:db8::/32`. */
  | { readonly op: 'cidr'; readonly network: string; readonly version: 4 | 6; readonly prefix: number }
  /** Comparison with another field of the same event. */
  | {
      readonly op: 'fieldref';
      readonly field: string;
      readonly match: 'equals' | 'startswith' | 'endswith' | 'contains';
      readonly cased: boolean;
    }
  | { readonly op: 'time'; readonly part: TimePart; readonly value: number }
  /**
   * `%name%` of `expand` for which no list was given. A processing pipeline may replace it, for which `written` and `modifiers` keep the
   * rule's value and the modifiers of its field.
   */
  | {
      readonly op: 'placeholder';
      readonly name: string;
      readonly pattern: Pattern;
      readonly written: string;
      readonly modifiers: readonly string[];
    };

/** Tests on one field, joined by OR (`any`) or AND (`all`). `neq` becomes a `not` around it. */
export interface FieldTest {
  readonly kind: 'field';
  readonly field: string;
  readonly join: 'any' | 'all';
  readonly tests: readonly ValueTest[];
  readonly path: RulePath;
  /** A text in the target's language that stands for the whole item, which then has no tests. Only processing pipelines give it. */
  readonly expression?: string;
}

/** Tests on the event as a whole (keyword search). Only `string`, `number` and `regex` tests occur. */
export interface KeywordTest {
  readonly kind: 'keyword';
  readonly join: 'any' | 'all';
  readonly tests: readonly ValueTest[];
  readonly path: RulePath;
}

/**
 * The normalised condition tree: selections and `x of y` are resolved, values parsed. `and`/`or` have two or more children, none of their
 * own kind; `not` is never directly under `not`.
 */
export type Condition =
  | { readonly kind: 'and'; readonly children: readonly Condition[] }
  | { readonly kind: 'or'; readonly children: readonly Condition[] }
  | { readonly kind: 'not'; readonly child: Condition }
  | FieldTest
  | KeywordTest;
