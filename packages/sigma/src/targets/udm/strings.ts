import { joinRendered, type Rendered } from '../../convert/walk.js';
import type { Pattern } from '../../model/pattern.js';
import { type Dialect, operand } from './dialect.js';
import { present } from './empty.js';
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
