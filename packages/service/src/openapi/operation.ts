import type { ObjectSchema } from 'joi';
import joiToJson from 'joi-to-json';

// The package's types describe a default export; the module itself is the function.
const parseJoi = joiToJson as unknown as (schema: ObjectSchema, dialect: 'open-api-3.1') => JsonSchema;

/** A JSON schema, as it stands in the document. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** One operation of the document, close to how people speak of it. `Credential` names the kinds of credential the service knows. */
export interface Operation<Credential extends string = string> {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly security: Credential;
  readonly query?: ObjectSchema;
  /** Path parameters and what they are. */
  readonly params?: Readonly<Record<string, JsonSchema>>;
  /** The JSON body; several are alternatives. */
  readonly body?: ObjectSchema | readonly ObjectSchema[];
  /** Bodies of other media types. */
  readonly otherBodies?: Readonly<Record<string, JsonSchema>>;
  /** What the answer carries (in the service's envelope, if it has one), or a file of a media type; or a redirect, which carries nothing. */
  readonly success:
    | ({ readonly status: 200 | 201; readonly description: string } & (
        | { readonly data: JsonSchema }
        | { readonly file: string }
      ))
    | { readonly status: 303; readonly description: string };
  /** Success in another media type, as server-sent events are. */
  readonly otherSuccess?: Readonly<Record<string, JsonSchema>>;
  /** Error statuses beside those that every operation of its kind has, with what brings them. */
  readonly errors: Readonly<Record<number, string>>;
}

/** The JSON schema of a Joi schema. @throws Error for a pattern with a flag that JSON schema has not, since it would say something else there */
export function jsonSchemaOf(schema: ObjectSchema): JsonSchema {
  return corrected(parseJoi(schema, 'open-api-3.1')) as JsonSchema;
}

/**
 * What joi-to-json says wrongly. It leaves the flags of an expression, with the slash before them, in its pattern (`^a$/u`); patterns of JSON schema are
 * `u` always. And it calls `email` what Joi takes in letters of any script, which JSON schema calls `idn-email`.
 */
function corrected(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(corrected);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      if (name === 'format' && part === 'email') return [name, 'idn-email'];
      if (name !== 'pattern' || typeof part !== 'string') return [name, corrected(part)];
      const [, source = part, flags = ''] = /^(.*[^\\])\/([a-z]+)$/.exec(part) ?? [];
      if (flags !== '' && flags !== 'u')
        throw new Error(`JSON schema has no flag "${flags}" for the pattern ${source}`);
      return [name, source];
    }),
  );
}

/** A schema that lives under `components`. */
export function ref(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** An object schema whose listed properties are all required, `optional` ones aside. */
export function object(properties: Readonly<Record<string, JsonSchema>>, optional: readonly string[] = []): JsonSchema {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', properties, ...(required.length === 0 ? {} : { required }) };
}

/** An array schema. */
export function list(items: JsonSchema): JsonSchema {
  return { type: 'array', items };
}

export const text: JsonSchema = { type: 'string' };
export const uuid: JsonSchema = { type: 'string', format: 'uuid' };
export const instant: JsonSchema = {
  type: 'string',
  format: 'date-time',
  description: 'ISO 8601 UTC with milliseconds and Z',
};
export const integer: JsonSchema = { type: 'integer' };
export const yesOrNo: JsonSchema = { type: 'boolean' };

/** The same schema, also null. */
export function nullable(schema: JsonSchema): JsonSchema {
  return { oneOf: [schema, { type: 'null' }] };
}
