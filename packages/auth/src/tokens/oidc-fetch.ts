import { outgoingFetch, readTextWithin } from '@tripline/service';

/** A request to a provider, with the parts of `fetch` that both libraries and we use. */
interface ProviderQuestion {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

/** Longer than any healthy provider takes, and short enough for a caller to wait. */
const TIMEOUT_MS = 4_000;
/** Key sets and discovery documents are a few kilobytes. */
const MAX_BYTES = 512 * 1024;

/**
 * Calls the configured identity provider, through the outgoing proxy if there is one; its addresses come from the operator or from the
 * provider. Redirects are not followed, since the request may contain a secret.
 * @throws Error when there is no answer within 4 s, or one of more than 512 kB
 */
export async function fetchFromProvider(
  url: string,
  { body, headers, method }: ProviderQuestion = {},
): Promise<Response> {
  const answer = await outgoingFetch(url, {
    ...(method === undefined ? {} : { method }),
    ...(headers === undefined ? {} : { headers }),
    ...(body instanceof URLSearchParams ? { body } : {}),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await readTextWithin(answer, MAX_BYTES);
  return new Response(text === '' ? null : text, { status: answer.status, headers: [...answer.headers] });
}

/** The answer from one of the provider's addresses. */
interface ProviderAnswer {
  readonly status: number;
  /** The JSON body as an object; empty when it is something else. */
  readonly body: Readonly<Record<string, unknown>>;
}

/** Reads a document that the provider publishes. @throws like {@link fetchFromProvider} */
export async function readFromProvider(url: string): Promise<ProviderAnswer> {
  const answer = await fetchFromProvider(url);
  const value: unknown = await answer.json().catch(() => undefined);
  return {
    status: answer.status,
    body: typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {},
  };
}
