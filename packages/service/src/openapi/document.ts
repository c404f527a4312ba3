import type { AnySchema } from 'joi';
import { exampleOf } from './example.js';
import { answerSchemaOf, fieldsOf, type JsonSchema, requestSchemaOf } from './json-schema.js';
import type { Operation } from './operation.js';
import { CLOSED_LIST } from './resource.js';

/** The parts of an OpenAPI document that describe the whole service, besides its operations. */
export interface ApiDescription<Credential extends string = string> {
  readonly title: string;
  readonly description: string;
  /** The base address for callers; a relative one where none is configured. */
  readonly serverUrl: string;
  /** The body of every failure. */
  readonly error: AnySchema;
  readonly securitySchemes: Readonly<Record<string, JsonSchema>>;
  /** For each kind of credential: its security schemes, and the errors of every operation that takes it. */
  readonly credentials: Readonly<
    Record<Credential, { readonly schemes: readonly string[]; readonly errors: Readonly<Record<number, string>> }>
  >;
  /** The envelope of a successful answer. */
  successBody(data: AnySchema): AnySchema;
  /** The description of each tag, in the order of the document. */
  readonly tags: Readonly<Record<string, string>>;
  readonly operations: readonly Operation<Credential>[];
}

/** The security scheme of API keys: an operation's scope is shown as the role that it needs of it. */
export const KEY_SCHEME = 'apiKey';

/** A security scheme of the `Authorization: Bearer` header. */
export const bearerScheme = (description: string): JsonSchema => ({ type: 'http', scheme: 'bearer', description });

/** The OpenAPI 3.1 document of a service. */
export function openApiDocument<Credential extends string>(api: ApiDescription<Credential>): JsonSchema {
  return without(CLOSED_LIST, describedApi(api)) as JsonSchema;
}

/** A value without the fields of a name, at any depth. */
function without(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((part) => without(name, part));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([field]) => field !== name);
  return Object.fromEntries(kept.map(([field, part]) => [field, without(name, part)]));
}

/** The document with what only our own tools ask: which lists of values are closed (`json.closedOneOf`). */
export function describedApi<Credential extends string>(api: ApiDescription<Credential>): JsonSchema {
  const components: Record<string, JsonSchema> = {};
  const paths: Record<string, Record<string, JsonSchema>> = {};
  const failure = content('application/json', api.error, components);
  for (const operation of api.operations) {
    const described = toOperationObject(api, operation, { components, failure });
    paths[operation.path] = { ...paths[operation.path], [operation.method]: described };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: api.title,
      version: '1.0.0',
      description: api.description,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: api.serverUrl }],
    tags: Object.entries(api.tags).map(([name, description]) => ({ name, description })),
    paths,
    components: { schemas: components, securitySchemes: api.securitySchemes },
  };
}

type Components = Record<string, JsonSchema>;

/** The error statuses an operation may answer, with what brings them. */
export function documentedErrors<Credential extends string>(
  api: ApiDescription<Credential>,
  { body, errors, idempotent, security }: Operation<Credential>,
): Readonly<Record<number, string>> {
  return {
    // Also where nothing is described: a parameter that nobody knows is refused everywhere.
    400: 'Something in the request is not as described; the error names it.',
    ...api.credentials[security].errors,
    ...(body === undefined
      ? {}
      : {
          408: 'The body stopped arriving before its end.',
          413: 'The body is too large.',
          415: 'The body is of another content type.',
        }),
    ...errors,
    ...(idempotent === true ? { 409: [errors[409], KEY_CONFLICT].filter(Boolean).join(' ') } : {}),
  };
}

