import { type ApiDescription, describedApi } from './document.js';
import type { JsonSchema } from './json-schema.js';
import { CLOSED_LIST } from './resource.js';

/** What marks the text beside the known values of a list that later versions may add to, in a document for generators of clients. */
export const OTHER_VALUES = 'x-other-values';

interface ClientOperation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, JsonSchema>>;
  readonly 'x-events'?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
}

/**
 * A service's document as our clients are generated from it:
 * - without examples, and with one error for every failure, since all carry the same body. The types are a quarter as long;
 * - each list of values in an answer that is not closed takes any text besides ({@link OTHER_VALUES}), and so does a list in a request all of whose
 *   values such a one has: what an answer gave can be sent back;
 * - the events of a stream are a schema, an object by the events' names: `GenerateRulesEvents` for the operation `generateRules`.
 */
export function clientDocument<Credential extends string>(api: ApiDescription<Credential>): JsonSchema {
  const { components, paths, ...document } = describedApi(api) as {
    components: { readonly schemas: JsonSchema };
    paths: Readonly<Record<string, Readonly<Record<string, ClientOperation>>>>;
  };
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const schemas = {
    ...(answerOf(components.schemas) as JsonSchema),
    ...Object.fromEntries(operations.flatMap(eventsOf)),
  };
  const answered = each(paths, (methods) => each(methods, withAnswers));
  const lists = openListsIn([schemas, answered]);
  return {
    ...document,
    paths: each(answered, (methods) => each(methods, (operation) => withRequests(operation, lists))),
    components: { ...components, schemas },
  };
}

function withAnswers(operation: ClientOperation): ClientOperation {
  const { responses, ...rest } = operation;
  const [[status, success] = ['200', {}]] = Object.entries(responses);
  const failure = { description: 'What was wrong.', content: responses['400']?.['content'] };
  return {
    ...(withoutExamples(rest) as Omit<ClientOperation, 'responses'>),
    responses: { [status]: answerOf(success) as JsonSchema, default: answerOf(failure) as JsonSchema },
  };
}

/** An operation with the lists of its requests open of which all values are in one of `lists`. */
function withRequests({ responses, ...request }: ClientOperation, lists: readonly (readonly unknown[])[]): JsonSchema {
  const opened = eachObject(request, ({ [CLOSED_LIST]: isClosed, ...fields }) => {
    const { enum: values } = fields;
    if (!Array.isArray(values) || isClosed === true) return fields;
    return lists.some((list) => values.every((value) => list.includes(value))) ? openList(fields, values) : fields;
  });
  return { ...(opened as JsonSchema), responses };
}

/** The schema of a list with the values that are known and any other text. */
function openList(
  { const: _only, enum: _values, type: _type, ...described }: JsonSchema,
  values: readonly unknown[],
): JsonSchema {
  return { ...described, anyOf: [{ enum: values }, { type: 'string', [OTHER_VALUES]: true }] };
}

/** The values of each open list. */
function openListsIn(schema: unknown): readonly (readonly unknown[])[] {
  const lists: (readonly unknown[])[] = [];
  eachObject(schema, (fields) => {
    const [known, other] = Array.isArray(fields['anyOf']) ? (fields['anyOf'] as JsonSchema[]) : [];
    if (other?.[OTHER_VALUES] === true) lists.push(known?.['enum'] as unknown[]);
    return fields;
  });
  return lists;
}

function eventsOf({ 'x-events': events, operationId }: ClientOperation): [string, unknown][] {
  if (events === undefined) return [];
  const properties = each(events, ({ schema }) => answerOf(schema));
  const name = `${operationId.charAt(0).toUpperCase()}${operationId.slice(1)}Events`;
  return [[name, { type: 'object', properties, required: Object.keys(properties) }]];
}

/** What an answer says, without examples, and its lists open. */
function answerOf(schema: unknown): unknown {
  return eachObject(withoutExamples(schema), ({ [CLOSED_LIST]: isClosed, ...fields }) => {
    // A list of one value is a constant in the document.
    const values = typeof fields['const'] === 'string' ? [fields['const']] : fields['enum'];
    return Array.isArray(values) && isClosed !== true ? openList(fields, values) : fields;
  });
}

const withoutExamples = (schema: unknown): unknown =>
  eachObject(schema, ({ example: _example, examples: _examples, ...fields }) => fields);

/** A value with each object in it changed, the inner ones first. */
function eachObject(value: unknown, change: (fields: Record<string, unknown>) => Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((part) => eachObject(part, change));
  if (typeof value !== 'object' || value === null) return value;
  return change(each(value as Record<string, unknown>, (part) => eachObject(part, change)));
}

const each = <T, R>(values: Readonly<Record<string, T>>, change: (value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
