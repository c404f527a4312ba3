/** The addresses of a stack's services. */
export interface Addresses {
  readonly rulesUrl: string;
  /** With the API's prefix. */
  readonly coverageUrl: string;
}

/** Options of a call. */
export interface CallOptions {
  readonly token?: string;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** Thrown for an answer that is not a success. */
export class RefusedError extends Error {
  constructor(
    readonly status: number,
    readonly call: string,
    readonly body: string,
  ) {
    super(`${call} answered ${status}: ${body.slice(0, 500)}`);
  }
}

/** Calls `METHOD address` with a token and a JSON body. @returns the parsed answer @throws RefusedError for any status but 2xx */
export async function call<T>(operation: string, { token, body, signal }: CallOptions = {}): Promise<T> {
  const [method = '', address = ''] = operation.split(' ', 2);
  const answer = await fetch(address, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new RefusedError(answer.status, operation, text);
  return JSON.parse(text) as T;
}
