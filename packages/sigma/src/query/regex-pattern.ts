import type { ValueTest } from '../model/condition.js';
import { ANY, ONE, type PatternPart } from '../model/pattern.js';
import { patternFrom } from './values.js';

/**
 * The pattern that an expression is equal to: literal characters, `.` and `.*`, with `^` and `$` at the ends. Undefined for any other
 * expression. Wildcards need the flag `s`, since they also match line breaks.
 */
export function readPatternOfRegex(source: string, flags: string): Extract<ValueTest, { op: 'string' }> | undefined {
  if (flags.includes('m')) return undefined;
  const dots = flags.includes('s');
  const parts: PatternPart[] = [];
  let at = 0;
  let literal = '';
  const flush = () => {
    if (literal !== '') parts.push(literal);
    literal = '';
  };
  if (source[0] === '^') at = 1;
  else parts.push(ANY);
  for (; at < source.length; at++) {
    const character = source[at] as string;
    if (character === '\\') {
      const next = source[++at];
      // After a backslash, letters and digits are classes and not themselves.
      if (next === undefined || /[A-Za-z0-9<>]/.test(next)) return undefined;
      literal += next;
    } else if (character === '.') {
      if (!dots) return undefined;
      flush();
      if (source[at + 1] === '*') {
        if (source[at + 2] === '?') return undefined;
        parts.push(ANY);
        at++;
      } else parts.push(ONE);
    } else if (character === '$' && at === source.length - 1) {
      flush();
      return { op: 'string', pattern: patternFrom(parts), cased: !flags.includes('i') };
    } else if ('^$|?*+()[]{}'.includes(character)) return undefined;
    else literal += character;
  }
  flush();
  parts.push(ANY);
  return { op: 'string', pattern: patternFrom(parts), cased: !flags.includes('i') };
}

/**
 * The test that an expression is where it may match any part of the value. What may stand before and behind anything, `.*` at the ends, is
 * taken off: the search finds the rest anywhere.
 */
export function searchTest(text: string, given: string): ValueTest {
  const head = /^\(\?([ims]{1,3})\)/.exec(text);
  const flags = [...new Set(given + (head?.[1] ?? ''))].sort().join('');
  const source = head === null ? text : text.slice(head[0].length);
  const bare = flags.includes('m') ? source : withoutOpenEnds(source);
  return readPatternOfRegex(bare, flags) ?? { op: 'regex', source, flags };
}

function withoutOpenEnds(source: string): string {
  // Between alternatives the ends belong to the first and the last of them only.
  if (source.includes('|')) return source;
  const begun = source.replace(/^(?:\.\*\??)+/, '');
  const ended = begun.replace(/(?:\.\*\??)+$/, '');
  return /(?:^|[^\\])(?:\\\\)*\\$/.test(ended) ? begun : ended;
}
