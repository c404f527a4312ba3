import type { AnySchema, ArraySchema, ObjectSchema } from 'joi';

/** One operation of the API: its input and its answers. The OpenAPI document and the tests' check of answers are made from it. */
export interface Operation<Credential extends string = string> {
  /** Its name in generated clients, a verb and a noun such as `createScan`. Never changes. */
  readonly id: string;
  readonly method: 'get' | 'post' | 'patch' | 'put' | 'delete';
  /** With parameters in braces, such as `/v1/rules/{key}`. */
  readonly path: string;
  /** The noun that it is about. */
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly security: Credential;
  /** What an API key must be good for. */
  readonly scope?: string;
  readonly query?: ObjectSchema;
  /** Path parameters and what they are. */
  readonly params?: Readonly<Record<string, AnySchema>>;
  /** The JSON body; several schemas are alternatives. */
  readonly body?: ObjectSchema | ArraySchema | readonly ObjectSchema[];
  /** Bodies of other media types. */
  readonly otherBodies?: Readonly<Record<string, AnySchema>>;
  /** The answer's content (in the service's envelope, if it has one), a file of a media type, or a redirect without content. */
  readonly success:
    | ({ readonly status: 200 | 201 | 202; readonly description: string } & (
        | { readonly data: AnySchema }
        | { readonly file: string }
      ))
    | { readonly status: 303; readonly description: string };
  /** Whether a request may carry an `Idempotency-Key`, so that repeating it does nothing twice. */
  readonly idempotent?: true;
  /** Successful answers in another media type, such as server-sent events. */
  readonly otherSuccess?: Readonly<Record<string, AnySchema>>;
  /** The data of each server-sent event, by its name. */
  readonly events?: Readonly<Record<string, AnySchema>>;
  /** Error statuses besides those of every operation of its kind, with their causes. */
  readonly errors: Readonly<Record<number, string>>;
}

/** An operation without its id, which the record that it stands in gives it. */
export type Described<O extends Operation> = O extends Operation ? Omit<O, 'id'> : never;

type Inputs = 'body' | 'params' | 'query';

/** What an operation takes, out of what a function that describes operations was given: its handler has exactly these types. */
export function inputsOf<T extends Partial<Pick<Operation, Inputs>>>(given: T): Pick<T, Extract<keyof T, Inputs>> {
  const names: readonly Inputs[] = ['body', 'params', 'query'];
  const inputs = names.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]] as const]));
  return Object.fromEntries(inputs) as Pick<T, Extract<keyof T, Inputs>>;
}

/** Operations by their ids; each keeps the exact types of its body and query. */
export function operationsById<const T extends Readonly<Record<string, Omit<Operation, 'id'>>>>(
  described: T,
): { readonly [Id in keyof T & string]: T[Id] & { readonly id: Id } } {
  const named = Object.entries(described).map(([id, operation]) => [id, { ...operation, id }]);
  return Object.fromEntries(named) as { readonly [Id in keyof T & string]: T[Id] & { readonly id: Id } };
}
