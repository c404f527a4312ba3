import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { OpenApi, Operation, Schema, ServiceName } from './document.js';

/** Checks bodies against the OpenAPI documents. */
export interface Shapes {
  /** Describes what is wrong with a JSON answer of an operation; undefined if nothing is. */
  answerFault(operation: Operation, status: number, body: unknown): string | undefined;
  /** Describes what is wrong with a service's error body; undefined if nothing is. */
  errorFault(service: ServiceName, body: unknown): string | undefined;
  /** Whether the document allows this value as a JSON body of the operation. */
  accepts(operation: Operation, body: unknown): boolean;
}

/** Keywords that allow an object more members than `properties` lists. */
const OPEN = ['additionalProperties', 'propertyNames', 'oneOf', 'anyOf', 'patternProperties'];

/** Builds the checks. A member of an answer that the document does not list is a fault, though JSON Schema would allow it. */
export function createShapes(documents: Readonly<Record<ServiceName, OpenApi>>): Shapes {
  // The package's types describe a default export; under Node's ESM it is the function.
  const addFormats = formats as unknown as (ajv: Ajv2020) => void;
  const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: true });
  addFormats(ajv);
  // Parts of an upload are read as text here. For email addresses outside ASCII we leave the check to the service.
  ajv.addFormat('binary', true);
  ajv.addFormat('idn-email', /^[^@]+@[^@]+$/);
  const compiled = new Map<string, ValidateFunction>();
  const validatorOf = (name: string, service: ServiceName, schema: Schema, closed: boolean): ValidateFunction => {
    const known = compiled.get(name);
    if (known !== undefined) return known;
    const whole = { ...schema, components: documents[service].components };
    const made = ajv.compile((closed ? close(whole, partsIn(whole)) : whole) as object);
    compiled.set(name, made);
    return made;
  };
  const faultOf = (validate: ValidateFunction, body: unknown): string | undefined => {
    if (validate(body)) return undefined;
    const [first] = validate.errors ?? [];
    return `${first?.instancePath || 'the body'} ${first?.message ?? 'is wrong'} ${JSON.stringify(first?.params)}`;
  };
  return {
    answerFault(operation, status, body) {
      const { name, service } = operation;
      const schema = operation.answers[status]?.content?.['application/json']?.schema;
      if (schema === undefined) return 'a JSON body is not documented for this status';
      return faultOf(validatorOf(`${service} ${name} ${status}`, service, schema, true), body);
    },
    errorFault(service, body) {
      const schema = { $ref: '#/components/schemas/Error' };
      return faultOf(validatorOf(`${service} error`, service, schema, true), body);
    },
    accepts({ body: schema, name, service }, body) {
      return schema === undefined || validatorOf(`${service} ${name} body`, service, schema, false)(body) === true;
    },
  };
}

/** Copies a schema whose objects then allow only the members it lists; parts of a composed object stay open. */
function close(value: unknown, parts: ReadonlySet<string>, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => close(item, parts));
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, key === 'allOf' ? item : close(item, parts, key)]),
  );
  if (Array.isArray(inner['allOf'])) return { ...inner, unevaluatedProperties: false };
  const listed = 'properties' in inner && !OPEN.some((keyword) => keyword in inner);
  return listed && !parts.has(name) ? { ...inner, additionalProperties: false } : inner;
}

/** Gives the names of the components that other components are composed of. */
const partsIn = (schema: unknown): ReadonlySet<string> =>
  new Set(
    [...JSON.stringify(schema).matchAll(/"allOf":\[((?:\{"\$ref":"[^"]+"\},?)+)/g)].flatMap(([, refs = '']) =>
      [...refs.matchAll(/schemas\/(\w+)/g)].map(([, name = '']) => name),
    ),
  );
