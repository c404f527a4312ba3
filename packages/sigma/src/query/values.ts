import type { ValueTest } from '../model/condition.js';
import { ANY, ONE, type Pattern, type PatternPart } from '../model/pattern.js';
import { joinParts, patternOf, plainPattern } from '../parse/pattern.js';

type StringTest = Extract<ValueTest, { op: 'string' }>;

/** A test against the values of a list that is kept elsewhere: a placeholder, which a pipeline fills in. `modifiers` stand before `expand`. */
export function inList(name: string, modifiers: readonly ('cased' | 'contains')[]): ValueTest {
  const written = `%${name}%`;
  const pattern = patternFrom(modifiers.includes('contains') ? [ANY, written, ANY] : [written]);
  return { op: 'placeholder', name, pattern, written, modifiers: [...modifiers, 'expand'] };
}

/** A whole value. */
export function exactly(literal: string, cased = false): StringTest {
  return { op: 'string', pattern: plainPattern(literal), cased };
}

/** A part of a value. */
export function partly(shape: 'startswith' | 'endswith' | 'contains', literal: string, cased = false): StringTest {
  return { op: 'string', pattern: plainPattern(literal, shape !== 'startswith', shape !== 'endswith'), cased };
}

/** A pattern from runs of text and wildcards in any order. */
export function patternFrom(parts: readonly PatternPart[]): Pattern {
  return patternOf(joinParts([parts.filter((part) => part !== '')]));
}

/** A pattern from a text with wildcards but no escapes: `*`, and `?` where the language has it. */
export function wildcardPattern(text: string, withOne: boolean): Pattern {
  const parts: PatternPart[] = [];
  for (const piece of text.split(withOne ? /([*?])/ : /(\*)/))
    parts.push(piece === '*' ? ANY : piece === '?' && withOne ? ONE : piece);
  return patternFrom(parts);
}

/** A test of a whole value: as a number where it is one without loss. */
export function numberOr(text: string, otherwise: ValueTest): ValueTest {
  return /^-?(?:0|[1-9]\d{0,14})$/.test(text) && text !== '-0' ? { op: 'number', value: Number(text) } : otherwise;
}

/** As long as a rule's expressions may repeat a character; longer texts are rarely meant. */
export const LENGTH_MAX = 1000;

/**
 * A test of how many characters a value has; of `!=` the one to negate. Undefined for another operator, a number that is no length, and one
 * that no expression of a rule may count to.
 */
export function lengthTest(operator: string, length: number): ValueTest | undefined {
  const bounds: Readonly<Record<string, readonly [from: number, to?: number]>> = {
    '==': [length, length],
    '!=': [length, length],
    '>': [length + 1],
    '>=': [length],
    '<': [0, length - 1],
    '<=': [0, length],
  };
  const [from, to] = bounds[operator] ?? [-1];
  if (!Number.isInteger(length) || from < 0 || (to ?? from) < 0 || (to ?? from) > LENGTH_MAX) return undefined;
  if (to === undefined && from === 1) return { op: 'string', pattern: patternFrom([ONE, ANY]), cased: false };
  return { op: 'regex', source: `^(?:.{${from},${to ?? ''}})$`, flags: 's' };
}
