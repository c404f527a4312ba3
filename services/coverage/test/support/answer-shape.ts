/**
 * What an answer must look like: a kind of value (`uuid`, `text`, `integer`, `number`, `bool`, `instant`, `list`, `object`, or `=a|b` for one of several
 * texts; `?` behind it allows null), a list of things of one shape, or an object with exactly these members.
 */
export type Shape = string | readonly [Shape] | { readonly [member: string]: Shape };

const UUID = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const KINDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  uuid: (value) => typeof value === 'string' && UUID.test(value),
  text: (value) => typeof value === 'string',
  integer: (value) => Number.isSafeInteger(value),
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  bool: (value) => typeof value === 'boolean',
  instant: (value) => typeof value === 'string' && INSTANT.test(value),
  list: (value) => Array.isArray(value),
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

/** Where a value departs from its shape, one line each; empty where it does not. A list that has nothing to look at departs too. */
export function departures(value: unknown, shape: Shape, at = 'answer'): string[] {
  if (typeof shape === 'string') return ofKind(value, shape) ? [] : [`${at} is ${JSON.stringify(value)}, not ${shape}`];
  if (isList(shape)) {
    if (!Array.isArray(value)) return [`${at} is no list`];
    if (value.length === 0) return [`${at} is empty: nothing to look at`];
    return value.flatMap((item, index) => departures(item, shape[0], `${at}[${index}]`));
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${at} is no object`];
  const unknown = Object.keys(value).filter((name) => !(name in shape));
  return [
    ...unknown.map((name) => `${at}.${name} is not documented`),
    ...Object.entries(shape).flatMap(([name, part]) =>
      name in value
        ? departures((value as Record<string, unknown>)[name], part, `${at}.${name}`)
        : [`${at}.${name} is missing`],
    ),
  ];
}

const isList = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape);

function ofKind(value: unknown, shape: string): boolean {
  if (shape.endsWith('?')) return value === null || ofKind(value, shape.slice(0, -1));
  if (shape.startsWith('=')) return typeof value === 'string' && shape.slice(1).split('|').includes(value);
  const fits = KINDS[shape];
  if (fits === undefined) throw new Error(`no kind of value is called ${shape}`);
  return fits(value);
}
