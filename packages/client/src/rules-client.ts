import { withoutFinalSlashes } from './base-url.js';
import type { components, paths } from './generated/rules-api.js';
import { reach } from './reach.js';
import { createTypedClient, type TypedClient } from './typed-client.js';

/** What a generation answers. */
export type GenerationAnswer = components['schemas']['Generation'];

/** The rules service by its paths, typed as its OpenAPI document says. */
export type RulesClient = TypedClient<paths>;

/** A client of the rules service at `baseUrl`. @param credential an API key or an access token; paths that take none do without */
export function createRulesClient(baseUrl: string, credential?: string): RulesClient {
  return createTypedClient<paths>({
    baseUrl: withoutFinalSlashes(baseUrl),
    headers: credential === undefined ? {} : { authorization: `Bearer ${credential}` },
  });
}

/**
 * What a call to the rules service answers, out of its envelope.
 * @throws Error with the service's own message when it refuses; UnreachableError when it cannot be reached
 */
export async function rulesAnswer<T>(
  baseUrl: string,
  call: () => Promise<{
    readonly data?: { readonly data: T } | string;
    readonly error?: { readonly error: { readonly message: string } };
  }>,
): Promise<T> {
  const { data, error } = await reach(baseUrl, call);
  // A text is the event stream that only `events` of a browser asks for.
  if (data === undefined || typeof data === 'string')
    throw new Error(error?.error.message ?? 'the service gave no answer');
  return data.data;
}
