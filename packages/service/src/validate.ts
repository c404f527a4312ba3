import type { ObjectSchema, ValidationErrorItem } from 'joi';
import { BadRequestError, type ErrorDetail } from './errors.js';
import { excessOf } from './excess.js';

/** The part of the request that a value came from; the first word of the message. */
export type InputPlace = 'body' | 'query' | 'path';

const MAX_DETAILS = 20;
/** Faults that the message itself names: answers of the coverage service have no other place for them. */
const MAX_IN_MESSAGE = 3;
/** Deeper than any value we take. A schema's checks are recursive, and a hostile value could overflow the stack. */
const MAX_DEPTH = 32;

/**
 * A validated value, with defaults filled in. Unknown fields are refused by name. Values of a body are not converted (a number sent as text
 * is a fault), while texts from a query or path are.
 * @throws BadRequestError whose details name each field, at most 20; also for a field named `__proto__`, for a value nested more than 32
 * levels deep, and, before the schema is used, for more than 100 unknown fields and for a list longer than allowed
 */
export function validate<T>(schema: ObjectSchema<T>, value: unknown, place: InputPlace = 'body'): T {
  refuseHostileShape(value, place);
  const excess = excessOf(schema, value);
  if (excess !== undefined) {
    throw new BadRequestError(`Invalid ${place}: ${excess.message}.`, { details: [excess] });
  }
  const rules = {
    abortEarly: false,
    allowUnknown: false,
    convert: place !== 'body',
    errors: { label: 'path', wrap: { label: false, array: '[]' } },
  } as const;
  const showable = withShowableObjects(value);
  // A value that cannot be shown is judged without words; its words are those of a copy that can.
  const wordless = { ...rules, errors: { ...rules.errors, render: showable === value } };
  const result = requiredOf(schema).validate(value, wordless);
  if (result.error === undefined) return result.value;
  const worded = showable === value ? result : requiredOf(schema).validate(showable, rules);
  const faults = (worded.error ?? result.error).details;
  const details = faults.slice(0, MAX_DETAILS).map(toDetail);
  const shown = details.slice(0, MAX_IN_MESSAGE).map(({ message }) => message);
  const more = faults.length > shown.length ? ` (and ${faults.length - shown.length} more)` : '';
  throw new BadRequestError(`Invalid ${place}: ${shown.join('; ')}${more}.`, { details });
}

/** The required form of each schema. Cached, since making it copies the schema. */
const requiredForms = new WeakMap<object, ObjectSchema>();

function requiredOf<T>(schema: ObjectSchema<T>): ObjectSchema<T> {
  const present = requiredForms.get(schema);
  if (present !== undefined) return present;
  const required = schema.required();
  requiredForms.set(schema, required);
  return required;
}

function toDetail(item: ValidationErrorItem): ErrorDetail {
  const fullPath = item.path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${part}`),
    '',
  );
  // A name comes from the caller too, and may be a megabyte long.
  const path = fullPath.slice(0, 100);
  if (item.type === 'object.unknown') return { path, message: `${path} is not a known field` };
  // Joi repeats some values in its messages, so long ones are cut.
  return { path, message: item.message.slice(0, 300) };
}

/** Level by level, without recursion. An own `__proto__` would be lost when a value is copied, and pass unnoticed. */
function refuseHostileShape(value: unknown, place: InputPlace): void {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH)
      throw new BadRequestError(`Invalid ${place}: it is nested more than ${MAX_DEPTH} levels deep.`);
    const next: unknown[] = [];
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue;
      if (Object.hasOwn(item, '__proto__')) {
        throw new BadRequestError('"__proto__" is not a known field.', {
          details: [{ path: '__proto__', message: '__proto__ is not a known field' }],
        });
      }
      for (const child of Object.values(item)) {
        if (typeof child === 'object') next.push(child);
      }
    }
    level = next;
  }
}

/**
 * The same value, or a copy in which every object can be shown: Joi's messages ask an object for its text by `toString`, which in JSON may
 * be a field of any kind. The copy's `toString` gives the object as JSON, cut; it remains a field, so that it is refused where it is none.
 */
function withShowableObjects(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const items = value.map(withShowableObjects);
    return items.every((item, at) => item === value[at]) ? value : items;
  }
  const fields = Object.entries(value).map(([name, field]) => [name, withShowableObjects(field)] as const);
  const isHidden = Object.hasOwn(value, 'toString');
  const before = value as Readonly<Record<string, unknown>>;
  if (!isHidden && fields.every(([name, field]) => field === before[name])) return value;
  const copy: Record<string, unknown> = Object.fromEntries(fields);
  if (isHidden) copy['toString'] = () => JSON.stringify(value).slice(0, LONGEST_SHOWN);
  return copy;
}

const LONGEST_SHOWN = 100;
