import Joi from 'joi';

/**
 * An answer of the API, declared once: a Joi schema from which TypeScript infers the type. The OpenAPI document is made from it, views have
 * its type, and tests check answers against it.
 */
export type AnswerSchema<T = unknown> = Joi.AnySchema<T>;

/** The type that a schema describes (the output of Standard Schema, which Joi implements), before it is written as JSON: an instant is a `Date`. */
export type TypeOf<S extends Joi.AnySchema> = NonNullable<S['~standard']['types']>['output'];

/** What marks a closed list in a described document; see {@link closedOneOf}. */
export const CLOSED_LIST = 'x-closed-list';

type Fields = Readonly<Record<string, Joi.AnySchema>>;
type Flat<T> = { [K in keyof T]: T[K] };
/** An object with `F`'s fields, of which those named `O` are optional. */
export type ObjectOf<F extends Fields, O extends keyof F> = Flat<
  { readonly [K in Exclude<keyof F, O>]: TypeOf<F[K]> } & { readonly [K in O]?: TypeOf<F[K]> }
>;

/** An object with exactly these fields; all are required except those listed in `optional`. */
export function object<const F extends Fields>(fields: F): Joi.ObjectSchema<ObjectOf<F, never>>;
export function object<const F extends Fields, const O extends keyof F & string>(
  fields: F,
  optional: readonly O[],
): Joi.ObjectSchema<ObjectOf<F, O>>;
export function object<F extends Fields, O extends keyof F & string>(
  fields: F,
  optional: readonly O[] = [],
): Joi.ObjectSchema<ObjectOf<F, O>> {
  const isOptional = (name: string): boolean => (optional as readonly string[]).includes(name);
  const keys = Object.entries(fields).map(([name, schema]) => [name, isOptional(name) ? schema.optional() : schema]);
  // Presence is set as a preference and not on each field, which would copy every named schema.
  return Joi.object<ObjectOf<F, O>>(Object.fromEntries(keys)).prefs({ presence: 'required' });
}

/** An object with a name in the OpenAPI document, under `components`. It takes fields as {@link object} does. */
export function resource<const F extends Fields>(name: string, fields: F): Joi.ObjectSchema<ObjectOf<F, never>>;
export function resource<const F extends Fields, const O extends keyof F & string>(
  name: string,
  fields: F,
  optional: readonly O[],
): Joi.ObjectSchema<ObjectOf<F, O>>;
export function resource<F extends Fields, O extends keyof F & string>(
  name: string,
  fields: F,
  optional: readonly O[] = [],
): Joi.ObjectSchema<ObjectOf<F, O>> {
  return object(fields, optional).id(name);
}

/** A list of these items. */
export function list<S extends Joi.AnySchema>(items: S): Joi.ArraySchema<readonly TypeOf<S>[]> {
  return Joi.array<readonly TypeOf<S>[]>().items(items);
}

/** The same, or null. */
export function nullable<S extends Joi.AnySchema>(schema: S): Joi.AnySchema<TypeOf<S> | null> {
  // A named schema stays as it is, since it describes its component; other schemas allow null themselves.
  const named = schema.describe().flags !== undefined && 'id' in (schema.describe().flags as object);
  return named || schema.type === 'alternatives' ? Joi.alternatives(schema, Joi.valid(null)) : schema.allow(null);
}

/** One of several schemas. */
export function either<S extends readonly Joi.AnySchema[]>(...schemas: S): Joi.AnySchema<TypeOf<S[number]>> {
  return Joi.alternatives(...schemas);
}

/** A text that is one of `values`. Later versions may add others, so that clients are typed to take any text (docs/api.md). */
export function oneOf<const V extends string>(values: readonly V[]): Joi.StringSchema<V> {
  return Joi.string<V>().valid(...values);
}

/** The same for a list that no later version adds to: clients may tell all its values apart. docs/api.md names each such list. */
export function closedOneOf<const V extends string>(values: readonly V[]): Joi.StringSchema<V> {
  return oneOf(values).meta({ [CLOSED_LIST]: true });
}

/** Exactly this value. */
export function exactly<const V extends string | boolean>(value: V): Joi.AnySchema<V> {
  return Joi.valid(value).meta({ [CLOSED_LIST]: true });
}

/** An object from some of `keys` to values. */
export function byKey<const K extends string, S extends Joi.AnySchema>(
  keys: readonly K[],
  value: S,
): Joi.ObjectSchema<{ readonly [Key in K]?: TypeOf<S> }> {
  return Joi.object<{ readonly [Key in K]?: TypeOf<S> }>().pattern(new RegExp(`^(?:${keys.join('|')})$`), value);
}

/** An object from any names to values. */
export function byName<S extends Joi.AnySchema>(value: S): Joi.ObjectSchema<Readonly<Record<string, TypeOf<S>>>> {
  return Joi.object<Readonly<Record<string, TypeOf<S>>>>().pattern(/^/, value);
}

/** Any text, an empty one too. */
export const text: Joi.StringSchema<string> = Joi.string().allow('');
/** A text that opens something to whoever has it: a key, a token, a code. The routes that answer one are not compressed (`compressAnswers`). */
export const secret: Joi.StringSchema<string> = text.meta({ secret: true });
export const uuid: Joi.StringSchema<string> = Joi.string().guid();
/** ISO 8601 UTC with milliseconds and Z, the JSON form of a `Date`. */
export const instant: Joi.StringSchema<Date> = Joi.string<Date>()
  .isoDate()
  .description('ISO 8601 UTC with milliseconds and Z');
/** An instant that is kept as text. */
export const instantText: Joi.StringSchema<string> = Joi.string().isoDate();
export const integer: Joi.NumberSchema<number> = Joi.number().integer();
export const number: Joi.NumberSchema<number> = Joi.number();
export const yesOrNo: Joi.BooleanSchema<boolean> = Joi.boolean();
/** An object whose fields are not described. */
export const anyObject: Joi.ObjectSchema<Readonly<Record<string, unknown>>> =
  Joi.object<Readonly<Record<string, unknown>>>().unknown();
/** A file's bytes. */
export const binary: Joi.BinarySchema = Joi.binary();

/** Where the next page begins: `cursor` of the next call; null on the last page. */
export const nextCursor: Joi.AnySchema<string | null> = nullable(text)
  .description('hand it back as `cursor` for the next page; null on the last')
  .example('MjAyNi0wMy0wNVQwOTozMDowMC4wMDBa');

/** The answer of an operation that only has a message. */
export const done: Joi.ObjectSchema<{ readonly message: string }> = object({ message: text });
