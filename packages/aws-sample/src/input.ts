import { AwsError } from './aws-error.js';
import type { Input } from './call.js';

/** A string member, or nothing when it is absent or empty. */
export function text(input: Input, name: string): string | undefined {
  const value = input[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A boolean member, as JSON or as the text `true` or `false` of query strings. */
export function flag(input: Input, name: string): boolean | undefined {
  const value = input[name];
  return value === undefined ? undefined : value === true || value === 'true';
}

/** A list of strings; a single string counts as a list of one, as in a query string. Nothing when absent or empty. */
export function texts(input: Input, name: string): string[] | undefined {
  const value = input[name];
  const list = Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
  if (typeof value === 'string') list.push(value);
  return list.length > 0 ? list : undefined;
}

/** A list of objects; empty when absent. */
export function objects(input: Input, name: string): Input[] {
  const value = input[name];
  return Array.isArray(value) ? value.filter((item): item is Input => typeof item === 'object' && item !== null) : [];
}

/**
 * A whole number within bounds, or nothing when absent.
 *
 * @throws AwsError with the service's code for bad input.
 */
export function wholeNumber(
  input: Input,
  name: string,
  bounds: { readonly min: number; readonly max: number },
  code: string,
): number | undefined {
  const value = input[name];
  if (value === undefined || value === null) return undefined;
  const number = typeof value === 'number' ? value : Number(value);
  if (!Number.isInteger(number) || number < bounds.min || number > bounds.max) {
    throw new AwsError(
      code,
      `Value ${JSON.stringify(value)} at '${name}' failed to satisfy constraint: it must be a whole number between ${bounds.min} and ${bounds.max}`,
    );
  }
  return number;
}

/** @throws AwsError with the service's code when the member is absent. */
export function requiredText(input: Input, name: string, code: string): string {
  const value = text(input, name);
  if (value === undefined)
    throw new AwsError(
      code,
      `1 validation error detected: Value null at '${name}' failed to satisfy constraint: it must not be null`,
    );
  return value;
}
