import { unreadable } from '../query-fault.js';
import { join, type QueryNode, type QueryTest, test } from '../query-tree.js';
import type { Scalar } from './scalar.js';
import { unquotedTests } from './unquoted.js';

/** Marks a test of the event's time: a setting of the search, not a part of a rule. */
export const TIME_FIELD = '\0time';

/** A test of a column, or of a computed value that a field map has. @throws QueryFault for a constant */
export function placeTest(left: Scalar | undefined, of: QueryTest, at: number): QueryNode {
  if (left?.kind === 'place') {
    const { elements } = left;
    const leaf = (test_: QueryTest): QueryNode => ({
      ...test(left.place === '*' ? undefined : left.place, test_, at),
      ...(elements === undefined ? {} : { elements }),
    });
    return left.unquoted === true ? join('or', unquotedTests(of, at).map(leaf)) : leaf(of);
  }
  // A computed value counts as the field whose map entry has the same expression. Without such an entry the field is unknown, and reading
  // fails there.
  if (left?.kind === 'call' && left.text !== '') return test(`=${left.text}`, of, at);
  if (left?.kind === 'call') throw unreadable(`a rule cannot compute ${left.name}(…)`, left.at);
  if (left?.kind === 'time') return test(TIME_FIELD, { op: 'exists', value: true }, at);
  throw unreadable('a constant is compared where a column is expected', at);
}

/** Whether letter case is not told apart, as behind `tolower`. */
export function isFolded(scalar: Scalar): boolean {
  return scalar.kind === 'place' && scalar.folded;
}

/** The value of a constant. @throws QueryFault for any other scalar */
export function literalOf(scalar: Scalar): string | number | boolean | null {
  if (scalar.kind === 'literal') return scalar.value;
  throw unreadable(
    scalar.kind === 'call' ? `a rule cannot compute ${scalar.name}(…)` : 'a constant is expected here',
    scalar.at,
  );
}

/** The value of a constant as text. */
export function textOf(scalar: Scalar): string {
  return String(literalOf(scalar));
}

/** The value of a constant that is a whole number. */
export function numberIn(scalar: Scalar): number {
  const number = Number(literalOf(scalar));
  if (!Number.isSafeInteger(number)) throw unreadable('a whole number is expected here', scalar.at);
  return number;
}
