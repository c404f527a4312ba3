import type { ValueTest } from '../../model/condition.js';

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
