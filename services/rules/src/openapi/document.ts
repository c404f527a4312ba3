import { type JsonSchema, jsonSchemaOf, type Operation, object } from './operation.js';
import { componentSchemas } from './schemas.js';

/** What every operation of a kind of credential may answer, beside its own. */
const SHARED_ERRORS: Readonly<Record<Operation['security'], Readonly<Record<number, string>>>> = {
  none: {},
  jwt: { 401: 'No valid access token.', 403: 'An API key, or a tier or e-mail address that does not allow it.' },
  any: {
    401: 'No valid credential.',
    403: "A key whose user's tier has fallen to free.",
    429: 'More than 60 calls a minute.',
  },
  admin: { 401: 'Not the admin token.' },
};

const SECURITY: Readonly<Record<Operation['security'], readonly JsonSchema[]>> = {
  none: [],
  jwt: [{ accessToken: [] }],
  any: [{ apiKey: [] }, { accessToken: [] }],
  admin: [{ adminToken: [] }],
};

const bearer = (description: string): JsonSchema => ({ type: 'http', scheme: 'bearer', description });

/** The OpenAPI 3.1 document of a list of operations. `serverUrl` is where callers reach the service, when it is configured. */
export function openApiDocument(operations: readonly Operation[], serverUrl: string | undefined): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: toOperationObject(operation) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tripline rule generation',
      version: '1.0.0',
      description:
        'Reads threat advisories, writes Sigma rules and converts each to six SIEM query languages. Success is {success: true, data}, failure {success: false, error}. Every answer carries X-Request-Id.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl ?? '/' }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: {
      schemas: componentSchemas,
      securitySchemes: {
        apiKey: bearer('An API key, <vendor>_live_…'),
        accessToken: bearer('A JWT from /v1/auth/login or the configured identity provider'),
        adminToken: bearer("The operator's ADMIN_TOKEN"),
      },
    },
  };
}

function toOperationObject(operation: Operation): JsonSchema {
  const { success, otherSuccess } = operation;
  const errors: Record<number, string> = {
    ...SHARED_ERRORS[operation.security],
    ...(operation.body === undefined && operation.query === undefined
      ? {}
      : { 400: 'Something in the request is not as described; `details` names it.' }),
    ...(operation.body === undefined
      ? {}
      : { 413: 'The body is too large.', 415: 'The body is of another content type.' }),
    ...operation.errors,
  };
  return {
    tags: [operation.tag],
    summary: operation.summary,
    ...(operation.description === undefined ? {} : { description: operation.description }),
    operationId: operationId(operation),
    security: SECURITY[operation.security],
    ...parametersOf(operation),
    ...requestBodyOf(operation),
    responses: {
      [success.status]: {
        description: success.description,
        content: {
          ...('file' in success
            ? mediaTypes({ [success.file]: { type: 'string', format: 'binary' } })
            : mediaTypes({ 'application/json': object({ success: { const: true }, data: success.data }) })),
          ...mediaTypes(otherSuccess),
        },
      },
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

function errorResponse(description: string): JsonSchema {
  return { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } };
}

/** A name for generated clients: `post /v1/api-keys` is `postApiKeys`. */
function operationId({ method, path }: Operation): string {
  const words = path
    .replace('/v1/', '')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '');
  return method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}
