import { ANY, type Pattern } from '../../model/pattern.js';
import { escapeRegex } from './literal.js';

/**
 * A pattern with inner wildcards as a regular expression for `matches regex`, which is not anchored: `^` and `$` are added only where the
 * pattern has no `*` at that end.
 */
export function patternRegex(pattern: Pattern, cased: boolean): string {
  const { parts } = pattern;
  let regex = cased ? '(?s)' : '(?is)';
  const last = parts.length - 1;
  if (parts[0] !== ANY) regex += '^';
  parts.forEach((part, index) => {
    if (typeof part === 'string') regex += escapeRegex(part);
    else if (part !== ANY) regex += '.';
    else if (index !== 0 && index !== last) regex += '.*';
  });
  return parts[last] === ANY ? regex : `${regex}$`;
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
