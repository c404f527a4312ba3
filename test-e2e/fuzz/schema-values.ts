import fc from 'fast-check';
import type { Schema } from './document.js';

/** Gives meaningful values for a place (`body.techniqueId`, `query.from`), where the schema alone would give random text. */
export type KnownValues = (place: string) => fc.Arbitrary<unknown> | undefined;

/** Maximum length of generated texts and lists, unless the schema has a smaller bound. */
const TEXT_MAX = 60;
const LIST_MAX = 3;

/** Generates values that a schema describes. Conditions over several fields are ignored: filter the values with a validator. */
export function valuesOf(schema: Schema, known: KnownValues, place: string): fc.Arbitrary<unknown> {
  const meant = known(place);
  if (meant !== undefined) return meant;
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const alternatives = schema.oneOf ?? schema.anyOf;
  if (alternatives !== undefined && schema.properties === undefined)
    return fc.oneof(...alternatives.map((one) => valuesOf(one, known, place)));
  if (typeof schema.type !== 'string' && schema.type !== undefined) {
    return fc.oneof(...schema.type.map((type) => valuesOf({ ...schema, type }, known, place)));
  }
  switch (schema.type) {
    case 'object':
      return objects(schema, known, place);
    case 'array':
      return lists(schema, known, place);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000 });
    case 'number':
      return fc.double({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return texts(schema);
  }
}

function objects(schema: Schema, known: KnownValues, place: string): fc.Arbitrary<unknown> {
  const { anyOf, oneOf = anyOf, properties = {}, required = [] } = schema;
  const fields = Object.entries(properties).map(
    ([name, field]) => [name, valuesOf(field, known, `${place}.${name}`)] as const,
  );
  // If an object with fields has alternatives, they say which of the fields are required.
  const alternatives = (oneOf ?? [{}]).map((one: Schema) => [...required, ...(one.required ?? [])]);
  return fc.oneof(
    ...alternatives.map((names) =>
      fc.record(Object.fromEntries(fields), { requiredKeys: names.filter((name) => name in properties) }),
    ),
  );
}

function lists({ items = {}, ...schema }: Schema, known: KnownValues, place: string): fc.Arbitrary<unknown> {
  const minLength = schema.minItems ?? 0;
  const maxLength = Math.max(minLength, Math.min(schema.maxItems ?? LIST_MAX, LIST_MAX));
  const item = valuesOf(items, known, `${place}[]`);
  return schema.uniqueItems === true
    ? fc.uniqueArray(item, { minLength, maxLength })
    : fc.array(item, { minLength, maxLength });
}

function texts({ format, maxLength = TEXT_MAX, minLength = 0, pattern }: Schema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'idn-email') return fc.uuid().map((id) => `somebody-${id}@example.test`);
  if (pattern !== undefined) return matching(pattern);
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, TEXT_MAX)) });
}

function matching(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern, 'u'));
  } catch {
    // The generator does not know this construct.
    return fc.string({ maxLength: TEXT_MAX });
  }
}
