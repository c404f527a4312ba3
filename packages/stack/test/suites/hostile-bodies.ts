/** A request of the suite. */
interface HostileRequest {
  readonly method: string;
  /** With every parameter filled in. */
  readonly path: string;
  /** The JSON text. */
  readonly body: string;
  /** The names of the security schemes that the operation takes; none for one that is open. */
  readonly schemes: readonly string[];
}

/** How a service differs from another in the suite. */
export interface HostileBodySuite {
  /** The OpenAPI document that the service serves. */
  document(): Promise<object>;
  /** The value of a path's parameter, where the operation looks it up before it reads the body. */
  readonly parameter?: (template: string, name: string) => string | undefined;
  /** Operations whose body is not read as long as another proof is missing; each is sent everything all the same. */
  readonly unreached?: readonly string[];
  send(request: HostileRequest): Promise<{ readonly status: number }>;
}

/** An object that JSON can say and that breaks code which trusts what every object has. It is put into every place. */
const HOSTILE =
  '{"toString":1,"length":-1,"constructor":{"prototype":1},"hasOwnProperty":1,"valueOf":null,"toJSON":1,"then":1}';
/** Others, for the body itself and its fields: what they might break looks at no schema, or at each value alone. */
const HOSTILE_ON_TOP: readonly string[] = [
  '{"toString":1}',
  '{"__proto__":{"toString":1}}',
  '[{"toString":1},{"toString":1}]',
];

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly additionalProperties?: Schema | boolean;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly minLength?: number;
  readonly minItems?: number;
  readonly minimum?: number;
}

interface Operation {
  readonly operationId: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> };
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Stands in a body for the hostile text, which JavaScript could not hold as a value (`__proto__`). */
const MARK = '\u0001here';
const MARK_IN_JSON = JSON.stringify(MARK);
/** Deeper places are of recursive schemas. */
const DEEPEST = 8;

/**
 * Whatever stands in whatever place of whatever body, the answer is never a fault of ours: every place that the OpenAPI document names is
 * given each hostile object, beside valid values for what else is required.
 */
export function describeHostileBodies(suite: HostileBodySuite): void {
  test('no object in any place of any body is answered with a fault of ours', async () => {
    const document = (await suite.document()) as Document;
    const faults: string[] = [];
    const reached = new Set<string>();
    const named = new Set<string>();
    for (const [template, methods] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        const schema = operation.requestBody?.content['application/json']?.schema;
        if (schema === undefined) continue;
        named.add(operation.operationId);
        const path = template.replace(
          /\{(\w+)\}/g,
          (_whole, name: string) => suite.parameter?.(template, name) ?? UNKNOWN_ID,
        );
        const schemes = (operation.security ?? []).flatMap((each) => Object.keys(each));
        const texts = bodiesOf(document, schema, 0).flatMap((body) => {
          const isOnTop = body === MARK || Object.values(body as object).includes(MARK);
          return [HOSTILE, ...(isOnTop ? HOSTILE_ON_TOP : [])].map((hostile) =>
            JSON.stringify(body).replace(MARK_IN_JSON, () => hostile),
          );
        });
        for (const body of new Set(texts)) {
          const { status } = await suite.send({ method, path, body, schemes });
          if (status >= 500) faults.push(`${status} ${operation.operationId} ${body}`);
          if (status === 400) reached.add(operation.operationId);
        }
      }
    }
    expect(faults).toEqual([]);
    // What stops at a guard proves nothing.
    expect([...named].filter((id) => !reached.has(id)).sort()).toEqual([...(suite.unreached ?? [])].sort());
    expect(named.size).toBeGreaterThan(0);
  });
}

const UNKNOWN_ID = '01890a5d-ac96-774b-bcce-b302099a8057';

/** Bodies with the mark in each place of a schema, this one included. */
function bodiesOf(document: Document, given: Schema, depth: number): unknown[] {
  const schema = resolved(document, given);
  const bodies: unknown[] = [MARK];
  if (depth > DEEPEST) return bodies;
  for (const form of schema.oneOf ?? schema.anyOf ?? []) bodies.push(...bodiesOf(document, form, depth + 1));
  if (schema.items !== undefined) bodies.push(...bodiesOf(document, schema.items, depth + 1).map((item) => [item]));
  const properties = Object.entries(schema.properties ?? {});
  for (const [name, property] of properties) {
    const others = requiredOf(document, schema, depth);
    for (const value of bodiesOf(document, property, depth + 1)) bodies.push({ ...others, [name]: value });
  }
  const { additionalProperties: more } = schema;
  if (typeof more === 'object') {
    for (const value of bodiesOf(document, more, depth + 1))
      bodies.push({ ...requiredOf(document, schema, depth), more: value });
  } else if (properties.length > 0) bodies.push({ ...requiredOf(document, schema, depth), unknown: MARK });
  return bodies;
}

const requiredOf = (document: Document, schema: Schema, depth: number): Record<string, unknown> =>
  Object.fromEntries(
    (schema.required ?? []).map((name) => [name, sampleOf(document, schema.properties?.[name] ?? {}, depth + 1)]),
  );

/** A small value of a schema. */
function sampleOf(document: Document, given: Schema, depth: number): unknown {
  const schema = resolved(document, given);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const [form] = schema.oneOf ?? schema.anyOf ?? [];
  if (form !== undefined && depth <= DEEPEST) return sampleOf(document, form, depth + 1);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object') return depth > DEEPEST ? {} : requiredOf(document, schema, depth);
  if (type === 'array') return (schema.minItems ?? 0) > 0 ? [sampleOf(document, schema.items ?? {}, depth + 1)] : [];
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  if (type === 'boolean') return true;
  return 'x'.repeat(Math.max(1, schema.minLength ?? 1));
}

function resolved(document: Document, schema: Schema): Schema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : resolved(document, document.components.schemas[name] ?? {});
}
