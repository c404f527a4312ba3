import type { ValueTest } from './value-test.js';

/**
 * What a customer's pattern, filter or query tests on an event, whatever its language. Readers build it; `howNamed` evaluates it for
 * signals. An `all` of nothing always holds.
 */
export type Condition =
  | { readonly kind: 'all'; readonly of: readonly Condition[] }
  | { readonly kind: 'any'; readonly of: readonly Condition[] }
  | { readonly kind: 'not'; readonly of: Condition }
  /** A field, by its path in the event (`userIdentity.type`). */
  | { readonly kind: 'field'; readonly field: string; readonly test: ValueTest }
  /** Words that the whole message must contain; a regular expression is represented by its words. */
  | { readonly kind: 'text'; readonly text: string }
  /** A test that the readers do not evaluate: it may hold or not. */
  | { readonly kind: 'unknown' };

/** A test that is not evaluated. */
export const UNKNOWN: Condition = { kind: 'unknown' };

/** All of the conditions; of one that one. */
export function all(of: readonly Condition[]): Condition {
  return of.length === 1 && of[0] !== undefined ? of[0] : { kind: 'all', of };
}

/** Any of the conditions; of one that one. */
export function any(of: readonly Condition[]): Condition {
  return of.length === 1 && of[0] !== undefined ? of[0] : { kind: 'any', of };
}

/** A condition that holds where the given one does not. */
export function not(of: Condition): Condition {
  return of.kind === 'not' ? of.of : { kind: 'not', of };
}

/** A test on one field. */
export function field(name: string, test: ValueTest): Condition {
  return { kind: 'field', field: name, test };
}
