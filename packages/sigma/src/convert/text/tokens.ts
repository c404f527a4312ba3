import type { Logsource, Threshold } from '../../model/rule.js';

const ESCAPES: Readonly<Record<string, string>> = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' };
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

/** The least whole number that satisfies a threshold; undefined where it bounds nothing from below. */
export function leastOf({ operator, value }: Threshold): number | undefined {
  if (operator === 'gt') return Math.floor(value) + 1;
  return operator === 'gte' || operator === 'eq' ? Math.ceil(value) : undefined;
}

/** A duration in whole seconds in the largest unit that divides it: `1d`, `2h`, `15m`, `90s`. */
export function durationText(seconds: number): string {
  if (seconds % 86_400 === 0) return `${seconds / 86_400}d`;
  if (seconds % 3600 === 0) return `${seconds / 3600}h`;
  return seconds % 60 === 0 ? `${seconds / 60}m` : `${seconds}s`;
}

/** A log source as notes name it: `windows/process_creation`. */
export function logsourceName({ product, category, service }: Logsource): string {
  return [product, category, service].filter((part) => part !== undefined).join('/');
}
