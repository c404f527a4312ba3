import type { Condition } from './condition.js';
import type { Signal, SignalValue } from './signal.js';

/** The fields that distinguish signals best, in log records and on event buses. */
const TELLING = ['eventName', 'eventSource', 'detail.eventName', 'source', 'detail-type'];

/**
 * The signals that a condition may match, by the values that it gives for the distinguishing fields. This is a quick filter before each is
 * evaluated in full. Conditions without such values match all.
 */
export function candidates<S extends Signal>(condition: Condition, signals: readonly S[]): readonly S[] {
  let left = signals;
  for (const name of TELLING) {
    const wanted = spelledOut(condition, name);
    if (wanted !== undefined) left = left.filter(({ fields }) => mayBe(fields.get(name), wanted));
  }
  return left;
}

function mayBe(value: SignalValue | undefined, wanted: ReadonlySet<string>): boolean {
  if (value === undefined) return true;
  if (value === null) return false;
  return typeof value === 'string'
    ? wanted.has(value.toLowerCase())
    : value.some((one) => wanted.has(one.toLowerCase()));
}

/** The values, in lower case, of which a field must have one for the condition to hold; undefined where it may have others. */
function spelledOut(condition: Condition, name: string): ReadonlySet<string> | undefined {
  switch (condition.kind) {
    case 'field': {
      const { test } = condition;
      return condition.field === name && test.op === 'equals' ? new Set([test.value.toLowerCase()]) : undefined;
    }
    case 'all':
      return condition.of.map((part) => spelledOut(part, name)).find((values) => values !== undefined);
    case 'any': {
      const values = new Set<string>();
      for (const part of condition.of) {
        const some = spelledOut(part, name);
        if (some === undefined) return undefined;
        for (const value of some) values.add(value);
      }
      return values;
    }
    default:
      return undefined;
  }
}
