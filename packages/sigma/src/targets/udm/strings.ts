import type { LeafScope } from '../../convert/text/leaf-scope.js';
import { exactly } from '../../convert/text/patterns.js';
import { joinRendered, type Rendered } from '../../convert/walk.js';
import type { Pattern } from '../../model/pattern.js';
import { type Dialect, operand, present } from './dialect.js';
import { fits } from './enums.js';
import { hasLetters, patternsToRegex, quoted } from './literal.js';
import type { Place } from './place.js';

/**
 * Up to this many whole values are written as separate comparisons. More values, or any where each would be repeated per place, become one
 * alternation.
 */
const EQUALITIES_MAX = 3;

/** "The string matches one of the patterns." No pattern is the empty literal, which the caller handles separately. */
export function fitsAny(patterns: readonly Pattern[], cased: boolean, place: Place, dialect: Dialect): Rendered {
  if (patterns.some((pattern) => pattern.shape === 'any')) return present(place, dialect);
  const left = operand(dialect, place);
  if (
    !place.inside &&
    patterns.length <= (place.shared === true ? 1 : EQUALITIES_MAX) &&
    patterns.every((pattern) => pattern.shape === 'exact')
  ) {
    return joinRendered(
      'or',
      patterns.map((pattern) => `${left} = ${quoted(pattern.literal)}${caseSuffix(pattern.literal, cased)}`),
      dialect.syntax,
    );
  }
  const regex = patternsToRegex(patterns, place.kind === 'text', place.inside);
  return `${left} = /${regex}/${cased || !patterns.some(patternHasLetters) ? '' : ' nocase'}`;
}

function caseSuffix(literal: string, cased: boolean): string {
  return cased || !hasLetters(literal) ? '' : ' nocase';
}

function patternHasLetters({ parts }: Pattern): boolean {
  return parts.some((part) => typeof part === 'string' && hasLetters(part));
}

/** Values in the product's spelling where it differs; the others unchanged. */
export function translated(patterns: readonly Pattern[], { values }: Place): readonly Pattern[] {
  if (values === undefined) return patterns;
  return patterns.flatMap((pattern) => {
    const spellings = new Set<string>();
    for (const [value, spelling] of values) if (fits(pattern, value)) spellings.add(spelling);
    return spellings.size === 0 ? [pattern] : [...spellings].map(exactly);
  });
}

/** UDM keeps no empty values, so "present and empty" cannot be distinguished from "not set": wider outside of `not`, nothing under it. */
export function emptyText(place: Place, dialect: Dialect, scope: LeafScope): Rendered {
  const wider = scope.tolerance === 'wider';
  const what = wider
    ? `the search for an empty ${place.path} also finds events without it`
    : `the exclusion of an empty ${place.path} was left out`;
  scope.note('test_dropped', `UDM cannot tell an empty value from a missing one: ${what}.`);
  if (!wider || place.kind === 'bool' || place.kind === 'timestamp') return wider;
  return `${dialect.prefix}${place.path} = ${place.kind === 'int' ? '0' : '""'}`;
}
