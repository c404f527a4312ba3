import { backslashed } from '../../convert/text/tokens.js';
import { ANY, type Pattern } from '../../model/pattern.js';
import { escapeRegex, foldRegex } from '../lucene/escape.js';

/** Everything that a string may not hold as it is. */
const ESCAPED = /["\\\p{Cc}]/gu;
const PLAIN_NAME = /^[A-Za-z_@][\w@]*(?:\.[A-Za-z_@][\w@]*)*$/;

/** A string literal. */
export function quote(text: string): string {
  return `"${text.replace(ESCAPED, (sign) => backslashed(sign, (code) => `\\u{${code.padStart(2, '0')}}`))}"`;
}

/** A field's name; `?` before it says that an index may lack the field, which is an error otherwise. */
export function fieldName(name: string, known: boolean): string {
  const written = PLAIN_NAME.test(name) ? name : `\`${name.replaceAll('`', '``')}\``;
  return known ? written : `?${written}`;
}

/** A pattern with EQL's wildcards; undefined where the text holds one of their signs, since they cannot be escaped. */
export function wildcardText({ parts }: Pattern): string | undefined {
  if (parts.some((part) => typeof part === 'string' && /[*?]/.test(part))) return undefined;
  return quote(parts.map((part) => (typeof part === 'string' ? part : part === ANY ? '*' : '?')).join(''));
}

/** A pattern as an expression, which is anchored at both ends as in Lucene. */
export function patternExpression({ parts }: Pattern, cased: boolean): string {
  const literal = cased ? escapeRegex : foldRegex;
  return quote(parts.map((part) => (typeof part === 'string' ? literal(part) : part === ANY ? '.*' : '.')).join(''));
}
