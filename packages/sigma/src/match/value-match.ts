import type { ValueTest } from '../model/condition.js';
import { ANY } from '../model/pattern.js';
import { maskGroups, readAddress } from '../parse/cidr.js';
import { joinParts, patternOf } from '../parse/pattern.js';
import { compileRegex, compileSearch } from '../parse/regex.js';
import { fieldValues, type SigmaEvent } from './event-fields.js';
import { eventTimeMs, timePart } from './event-time.js';
import { patternPredicate } from './pattern-match.js';

/** Whether a field's values satisfy a test; `values` is undefined where the event has no such field. One element of an array is enough. */
export type FieldPredicate = (values: readonly unknown[] | undefined, event: SigmaEvent) => boolean;

/** Whether any of an event's values satisfies a keyword test. */
export type KeywordPredicate = (values: readonly (string | number | boolean)[]) => boolean;

/** A text of digits, as events hold numbers in strings. */
const NUMERIC = /^[+-]?\d{1,30}(?:\.\d{1,30})?$/;

/** Prepares a test on a field. */
export function fieldPredicate(test: ValueTest): FieldPredicate {
  switch (test.op) {
    case 'string':
      return anyText(patternPredicate(test.pattern, test.cased));
    case 'number':
      return any((value) => numberOf(value) === test.value);
    case 'boolean':
      return any(
        (value) => value === test.value || (typeof value === 'string' && value.toLowerCase() === String(test.value)),
      );
    case 'null':
      return (values) => values === undefined || values.length === 0 || values.some((value) => value === null);
    case 'exists':
      return (values) => (values !== undefined) === test.value;
    case 'compare':
      return any((value) => compares(numberOf(value), test.operator, test.value));
    case 'regex':
      return anyText(regexPredicate(test));
    case 'cidr':
      return anyText(cidrPredicate(test.network, test.version, test.prefix));
    case 'fieldref':
      return fieldrefPredicate(test);
    case 'time':
      return any((value) => {
        const ms = eventTimeMs(value);
        return ms !== undefined && timePart(ms, test.part) === test.value;
      });
    case 'placeholder':
      // Nobody said what the placeholder stands for, so no value matches.
      return () => false;
  }
}

/** Prepares a keyword test: a text is searched anywhere in any value, a number as a separate word. */
export function keywordPredicate(test: ValueTest): KeywordPredicate {
  switch (test.op) {
    case 'string': {
      const pattern = patternOf(joinParts([[ANY], test.pattern.parts, [ANY]]));
      const fits = patternPredicate(pattern, test.cased);
      return (values) => values.some((value) => fits(String(value)));
    }
    case 'number': {
      const digits = String(test.value);
      return (values) => values.some((value) => value === test.value || hasWord(String(value), digits));
    }
    case 'regex': {
      const fits = regexPredicate(test);
      return (values) => values.some((value) => fits(String(value)));
    }
    default:
      return () => false;
  }
}

/** An expression that needs backtracking is searched for where the wider one matches. A text that takes too long for it counts as a match. */
function regexPredicate({ source, flags, wider }: Extract<ValueTest, { op: 'regex' }>): (text: string) => boolean {
  const linear = compileRegex(wider ?? source, flags);
  if (wider === undefined) return (text) => linear.test(text);
  const search = compileSearch(source, flags);
  return (text) => linear.test(text) && search(text) !== false;
}

/** Compares by one of the four operators; false when there is nothing to compare. */
function compares(value: number | undefined, operator: 'gt' | 'gte' | 'lt' | 'lte', limit: number): boolean {
  if (value === undefined) return false;
  if (operator === 'gt') return value > limit;
  if (operator === 'gte') return value >= limit;
  return operator === 'lt' ? value < limit : value <= limit;
}

/** The number a value is or spells. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && NUMERIC.test(value) ? Number(value) : undefined;
}

/** The text of a value that has one; objects and null have none. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint'
    ? String(value)
    : undefined;
}

function any(predicate: (value: unknown) => boolean): FieldPredicate {
  return (values) => values?.some(predicate) === true;
}

function anyText(predicate: (text: string) => boolean): FieldPredicate {
  return any((value) => {
    const text = textOf(value);
    return text !== undefined && predicate(text);
  });
}

function cidrPredicate(network: string, version: 4 | 6, prefix: number): (text: string) => boolean {
  const wanted = readAddress(network.slice(0, network.indexOf('/')))?.groups ?? [];
  return (text) => {
    const address = readAddress(text);
    if (address?.version !== version) return false;
    return maskGroups(address.groups, prefix).every((group, index) => group === wanted[index]);
  };
}

function fieldrefPredicate(test: Extract<ValueTest, { op: 'fieldref' }>): FieldPredicate {
  const fold = test.cased ? (text: string) => text : (text: string) => text.toLowerCase();
  const fits = (text: string, other: string) => {
    if (test.match === 'equals') return text === other;
    if (test.match === 'startswith') return text.startsWith(other);
    return test.match === 'endswith' ? text.endsWith(other) : text.includes(other);
  };
  return (values, event) => {
    const others = textsOf(fieldValues(event, test.field)).map(fold);
    return textsOf(values).some((text) => others.some((other) => fits(fold(text), other)));
  };
}

function textsOf(values: readonly unknown[] | undefined): string[] {
  return (values ?? []).map(textOf).filter((text) => text !== undefined);
}

function hasWord(text: string, word: string): boolean {
  const isLetter = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}_]/u.test(character);
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!isLetter(text[at - 1]) && !isLetter(text[at + word.length])) return true;
  }
  return false;
}
