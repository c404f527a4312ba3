import type { AnySchema, ObjectSchema } from 'joi';
import joiToJson from 'joi-to-json';

/** A JSON schema, as written in the document. */
export type JsonSchema = Readonly<Record<string, unknown>>;

// The package's types describe a default export, but the module itself is the function.
const parseJoi = joiToJson as unknown as (
  schema: AnySchema,
  dialect: 'open-api-3.1',
  named: Record<string, JsonSchema>,
  options: typeof PARSER_OPTIONS,
) => JsonSchema;

/**
 * Exactly one of several fields is written as alternatives, which tools for OpenAPI know; the package would write `if` and `then: false`.
 */
const PARSER_OPTIONS = {
  logicalOpParser: {
    xor: (schema: Record<string, unknown>, { peers }: { readonly peers: readonly string[] }): void => {
      schema['oneOf'] = peers.map((peer) => ({ required: [peer] }));
    },
  },
};

/**
 * The JSON schema of a request, which may have no other fields.
 * @throws Error for a pattern with a flag that JSON schema lacks, since it would mean something else there
 */
export function requestSchemaOf(schema: AnySchema): JsonSchema {
  return corrected(parseJoi(schema, 'open-api-3.1', {}, PARSER_OPTIONS), { closed: true }) as JsonSchema;
}

/**
 * The JSON schema of an answer. It allows fields of later versions, which clients must ignore. Named schemas in it become references and
 * are added to `components`.
 * @throws Error for two different schemas of the same name
 */
export function answerSchemaOf(schema: AnySchema, components: Record<string, JsonSchema>): JsonSchema {
  // The parser reports a named schema each time; the same name must stand for the same schema.
  const named = new Proxy(components, {
    set(target, name: string, raw: JsonSchema) {
      const component = corrected(raw, { closed: false }) as JsonSchema;
      const written = target[name];
      if (written !== undefined && JSON.stringify(written) !== JSON.stringify(component)) {
        throw new Error(`two different schemas are named ${name} in the OpenAPI document`);
      }
      target[name] = component;
      return true;
    },
  });
  const { schemas: _schemas, ...own } = corrected(parseJoi(schema, 'open-api-3.1', named, PARSER_OPTIONS), {
    closed: false,
  }) as Record<string, unknown>;
  return own;
}

/** The names and schemas of an object schema's fields, and which are required. */
export function fieldsOf(schema: ObjectSchema): readonly { name: string; required: boolean; schema: JsonSchema }[] {
  const { properties = {}, required = [] } = requestSchemaOf(schema) as {
    properties?: Record<string, JsonSchema>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, field]) => ({
    name,
    required: required.includes(name) && !('default' in field),
    schema: field,
  }));
}

/**
 * Corrects what joi-to-json writes wrongly or in a roundabout way:
 * - It leaves the flags of an expression, with the slash before them, in its pattern (`^a$/u`); patterns of JSON schema always have the
 *   flag `u`.
 * - It uses `email` for addresses with letters of any script, which JSON schema calls `idn-email`.
 * - It lists the pattern of an object's names among the properties too. We write `propertyNames` and `additionalProperties`, which
 *   generated clients understand.
 * - It writes null as a constant, from which generators make `unknown`; as a type they know it.
 */
function corrected(value: unknown, options: { readonly closed: boolean }): unknown {
  if (Array.isArray(value)) return value.map((part) => corrected(part, options));
  if (typeof value !== 'object' || value === null) return value;
  const { patternProperties, ...rest } = value as Record<string, unknown>;
  if (rest['const'] === null) {
    const { const: _null, ...described } = rest;
    return { type: 'null', ...described };
  }
  const fields = Object.entries(rest)
    .filter(([name, part]) => options.closed || name !== 'additionalProperties' || part !== false)
    .map(([name, part]) => {
      if (name === 'format' && part === 'email') return [name, 'idn-email'];
      if (name === 'pattern' && typeof part === 'string') return [name, withoutFlags(part)];
      // An example is data, not a schema.
      return [name, name === 'examples' || name === 'default' ? part : corrected(part, options)];
    });
  const schema = Object.fromEntries(fields);
  if (typeof patternProperties !== 'object' || patternProperties === null) return schema;
  const [[pattern, named] = ['', {}]] = Object.entries(patternProperties);
  const { properties: _properties, ...object } = schema;
  const names = pattern === '^' ? {} : { propertyNames: { pattern } };
  return { ...object, ...names, additionalProperties: corrected(named, options) };
}

function withoutFlags(pattern: string): string {
  const [, source = pattern, flags = ''] = /^(.*[^\\])\/([a-z]+)$/.exec(pattern) ?? [];
  if (flags !== '' && flags !== 'u') throw new Error(`JSON schema has no flag "${flags}" for the pattern ${source}`);
  return source;
}
