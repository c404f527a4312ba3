import type { ValueTest } from '../../model/condition.js';
import { exactly } from './patterns.js';

/** A value test of one kind. */
export type TestOf<Op extends ValueTest['op']> = Extract<ValueTest, { op: Op }>;

/** Whether a test demands that a field is missing. */
export function isAbsence(test: ValueTest): boolean {
  return test.op === 'null' || (test.op === 'exists' && !test.value);
}

/** Whether a test demands only that a field has a value. */
export function isPresence(test: ValueTest): boolean {
  return (test.op === 'exists' && test.value) || (test.op === 'string' && test.pattern.shape === 'any');
}

/** A test of a value in the product's spelling, where it has another; `values` are its spellings by the lower-case value of rules. */
export function spelled(test: ValueTest, values: ReadonlyMap<string, string>): ValueTest {
  const key =
    test.op === 'number' || test.op === 'boolean'
      ? String(test.value)
      : test.op === 'string' && test.pattern.shape === 'exact'
        ? test.pattern.literal.toLowerCase()
        : undefined;
  const native = key === undefined ? undefined : values.get(key);
  return native === undefined ? test : { op: 'string', pattern: exactly(native), cased: false };
}
