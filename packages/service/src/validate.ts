import type { ObjectSchema, ValidationErrorItem } from 'joi';
import { BadRequestError, type ErrorDetail } from './errors.js';

/** Where in the request a value came from; the word that begins the message. */
export type InputPlace = 'body' | 'query' | 'path';

const MAX_DETAILS = 20;

/**
 * A value that passed its schema, with defaults filled in. Unknown fields are refused by name, nothing is converted in
 * a body (a number sent as text is a fault), while text from a query or path is converted to what the schema wants.
 * @throws BadRequestError whose details name each field, at most 20 of them
 */
export function validate<T>(schema: ObjectSchema<T>, value: unknown, place: InputPlace = 'body'): T {
  const result = schema.required().validate(value, {
    abortEarly: false,
    allowUnknown: false,
    convert: place !== 'body',
    errors: { label: 'path', wrap: { label: false, array: '[]' } },
  });
  if (result.error === undefined) return result.value;
  const details = result.error.details.slice(0, MAX_DETAILS).map(toDetail);
  const first = details[0];
  const more = details.length > 1 ? ` (and ${details.length - 1} more)` : '';
  throw new BadRequestError(`Invalid ${place}: ${first?.message ?? 'not understood'}${more}.`, { details });
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
