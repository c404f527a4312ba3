import { patternText } from '../../convert/text/patterns.js';
import { ANY, ONE, type Pattern } from '../../model/pattern.js';
import { escapeRegex, escapeTerm, escapeWholeTerm, foldRegex, foldUnits, hasCase, slashed } from './escape.js';

/** `index.max_regex_length` of both products, in characters, unless an administrator raised it. */
export const MAX_REGEX_LENGTH = 1000;

/** Whether a pattern has letters, so that its spelling matters in a field that keeps letter case. */
export function patternHasCase(pattern: Pattern): boolean {
  if (pattern.literal !== '') return hasCase(pattern.literal);
  return pattern.parts.some((part) => typeof part === 'string' && hasCase(part));
}

/**
 * A pattern as a term with wildcards, in the given spelling. An exact value that begins with `<` or `>` becomes an expression, because such
 * a term is read as a range even after a backslash.
 */
export function patternToTerm(pattern: Pattern): string {
  switch (pattern.shape) {
    case 'exact': {
      const { literal } = pattern;
      if (literal === '') return '""';
      if (literal.startsWith('<') || literal.startsWith('>')) return slashed(escapeRegex(literal));
      return escapeWholeTerm(literal);
    }
    case 'startswith':
      return `${escapeTerm(pattern.literal)}*`;
    case 'endswith':
      return `*${escapeTerm(pattern.literal)}`;
    case 'contains':
      return `*${escapeTerm(pattern.literal)}*`;
    case 'any':
      return '*';
    case 'mixed':
      return patternText(pattern, '*', '?', escapeTerm);
  }
}

/** A pattern that matches any letter case, and whether it was widened to fit the product's limit. */
export interface FoldedPattern {
  readonly text: string;
  readonly widened: boolean;
}

/**
 * A pattern as an expression that matches any letter case. Beyond the length limit the last letters become `.` (any character), and what
 * still does not fit becomes `.*`.
 */
export function patternToFoldedRegex(pattern: Pattern): FoldedPattern {
  const regex = patternText(pattern, '.*', '.', foldRegex);
  if (regex.length <= MAX_REGEX_LENGTH) return { text: slashed(regex), widened: false };
  return { text: slashed(shortened(pattern)), widened: true };
}

function shortened(pattern: Pattern): string {
  const units = pattern.parts.flatMap((part) => (part === ANY ? ['.*'] : part === ONE ? ['.'] : foldUnits(part)));
  let length = units.reduce((sum, unit) => sum + unit.length, 0);
  for (let i = units.length - 1; i >= 0 && length > MAX_REGEX_LENGTH; i--) {
    const unit = units[i] as string;
    if (unit.startsWith('[')) {
      units[i] = '.';
      length -= unit.length - 1;
    }
  }
  if (length > MAX_REGEX_LENGTH) {
    while (length > MAX_REGEX_LENGTH - 2) length -= (units.pop() as string).length;
    units.push('.*');
  }
  return units.join('');
}
