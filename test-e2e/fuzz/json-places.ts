/** The path to a place in a JSON value, outermost key first. */
export type Place = readonly (string | number)[];

type Json = Record<string, unknown> | unknown[];
/** Whether a value is an object or a list. */
export const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Passed to `changed` to remove a place. */
export const REMOVED = Symbol('removed');

/** Gives every place in a JSON value that holds something. */
export function placesIn(value: unknown, path: Place = []): readonly Place[] {
  if (!isJson(value)) return [path];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [path, ...entries.flatMap(([key, item]) => placesIn(item, [...path, key]))];
}

/** Gives the value at a place. */
export const valueAt = (value: unknown, path: Place): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown>)[key], value);

/** Copies a value with another value at a place. */
export function changed(value: unknown, [key, ...rest]: Place, make: (old: unknown) => unknown): unknown {
  if (key === undefined) return make(value);
  if (Array.isArray(value)) return value.map((item, at) => (at === key ? changed(item, rest, make) : item));
  if (!isJson(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, item]) => [name, name === key ? changed(item, rest, make) : item] as const)
      .filter(([, item]) => item !== REMOVED),
  );
}
