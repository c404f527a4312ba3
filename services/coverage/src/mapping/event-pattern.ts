import { all, any, type Condition, field, not, UNKNOWN } from './condition.js';
import { equals, type ValueTest } from './value-test.js';

/** EventBridge takes 2,048 characters, and 4,096 on request. */
const LONGEST_PATTERN = 8_192;
const DEEPEST = 32;
const MOST_TESTS = 2_000;

/** Thrown inside the reader for a pattern beyond what a detection can have. */
class PatternTooBig extends Error {}

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

function isObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** The tests of `{"prefix": "a"}`, `{"prefix": ["a", "b"]}` and `{"prefix": {"equals-ignore-case": "a"}}`. */
function textTests(op: 'equals' | 'prefix' | 'suffix' | 'wildcard', value: Json | undefined): readonly ValueTest[] {
  if (typeof value === 'string') return [{ op, value, ignoreCase: false }];
  if (isList(value)) return value.flatMap((item) => textTests(op, item));
  const folded = isObject(value) ? value['equals-ignore-case'] : undefined;
  return typeof folded === 'string' ? [{ op, value: folded, ignoreCase: true }] : [{ op: 'unread' }];
}

function numericTests(value: Json | undefined): readonly ValueTest[] {
  if (!isList(value)) return [{ op: 'unread' }];
  const tests: ValueTest[] = [];
  for (let index = 0; index < value.length; index += 2) {
    const sign = value[index];
    const bound = value[index + 1];
    if (typeof sign !== 'string' || typeof bound !== 'number') tests.push({ op: 'unread' });
    else if (sign === '=') tests.push(equals(String(bound)));
    else tests.push({ op: sign.startsWith('>') ? 'above' : 'below', value: bound, inclusive: sign.endsWith('=') });
  }
  return tests;
}

/** Reads EventBridge event patterns into conditions on the event's paths (`detail.eventName`). */
class PatternReader {
  #tests = 0;

  /** The condition of an object at a path; its keys must all hold. */
  object(value: { readonly [key: string]: Json }, path: string, depth: number): Condition {
    if (depth > DEEPEST) throw new PatternTooBig();
    return all(
      Object.entries(value).map(([key, inner]) => {
        if (key === '$or' && isList(inner) && inner.every(isObject)) {
          return any(inner.map((choice) => this.object(choice, path, depth + 1)));
        }
        // A dot inside a key does not separate steps.
        const at = `${path === '' ? '' : `${path}.`}${key.replaceAll('.', '\\.')}`;
        if (isObject(inner)) return this.object(inner, at, depth + 1);
        return isList(inner) ? any(inner.map((choice) => this.#choice(choice, at))) : UNKNOWN;
      }),
    );
  }

  #field(path: string, test: ValueTest): Condition {
    this.#tests += 1;
    if (this.#tests > MOST_TESTS) throw new PatternTooBig();
    return field(path, test);
  }

  /** One element of a field's list. */
  #choice(value: Json, path: string): Condition {
    if (isObject(value)) {
      return all(Object.entries(value).map(([operator, operand]) => this.#operator(operator, operand, path)));
    }
    return isList(value) ? UNKNOWN : this.#field(path, equals(String(value)));
  }

  #anyOf(path: string, tests: readonly ValueTest[]): Condition {
    return any(tests.map((test) => this.#field(path, test)));
  }

  #operator(operator: string, operand: Json, path: string): Condition {
    switch (operator) {
      case 'prefix':
      case 'suffix':
      case 'wildcard':
        return this.#anyOf(path, textTests(operator, operand));
      case 'equals-ignore-case':
        return this.#anyOf(path, textTests('equals', { [operator]: operand }));
      case 'exists':
        return operand === false ? not(this.#field(path, { op: 'exists' })) : this.#field(path, { op: 'exists' });
      case 'numeric':
        return all(numericTests(operand).map((test) => this.#field(path, test)));
      case 'anything-but':
        return not(this.#excluded(operand, path));
      case 'cidr':
        return this.#field(path, { op: 'unread' });
      default:
        return UNKNOWN;
    }
  }

  /** The condition for what `anything-but` excludes: values, or values with a common prefix, suffix or wildcard, or in any letter case. */
  #excluded(operand: Json, path: string): Condition {
    if (isList(operand)) return any(operand.map((value) => this.#choice(value, path)));
    if (!isObject(operand)) return this.#choice(operand, path);
    return any(
      Object.entries(operand).map(([operator, value]) =>
        operator === 'equals-ignore-case' && isList(value)
          ? any(value.map((item) => this.#operator(operator, item, path)))
          : this.#operator(operator, value, path),
      ),
    );
  }
}

/**
 * Reads an EventBridge event pattern (JSON) as a condition on the event. Undefined for text that is not a pattern, or longer than any that
 * EventBridge accepts: it is then unknown what the rule watches for.
 */
export function readEventPattern(text: string): Condition | undefined {
  if (text.length > LONGEST_PATTERN) return undefined;
  try {
    const pattern = JSON.parse(text) as Json;
    return isObject(pattern) ? new PatternReader().object(pattern, '', 0) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof PatternTooBig) return undefined;
    throw error;
  }
}