function toOperationObject<Credential extends string>(
  api: ApiDescription<Credential>,
  operation: Operation<Credential>,
  { components, failure }: { readonly components: Components; readonly failure: JsonSchema },
): JsonSchema {
  const credential = api.credentials[operation.security];
  return {
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description === undefined ? {} : { description: operation.description }),
    operationId: operation.id,
    security: credential.schemes.map((scheme) => ({
      [scheme]: scheme === KEY_SCHEME && operation.scope ? [operation.scope] : [],
    })),
    ...parametersOf(operation),
    ...requestBodyOf(operation),
    ...eventsOf(operation, components),
    responses: {
      [operation.success.status]: successResponse(api, operation, components),
      ...Object.fromEntries(
        Object.entries(documentedErrors(api, operation)).map(([status, description]) => [
          status,
          { description, content: failure },
        ]),
      ),
    },
  };
}

/** The header of operations that are done once; what it means is said by `Once` of packages/auth. */
const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A value of your own, new for each request, such as a UUID. For 24 hours, the same request sent again with the same key gets the first answer, and nothing is done twice. A request that failed may be sent again with the same key.',
  schema: { type: 'string', pattern: '^[!-~]{1,255}$' },
  example: '2f1c7ab4-8a53-4bb4-9a38-0f0ba6e3c1d7',
} as const;
const KEY_CONFLICT = 'The first request with this Idempotency-Key is still running, or was a different request.';

function parametersOf({ idempotent, params = {}, query }: Operation): { parameters?: readonly JsonSchema[] } {
  const inPath = Object.entries(params).map(([name, schema]) => ({
    ...{ name, in: 'path', required: true },
    ...{ schema: requestSchemaOf(schema), example: exampleOf(schema) },
  }));
  const inQuery = (query === undefined ? [] : fieldsOf(query)).map((field) => ({ ...field, in: 'query' }));
  const parameters = [...inPath, ...inQuery, ...(idempotent === true ? [idempotencyKey] : [])];
  return parameters.length === 0 ? {} : { parameters };
}

/** OpenAPI has no place for the events of a stream, so an extension has them with their schemas. */
function eventsOf({ events }: Operation, components: Components): JsonSchema {
  if (events === undefined) return {};
  const schemas = Object.entries(events).map(([name, schema]) => [
    name,
    { schema: answerSchemaOf(schema, components) },
  ]);
  return { 'x-events': Object.fromEntries(schemas) };
}

function requestBodyOf({ body, otherBodies = {} }: Operation): { requestBody?: JsonSchema } {
  if (body === undefined) return {};
  const alternatives: readonly AnySchema[] = Array.isArray(body) ? body : [body as AnySchema];
  const [first] = alternatives;
  if (first === undefined) throw new Error('an operation has a body of no alternative');
  const schemas = alternatives.map(requestSchemaOf);
  const json = { schema: Array.isArray(body) ? { oneOf: schemas } : schemas[0], example: exampleOf(first) };
  const others = Object.entries(otherBodies).map(([type, schema]) => [type, { schema: requestSchemaOf(schema) }]);
  return { requestBody: { required: true, content: { 'application/json': json, ...Object.fromEntries(others) } } };
}

/** The value of `content` for one media type. Only JSON has an example, since an example as JSON would not be a file of another type. */
function content(type: string, schema: AnySchema, components: Components): JsonSchema {
  const example = type === 'application/json' ? { example: exampleOf(schema) } : {};
  return { [type]: { schema: answerSchemaOf(schema, components), ...example } };
}

function successResponse<Credential extends string>(
  api: ApiDescription<Credential>,
  { success, otherSuccess = {} }: Operation<Credential>,
  components: Components,
): JsonSchema {
  const { description } = success;
  if (success.status === 303) {
    return { description, headers: { Location: { schema: { type: 'string', format: 'uri-reference' } } } };
  }
  const first =
    'file' in success
      ? { [success.file]: { schema: { type: 'string', format: 'binary' } } }
      : content('application/json', api.successBody(success.data), components);
  const others = Object.entries(otherSuccess).map(([type, schema]) => content(type, schema, components));
  return { description, content: Object.assign(first, ...others) };
}
