import { isDigits, withoutStart } from '../../characters.js';
import type { Logsource, Threshold } from '../../model/rule.js';

const ESCAPES: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
/** A text that is a number, as languages with typed fields write it; undefined for any other. */
export function numberOrNothing(text: string): string | undefined {
  const [whole = '', fraction = '0', ...rest] = withoutStart(text, '-').split('.');
  return isDigits(whole) && isDigits(fraction) && rest.length === 0 ? text : undefined;
}

/** A text that is true or false, in lower case; undefined for any other. */
export function booleanOrNothing(text: string): string | undefined {
  const lower = text.toLowerCase();
  return lower === 'true' || lower === 'false' ? lower : undefined;
}

/** Everything that a string may not hold as it is. */
const ESCAPED = /["\\\p{Cc}]/gu;

/** A character of a string literal behind a backslash, as most languages write it; `numbered` writes those without a letter, by their code. */
export function backslashed(character: string, numbered: (hexadecimal: string) => string): string {
  return ESCAPES[character] ?? numbered(character.charCodeAt(0).toString(16).padStart(2, '0'));
}

/** A string literal in double quotes, escaped by {@link backslashed}. */
export function doubleQuoted(
  text: string,
  numbered: (hexadecimal: string) => string,
  escaped: RegExp = ESCAPED,
): string {
  return `"${text.replace(escaped, (sign) => backslashed(sign, numbered))}"`;
}

/** The signs of comparison, which all languages share. */
export const SIGNS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** The sign of a correlation's threshold; `equals` is the language's own. */
export function thresholdSign(operator: Threshold['operator'], equals: '=' | '=='): string {
  return operator === 'eq' ? equals : operator === 'neq' ? '!=' : SIGNS[operator];
}

/** The thresholds of a correlation as tests of one column or expression. */
export function thresholdTests(
  counted: string,
  thresholds: readonly Threshold[],
  equals: '=' | '==',
  and: string,
): string {
  return thresholds.map(({ operator, value }) => `${counted} ${thresholdSign(operator, equals)} ${value}`).join(and);
}

/** A log source as notes name it: `windows/process_creation`. */
export function logsourceName({ product, category, service }: Logsource): string {
  return [product, category, service].filter((part) => part !== undefined).join('/');
}
