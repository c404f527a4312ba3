import { type JsonSchema, jsonSchemaOf, type Operation } from './operation.js';

/** What an OpenAPI document says of a whole service, beside its operations. */
export interface ApiDescription<Credential extends string = string> {
  readonly title: string;
  readonly description: string;
  /** Where callers reach the paths; a relative address where none is configured. */
  readonly serverUrl: string;
  /** Begins every path and is left out of operation ids, such as `/v1/`. */
  readonly pathPrefix: string;
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly securitySchemes: Readonly<Record<string, JsonSchema>>;
  /** Per kind of credential: the schemes that carry it, and the errors that every operation taking it may answer. */
  readonly credentials: Readonly<
    Record<Credential, { readonly schemes: readonly string[]; readonly errors: Readonly<Record<number, string>> }>
  >;
  /** The envelope around what a successful answer carries. */
  successBody(data: JsonSchema): JsonSchema;
  readonly operations: readonly Operation<Credential>[];
}

/** A security scheme of the `Authorization: Bearer` header. */
export const bearerScheme = (description: string): JsonSchema => ({ type: 'http', scheme: 'bearer', description });

/** The OpenAPI 3.1 document of a service. */
export function openApiDocument<Credential extends string>(api: ApiDescription<Credential>): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const operation of api.operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: toOperationObject(api, operation) };
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
    tags: [...new Set(api.operations.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: { schemas: api.schemas, securitySchemes: api.securitySchemes },
  };
}

function toOperationObject<Credential extends string>(
  api: ApiDescription<Credential>,
  operation: Operation<Credential>,
): JsonSchema {
  const { success, otherSuccess } = operation;
  const credential = api.credentials[operation.security];
  const errors: Record<number, string> = {
    // Also where nothing is described: a parameter that nobody knows is refused everywhere.
    400: 'Something in the request is not as described; the error names it.',
    ...credential.errors,
    ...(operation.body === undefined
      ? {}
      : { 413: 'The body is too large.', 415: 'The body is of another content type.' }),
    ...operation.errors,
  };
  return {
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description === undefined ? {} : { description: operation.description }),
    operationId: operationId(operation, api.pathPrefix),
    security: credential.schemes.map((scheme) => ({ [scheme]: [] })),
    ...parametersOf(operation),
    ...requestBodyOf(operation),
    responses: {
      [success.status]: successResponse(api, success, otherSuccess),
      ...Object.fromEntries(
        Object.entries(errors).map(([status, description]) => [status, errorResponse(description)]),
      ),
    },
  };
}

function parametersOf({ params = {}, query }: Operation): { parameters?: readonly JsonSchema[] } {
  const inPath = Object.entries(params).map(([name, schema]) => ({ name, in: 'path', required: true, schema }));
  const described =
    query === undefined
      ? undefined
      : (jsonSchemaOf(query) as { properties?: Record<string, JsonSchema>; required?: string[] });
  const inQuery = Object.entries(described?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: described?.required?.includes(name) === true && !('default' in schema),
    schema,
  }));
  return inPath.length + inQuery.length === 0 ? {} : { parameters: [...inPath, ...inQuery] };
}

function requestBodyOf({ body, otherBodies }: Operation): { requestBody?: JsonSchema } {
  if (body === undefined) return {};
  const schema = Array.isArray(body)
    ? { oneOf: body.map(jsonSchemaOf) }
    : jsonSchemaOf(body as Parameters<typeof jsonSchemaOf>[0]);
  return { requestBody: { required: true, content: { 'application/json': { schema }, ...mediaTypes(otherBodies) } } };
}

function mediaTypes(byType: Readonly<Record<string, JsonSchema>> | undefined): JsonSchema {
  return Object.fromEntries(Object.entries(byType ?? {}).map(([type, schema]) => [type, { schema }]));
}

function successResponse<Credential extends string>(
  api: ApiDescription<Credential>,
  success: Operation['success'],
  otherSuccess: Operation['otherSuccess'],
): JsonSchema {
  const { description } = success;
  if (success.status === 303) {
    return { description, headers: { Location: { schema: { type: 'string', format: 'uri-reference' } } } };
  }
  const first: Readonly<Record<string, JsonSchema>> =
    'file' in success
      ? { [success.file]: { type: 'string', format: 'binary' } }
      : { 'application/json': api.successBody(success.data) };
  return { description, content: { ...mediaTypes(first), ...mediaTypes(otherSuccess) } };
}

function errorResponse(description: string): JsonSchema {
  return { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } };
}

/** A name for generated clients: `post /v1/api-keys` is `postApiKeys`. */
function operationId({ method, path }: Operation, prefix: string): string {
  const words = path
    .replace(prefix, '')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
  return method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
