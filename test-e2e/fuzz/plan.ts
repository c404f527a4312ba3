import fc from 'fast-check';
import type { Operation } from './document.js';
import { callersOf, knownValues, pathThing } from './known-values.js';
import { PARTNER_HEADERS } from './partner.js';
import { bytesOf, type FuzzRequest } from './request.js';
import { ruleNamed } from './samples.js';
import { valuesOf } from './schema-values.js';

/** A request in parts, so that one part can be broken. */
export interface Plan {
  readonly operation: Operation;
  readonly caller: string;
  readonly method: string;
  /** The path's segments, as in the address. */
  readonly segments: readonly string[];
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The JSON body; undefined for none. */
  readonly body: unknown;
  /** Bytes to send instead of `body`, as Latin-1 text. */
  readonly raw?: string;
  readonly broken: readonly string[];
}

/** Generates valid requests of an operation. `accepts` says whether the document allows a JSON body. */
export function validPlans(
  operation: Operation,
  accepts: (body: unknown) => boolean,
  servedUrls: readonly string[],
): fc.Arbitrary<Plan> {
  const { method, path } = operation;
  return fc.constantFrom(...callersOf(operation)).chain((caller) => {
    const known = knownValues(operation, caller, servedUrls);
    const query = fc.record(
      Object.fromEntries(
        operation.parameters
          .filter(({ in: place }) => place === 'query')
          .map(({ name, schema }) => [name, valuesOf(schema, known, `query.${name}`)]),
      ),
      { requiredKeys: requiredQuery(operation) },
    );
    const body =
      operation.body === undefined
        ? fc.constant(undefined)
        : valuesOf(operation.body, known, 'body').filter(described(operation, accepts));
    return fc.record({ query, body, credential: credentials(operation, caller) }).map((made) => ({
      ...{ operation, caller, method, broken: [] },
      segments: path
        .split('/')
        .map(
          (segment) =>
            PATH_VALUES[segment] ?? (segment.startsWith('{') ? `{{${target(operation, caller, segment)}}}` : segment),
        ),
      query: Object.entries(made.query)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, String(value)] as const),
      headers: [
        ...made.credential,
        ...sessionCookie(operation, caller),
        ...signatureOf(operation),
        ...fileType(operation),
      ],
      body: made.body,
      ...(operation.name === IMPORT ? { raw: ruleNamed(`{{${caller}.marker}}`) } : {}),
    }));
  });
}

/** Fixed values of path parameters for every caller: every rule has a first version, and accounts of every provider are counted over the technique. */
const PATH_VALUES: Readonly<Record<string, string>> = { '{version}': '1', '{technique}': 'T1485' };

/** Bodies tried one after the other until one is as the document describes it. */
const MOST_TRIES = 5_000;

/** Whether a body is described. @throws Error when none has been for so long that none will be */
function described({ name }: Operation, accepts: (body: unknown) => boolean): (body: unknown) => boolean {
  let refused = 0;
  return (body) => {
    const accepted = accepts(body);
    refused = accepted ? 0 : refused + 1;
    if (refused > MOST_TRIES) {
      throw new Error(`no body for ${name} is as its document says, such as ${JSON.stringify(body)?.slice(0, 300)}`);
    }
    return accepted;
  };
}

const requiredQuery = ({ name, parameters }: Operation): string[] =>
  name.endsWith('/oidc/callback')
    ? ['code', 'state']
    : parameters.filter((one) => one.in === 'query' && one.required === true).map((one) => one.name);

/** The thing that the path's parameter names, as `persona.thing`. */
function target(operation: Operation, caller: string, segment: string): string {
  // The second parameter of a path, which belongs to the first.
  if (segment === '{prefix}' && operation.path.includes('{id}')) return `${caller}.serviceKey`;
  if (segment === '{delivery}') return `${caller}.${operation.path.startsWith('/v1/') ? 'rulesDelivery' : 'delivery'}`;
  return caller === 'operator' ? 'drifter.id' : `${caller}.${pathThing(operation) ?? 'id'}`;
}

/** The operation whose body is a file and no JSON. */
const IMPORT = 'POST /siems/{id}/import';
const fileType = ({ name }: Operation): readonly (readonly [string, string])[] =>
  name === IMPORT ? [['Content-Type', 'application/octet-stream']] : [];

const signatureOf = ({ name }: Operation): readonly (readonly [string, string])[] =>
  name === 'POST /v1/api-keys/leaked' ? PARTNER_HEADERS : [];

const sessionCookie = ({ name }: Operation, caller: string): readonly (readonly [string, string])[] =>
  name.endsWith('/oidc/callback') ? [['Cookie', `{{${caller}.cookie}}`]] : [];

/** The headers that identify the caller. */
function credentials(operation: Operation, caller: string): fc.Arbitrary<readonly (readonly [string, string])[]> {
  const { security, service } = operation;
  if (security.length === 0) return fc.constant([]);
  if (security.includes('adminToken')) return fc.constant([['Authorization', 'Bearer {{operator.token}}']]);
  const token = [['Authorization', `Bearer {{${caller}.jwt}}`]] as const;
  if (!security.includes('apiKey') || caller === 'free' || caller === 'lapsed') return fc.constant(token);
  const key =
    service === 'coverage'
      ? ([['X-API-Key', `{{${caller}.key}}`]] as const)
      : ([['Authorization', `Bearer {{${caller}.key}}`]] as const);
  return fc.constantFrom(token, key);
}

/** The request of a plan. */
export function toRequest(plan: Plan): FuzzRequest {
  const { body, broken, caller, headers, method, operation, query, raw, segments } = plan;
  const search = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');
  const bytes = raw ?? (body === undefined ? undefined : bytesOf(JSON.stringify(body) ?? ''));
  const typed = headers.some(([name]) => name.toLowerCase() === 'content-type');
  return {
    ...{ service: operation.service, method, caller, broken },
    path: `${segments.join('/')}${search === '' ? '' : `?${search}`}`,
    headers: [...headers, ...(bytes === undefined || typed ? [] : [['Content-Type', 'application/json'] as const])],
    ...(bytes === undefined ? {} : { body: bytes }),
  };
}

/** Percent-encodes a text, but not the placeholders of things. A half of a surrogate pair is encoded as its three bytes. */
function encoded(text: string): string {
  return text.replaceAll(/\{\{\w+\.\w+\}\}|[\s\S]/gu, (part) =>
    part.startsWith('{{') || /^[\w.~*'()!-]$/.test(part)
      ? part
      : [...halfBytes(part)].map((byte) => `%${byte.toString(16).padStart(2, '0').toUpperCase()}`).join(''),
  );
}

function halfBytes(part: string): Uint8Array {
  const unit = part.charCodeAt(0);
  if (part.length > 1 || unit < 0xd800 || unit > 0xdfff) return Buffer.from(part, 'utf8');
  return Uint8Array.of(0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f));
}
