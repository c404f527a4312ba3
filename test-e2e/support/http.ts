/** A credential: an access token or key as a bearer token, a key in the coverage service's header, or none. */
export type Credential =
  | { readonly kind: 'none' }
  | { readonly kind: 'bearer'; readonly value: string }
  | { readonly kind: 'key'; readonly value: string };

/** One request. A body that is a text is sent unchanged. */
export interface Request {
  readonly as?: Credential;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object | string;
}

/** One answer with its complete body. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of any shape.
  json(): any;
}

export const bearer = (value: string): Credential => ({ kind: 'bearer', value });
export const apiKey = (value: string): Credential => ({ kind: 'key', value });

/** Sends a request and gives the answer, whatever its status. Redirects are not followed. */
export async function send(method: string, url: string, request: Request = {}): Promise<Answer> {
  const { as = { kind: 'none' }, body, headers = {} } = request;
  const answer = await fetch(url, {
    method,
    redirect: 'manual',
    headers: {
      ...(as.kind === 'bearer' ? { authorization: `Bearer ${as.value}` } : {}),
      ...(as.kind === 'key' ? { 'x-api-key': as.value } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, json: () => JSON.parse(text) };
}

/** Sends a request that must succeed. @throws Error with the answer for any status but 2xx */
export async function call(method: string, url: string, request: Request = {}): Promise<Answer> {
  const answer = await send(method, url, request);
  if (answer.status >= 200 && answer.status < 300) return answer;
  throw new Error(`${method} ${url} answered ${answer.status}: ${answer.text.slice(0, 1000)}`);
}
