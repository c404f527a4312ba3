import createClient, { type ClientOptions, type HeadersOptions, type ParamsOption } from 'openapi-fetch';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type PathsOf<Paths, M extends Method> = {
  [P in keyof Paths]: Paths[P] extends Record<M, object> ? P : never;
}[keyof Paths];
type OperationOf<Item, M extends Method> = Item extends Record<M, infer O> ? O : never;

type Json<C> = C extends { readonly 'application/json': infer J } ? J : never;
type BodyOption<O> = O extends { readonly requestBody: { readonly content: infer C } }
  ? { body: Json<C> }
  : { body?: never };
/** What a call is made with: parameters, body, and what `fetch` takes besides; `parseAs` for an answer that is no JSON. */
type Init<O> = ParamsOption<O> &
  BodyOption<O> &
  Omit<RequestInit, 'body' | 'headers'> & { headers?: HeadersOptions; parseAs?: 'text' };

type Content<R> = R extends { readonly content: infer C } ? C[keyof C] : never;
type Success<O> = O extends { readonly responses: infer R } ? Content<R[Exclude<keyof R, 'default'>]> : never;
type Failure<O> = O extends { readonly responses: { readonly default: infer R } } ? Content<R> : never;

/** What a call gives: the answer, or the service's error; neither where the answer has no body. */
export interface Outcome<T, E = unknown> {
  readonly data?: T;
  readonly error?: E;
  readonly response: Response;
}

type Call<Paths, M extends Method> = <P extends PathsOf<Paths, M>>(
  path: P,
  ...init: object extends Init<OperationOf<Paths[P], M>>
    ? [init?: Init<OperationOf<Paths[P], M>>]
    : [init: Init<OperationOf<Paths[P], M>>]
) => Promise<Outcome<Success<OperationOf<Paths[P], M>>, Failure<OperationOf<Paths[P], M>>>>;

/** A service by its paths, typed as its OpenAPI document says. */
export interface TypedClient<Paths> {
  readonly GET: Call<Paths, 'get'>;
  readonly POST: Call<Paths, 'post'>;
  readonly PUT: Call<Paths, 'put'>;
  readonly PATCH: Call<Paths, 'patch'>;
  readonly DELETE: Call<Paths, 'delete'>;
}

/**
 * openapi-fetch with bodies and answers of the very types that are generated. Its own types take marks of read-only and write-only fields out of them, of which
 * there are none, and in that take the text of an open list (`string & {}`) for an object.
 */
export function createTypedClient<Paths extends object>(options: ClientOptions): TypedClient<Paths> {
  return createClient<Paths>(options) as unknown as TypedClient<Paths>;
}

/** The values of an open list that were known when the types were made. (Of `NonNullable` of a list none is left: take null out by `Exclude`.) */
export type Known<T> = T extends string ? (string extends T ? never : T) : never;
