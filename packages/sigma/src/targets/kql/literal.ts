import { readFileSync } from 'node:fs';
import { escaped, isDigits, isLetter, isName, isPrintable, numberSpelled, partsBetween } from '../../characters.js';
import { doubleQuoted } from '../../convert/text/tokens.js';

/** Characters that cannot stand in a verbatim literal, or that a reader would not see. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must be escaped
const UNPRINTABLE = /[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\u200b-\u200f\u202a-\u202e\ud800-\udfff]/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must be escaped
const ESCAPED = /[\\"\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\u200b-\u200f\u202a-\u202e\ud800-\udfff]/gu;

/** Words with another meaning in the grammar where a bare column name could be. */
const RESERVED: ReadonlySet<string> = new Set(
  JSON.parse(readFileSync(new URL('../../../data/kql/reserved.json', import.meta.url), 'utf8')) as string[],
);

/**
 * A string literal. It is verbatim (`@"…"`) where the text has backslashes and needs no other escape, so that paths and regular expressions
 * stay readable; otherwise it has backslash escapes, with control characters and halves of surrogate pairs as `\u`.
 */
export function quoteString(text: string): string {
  const printable = !UNPRINTABLE.test(text);
  if (printable && !text.includes('"')) return text.includes('\\') ? `@"${text}"` : `"${text}"`;
  if (printable && text.includes('\\') && !text.includes("'")) return `@'${text}'`;
  return doubleQuoted(text, (code) => `\\u${code.padStart(4, '0')}`, ESCAPED);
}

/** A column name in a query; names that are not plain identifiers are bracketed (`['a b']`). */
export function quoteName(name: string): string {
  if (isName(name) && !RESERVED.has(name.toLowerCase())) return name;
  return `['${partsBetween(escaped(name, "\\'"), '\n\r\t').join(' ')}']`;
}

/** A name that needs no quotes, made from any text: other characters become underscores. */
export function identifierOf(text: string): string {
  const name = text
    .replace(/\[\]|\{\}/g, '')
    .replace(/[^A-Za-z0-9_]+/g, '_')
    .replace(/^_+(?=.)|_+$/g, '');
  return isName(name) && !RESERVED.has(name.toLowerCase()) ? name : `Field_${name}`;
}

/** Whether letter case cannot matter for the text: printable ASCII without letters. */
export function isLetterless(text: string): boolean {
  return text === '' || (isPrintable(text) && !text.split('').some(isLetter));
}

/** A number literal: integers plain, others as `real`; exponents are written so that both `long` and `real` columns accept them. */
export function numberLiteral(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) <= Number.MAX_SAFE_INTEGER) return String(value);
  return Number.isInteger(value) ? `real(${value})` : String(value).includes('e') ? `real(${value})` : String(value);
}

/** The number that a text spells, decimal or `0x…`, as in typed columns. */
export function numberOfText(text: string): number | undefined {
  const size = text.startsWith('-') ? text.slice(1) : text;
  const isDecimal = size === '0' || (isDigits(size) && !size.startsWith('0'));
  if (isDecimal) return size.length <= 15 ? Number(text) : undefined;
  return size === text && !isDigits(text) ? numberSpelled(text) : undefined;
}
