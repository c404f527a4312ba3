import { outgoingFetch, readTextWithin } from '@tripline/service';

/** What a question to a provider is made of. */
export interface ProviderQuestion {
  method?: 'POST';
  headers?: Record<string, string>;
  body?: URLSearchParams;
}

/** Longer than any healthy provider takes, short enough that a caller can wait for it. */
const TIMEOUT_MS = 4_000;
/** Key sets and discovery documents are a few kilobytes. */
const MAX_BYTES = 512 * 1024;

/** A provider's answer. */
export interface ProviderAnswer {
  status: number;
  /** The JSON body as an object; empty when it is something else. */
  body: Readonly<Record<string, unknown>>;
}

/**
 * Asks the configured identity provider, whose addresses come from the operator or from the provider itself. Redirects
 * are not followed: a secret may be on its way.
 * @throws Error when there is no answer within 4 s, or one of more than 512 kB
 */
export async function askProvider(url: string, init: ProviderQuestion = {}): Promise<ProviderAnswer> {
  const response = await outgoingFetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
  return { status: response.status, body: parseObject(await readTextWithin(response, MAX_BYTES)) };
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
