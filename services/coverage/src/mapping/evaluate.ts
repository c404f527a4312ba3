import type { Condition } from './condition.js';
import { passes } from './value-test.js';

/** A known field's value of an event; null where the event has no such field, undefined where it may have any value. */
export type KnownFields = (field: string) => string | null | undefined;

/** Whether an event meets a condition, as far as its known fields decide; undefined where they do not. */
export function evaluate(condition: Condition, fields: KnownFields): boolean | undefined {
  switch (condition.kind) {
    case 'unknown':
    case 'text':
      return undefined;
    case 'not': {
      const inner = evaluate(condition.of, fields);
      return inner === undefined ? undefined : !inner;
    }
    case 'field': {
      const value = fields(condition.field);
      if (value === undefined) return undefined;
      return value === null ? false : passes(condition.test, value);
    }
    default:
      return together(condition, fields);
  }
}

/** `all` fails by one that fails, `any` holds by one that holds; else one that is not decided leaves the whole open. */
function together(
  { kind, of }: Extract<Condition, { readonly kind: 'all' | 'any' }>,
  fields: KnownFields,
): boolean | undefined {
  const decisive = kind === 'any';
  let open = false;
  for (const part of of) {
    const held = evaluate(part, fields);
    if (held === decisive) return decisive;
    open ||= held === undefined;
  }
  return open ? undefined : !decisive;
}
