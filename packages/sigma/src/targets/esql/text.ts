import { escaped, isName, isWords } from '../../characters.js';
import { patternText } from '../../convert/text/patterns.js';
import { doubleQuoted } from '../../convert/text/tokens.js';
import type { Pattern } from '../../model/pattern.js';

/** A string of ES|QL. It knows no escape for control characters but `\t`, `\n` and `\r`; the others stand as they are. */
export function quote(text: string): string {
  return doubleQuoted(text, (code) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** A pattern of LIKE, as a string. A backslash stands only before `*`, `?` and `\`. */
export function likePattern(pattern: Pattern, literal: (text: string) => string): string {
  return quote(patternText(pattern, '*', '?', (text) => escaped(literal(text), '*?\\')));
}

/** Words of the language that are no names without backticks. */
const WORDS = new Set(
  'and as asc by desc false first from in is last like metadata not null nulls on or rlike true where with'.split(' '),
);

const isPlainName = (part: string): boolean => isName(part.startsWith('@') ? `_${part.slice(1)}` : part);

/** The name of a column: parts that are no plain names have backticks. */
export function columnName(name: string): string {
  return name
    .split('.')
    .map((part) => (isPlainName(part) && !WORDS.has(part.toLowerCase()) ? part : `\`${part.replaceAll('`', '``')}\``))
    .join('.');
}

/** The command that every query begins with, over index patterns with commas between them. */
export function fromCommand(patterns: readonly string[]): string {
  const sources = [...new Set(patterns.flatMap((each) => each.split(',')))];
  return `FROM ${sources.map((each) => (isWords(each, '.*:@-') ? each : quote(each))).join(', ')}`;
}
