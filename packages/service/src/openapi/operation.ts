import type { AnySchema, ObjectSchema } from 'joi';

/** One operation of the API: what it takes and answers. The OpenAPI document and the tests' check of answers are made from it. */
export interface Operation<Credential extends string = string> {
  /** Its name in generated clients, verb and noun, such as `createScan`. Never changes. */
  readonly id: string;
  readonly method: 'get' | 'post' | 'patch' | 'put' | 'delete';
  /** With parameters in braces, such as `/v1/rules/{key}`. */
  readonly path: string;
  /** The noun it is about. */
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly security: Credential;
  readonly query?: ObjectSchema;
  /** Path parameters and what they are. */
  readonly params?: Readonly<Record<string, AnySchema>>;
  /** The JSON body; several are alternatives. */
  readonly body?: ObjectSchema | readonly ObjectSchema[];
  /** Bodies of other media types. */
  readonly otherBodies?: Readonly<Record<string, AnySchema>>;
  /** What the answer carries (in the service's envelope, if it has one), or a file of a media type; or a redirect, which carries nothing. */
  readonly success:
    | ({ readonly status: 200 | 201; readonly description: string } & (
        | { readonly data: AnySchema }
        | { readonly file: string }
      ))
    | { readonly status: 303; readonly description: string };
  /** Success in another media type, as server-sent events are. */
  readonly otherSuccess?: Readonly<Record<string, AnySchema>>;
  /** Server-sent events by name, and the data each carries. */
  readonly events?: Readonly<Record<string, AnySchema>>;
  /** Error statuses beside those that every operation of its kind has, with what brings them. */
  readonly errors: Readonly<Record<number, string>>;
}
