import type { Description, ObjectSchema } from 'joi';

/** The parts of Joi's descriptions that are used here; its own type leaves most of them open. */
interface Described extends Description {
  readonly keys?: Readonly<Record<string, Described>>;
  readonly items?: readonly Described[];
  readonly matches?: readonly { readonly schema?: Described }[];
  readonly patterns?: unknown;
  readonly rules?: readonly { readonly name: string; readonly args?: { readonly limit?: unknown } }[];
}

/** Why a value is too costly to validate: the path, and what is too much there. */
export interface Excess {
  readonly path: string;
  readonly message: string;
}

/** A value with more unknown fields is not validated, since naming each would take the validator long. */
const MOST_UNKNOWN = 100;

/**
 * The first part of a value that makes it too costly to validate: more than 100 unknown fields in all, or a list longer than its schema
 * allows. It reads only as much of the value as it needs; everything else is left to the validator.
 */
export function excessOf(schema: ObjectSchema, value: unknown): Excess | undefined {
  const unknown: string[] = [];
  const look = (part: unknown, path: string, schemas: readonly Described[]): Excess | undefined => {
    if (typeof part !== 'object' || part === null) return undefined;
    const alternatives = schemas.flatMap(withoutAlternatives);
    if (Array.isArray(part)) {
      const lists = alternatives.filter(({ type }) => type === 'array');
      const longest = Math.max(...lists.map(mostItems));
      if (lists.length > 0 && part.length > longest) {
        return { path, message: `${path} has ${part.length} items; at most ${longest} are allowed` };
      }
      const items = lists.flatMap((list) => list.items ?? []);
      return first(part, (item, at) => look(item, `${path}[${at}]`, items));
    }
    const objects = alternatives.filter(({ type }) => type === 'object');
    if (objects.length === 0 || !objects.every(namesItsKeys)) return undefined;
    return first(Object.keys(part), (name) => {
      const within = path === '' ? name : `${path}.${name}`;
      const known = objects.flatMap(({ keys }) =>
        keys !== undefined && Object.hasOwn(keys, name) ? [keys[name]] : [],
      );
      if (known.length > 0) return look((part as Record<string, unknown>)[name], within, known as readonly Described[]);
      unknown.push(within.slice(0, 100));
      return unknown.length > MOST_UNKNOWN
        ? {
            path: '',
            message: `it has more than ${MOST_UNKNOWN} unknown fields, such as ${unknown.slice(0, 3).join(', ')}`,
          }
        : undefined;
    });
  };
  return look(value, '', [descriptionOf(schema)]);
}

const descriptions = new WeakMap<object, Described>();

function descriptionOf(schema: ObjectSchema): Described {
  const present = descriptions.get(schema);
  if (present !== undefined) return present;
  const description = schema.describe() as Described;
  descriptions.set(schema, description);
  return description;
}

/** A schema, or its alternatives where it has some. */
function withoutAlternatives(schema: Described): readonly Described[] {
  if (schema.type !== 'alternatives') return [schema];
  return (schema.matches ?? []).flatMap((match) =>
    match.schema === undefined ? [] : withoutAlternatives(match.schema),
  );
}

const namesItsKeys = ({ flags, keys, patterns }: Described): boolean =>
  keys !== undefined && patterns === undefined && (flags as { unknown?: boolean } | undefined)?.unknown !== true;

function mostItems({ rules = [] }: Described): number {
  const limit = rules.find(({ name }) => name === 'max' || name === 'length')?.args?.limit;
  return typeof limit === 'number' ? limit : Number.POSITIVE_INFINITY;
}

/** The first result for which an item gives one. */
function first<Item, Found>(
  items: readonly Item[],
  find: (item: Item, at: number) => Found | undefined,
): Found | undefined {
  for (const [at, item] of items.entries()) {
    const found = find(item, at);
    if (found !== undefined) return found;
  }
  return undefined;
}
