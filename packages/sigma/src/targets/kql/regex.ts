import { escapeRegex, patternRegex } from '../../convert/text/patterns.js';
import type { Pattern } from '../../model/pattern.js';
import { quoteString } from './literal.js';

/** A pattern as a regular expression for `matches regex`, which is not anchored by itself. */
export function regexOfPattern(pattern: Pattern, cased: boolean): string {
  return (cased ? '(?s)' : '(?is)') + patternRegex(pattern);
}

/** "The text matches the pattern", for a pattern with wildcards. */
export function patternTest(text: string, pattern: Pattern, cased: boolean): string {
  if (pattern.shape === 'mixed') return `${text} matches regex ${quoteString(regexOfPattern(pattern, cased))}`;
  return `${text} ${pattern.shape}${cased ? '_cs' : ''} ${quoteString(pattern.literal)}`;
}

/**
 * A rule's regular expression in the dialect of `matches regex`. The parser refused what needs backtracking; the remaining differences are
 * quoted runs (`\Q…\E`), `\C`, and `\<` `\>`, which newer engines read as word boundaries.
 */
export function translateRegex(source: string, flags: string): string {
  let regex = flags === '' ? '' : `(?${flags})`;
  for (let at = 0; at < source.length; at++) {
    const character = source[at] as string;
    if (character !== '\\') {
      regex += character;
      continue;
    }
    const next = source[++at] ?? '';
    if (next === 'Q') {
      const end = source.indexOf('\\E', at + 1);
      regex += escapeRegex(source.slice(at + 1, end < 0 ? source.length : end));
      at = end < 0 ? source.length : end + 1;
    } else if (next === 'C') regex += '(?s:.)';
    else if (next === '<' || next === '>') regex += next;
    else regex += `\\${next}`;
  }
  return regex;
}
