import type { ObjectSchema, ValidationErrorItem } from 'joi';
import { BadRequestError, type ErrorDetail } from './errors.js';
import { excessOf } from './excess.js';

/** Where in the request a value came from; the word that begins the message. */
export type InputPlace = 'body' | 'query' | 'path';

const MAX_DETAILS = 20;
/** Deeper than any value we take; a schema's own checks recurse, and would overflow the stack on a value made for that. */
const MAX_DEPTH = 32;

/**
 * A value that passed its schema, with defaults filled in. Unknown fields are refused by name, nothing is converted in
 * a body (a number sent as text is a fault), while text from a query or path is converted to what the schema wants.
 * @throws BadRequestError whose details name each field, at most 20 of them; also for `__proto__` as a field's name, for a value nested more than 32
 * levels deep, and, before the schema is asked, for more than 100 unknown fields and for a list longer than it takes
 */
export function validate<T>(schema: ObjectSchema<T>, value: unknown, place: InputPlace = 'body'): T {
  refuseHostileShape(value, place);
  const excess = excessOf(schema, value);
  if (excess !== undefined) {
    throw new BadRequestError(`Invalid ${place}: ${excess.message}.`, { details: [excess] });
  }
  const result = requiredOf(schema).validate(value, {
    abortEarly: false,
    allowUnknown: false,
    convert: place !== 'body',
    errors: { label: 'path', wrap: { label: false, array: '[]' } },
  });
  if (result.error === undefined) return result.value;
  const faults = result.error.details;
  const details = faults.slice(0, MAX_DETAILS).map(toDetail);
  const first = details[0];
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : '';
  throw new BadRequestError(`Invalid ${place}: ${first?.message ?? 'not understood'}${more}.`, { details });
}

/** The required form of each schema: making it copies the schema. */
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
  // A name, too, is what the caller sent, and may be a megabyte of it.
  const path = fullPath.slice(0, 100);
  if (item.type === 'object.unknown') return { path, message: `${path} is not a known field` };
  // Joi repeats some values in its messages; a megabyte of them helps nobody.
  return { path, message: item.message.slice(0, 300) };
}

/** Level by level, without recursion. An own `__proto__` would be lost when a value is copied, and pass unseen. */
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
