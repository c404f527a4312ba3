/** A place in a JSON value, from the outside in. */
export type Place = readonly (string | number)[];

type Json = Record<string, unknown> | unknown[];
/** Whether a value is an object or a list. */
export const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** What `changed` is given to take a place out. */
export const REMOVED = Symbol('removed');

/** Every place in a JSON value that holds something. */
export function placesIn(value: unknown, path: Place = []): readonly Place[] {
  if (!isJson(value)) return [path];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [path, ...entries.flatMap(([key, item]) => placesIn(item, [...path, key]))];
}

/** What stands at a place. */
export const valueAt = (value: unknown, path: Place): unknown =>
  path.reduce<unknown>((inner, key) => (inner as Record<string | number, unknown>)[key], value);

/** A copy with another value at a place. */
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
