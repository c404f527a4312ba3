/** The parts of a JSON schema that the generator reads. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
}

export type ServiceName = 'rules' | 'coverage';

/** A parameter of a path, query or header. */
interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
}

/** One answer that an operation documents, by media type. */
type Answer = { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> };

/** One operation of a service, as its OpenAPI document describes it. */
export interface Operation {
  readonly service: ServiceName;
  /** Its name in reports, such as `POST /v1/generate`. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  /** Security schemes, of which any one is enough; empty if the operation needs none. */
  readonly security: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly body: Schema | undefined;
  readonly answers: Readonly<Record<string, Answer>>;
}

/** The parts of an OpenAPI document that are read here. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface RawOperation {
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, Answer>>;
}

/** Gives every operation of a document, in the document's order. */
export function operationsOf(service: ServiceName, document: OpenApi): readonly Operation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]) => ({
      service,
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path,
      security: (raw.security ?? []).flatMap((schemes) => Object.keys(schemes)),
      parameters: raw.parameters ?? [],
      body: raw.requestBody?.content['application/json']?.schema,
      answers: raw.responses,
    })),
  );
}
