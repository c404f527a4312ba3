import type { paths as CoveragePaths, components as coverageComponents } from '@tripline/client/coverage-api';
import type { paths as RulesPaths, components as rulesComponents } from '@tripline/client/rules-api';
import { createTypedClient, type Outcome } from '@tripline/client/typed-client';
import { errorOf, unreachable } from './api-error.js';
import { type Credentials, credentials, exchange } from './session.js';

/** Resources of the rules service, by name: `Rules['Rule']`. */
export type Rules = rulesComponents['schemas'];
/** Resources of the coverage service, by name: `Coverage['Gap']`. */
export type Coverage = coverageComponents['schemas'];

/** The rules service, typed by its OpenAPI document; `rulesData` takes an answer out of its envelope. */
export const rules = createTypedClient<RulesPaths>({ baseUrl: '', fetch: callWithToken });
/** The coverage service, typed by its OpenAPI document; use it with `coverageData`. */
export const coverage = createTypedClient<CoveragePaths>({ baseUrl: '/api/v1/public', fetch: callWithToken });

/**
 * Calls a service as whoever is signed in, and breaks off when that person no longer is. A token that the service no longer takes is exchanged once.
 * @throws ApiError when no answer comes
 */
export async function callWithToken(request: Request): Promise<Response> {
  const again = request.clone();
  const asked = await credentials();
  const first = await send(request, asked);
  if (first.status !== 401 || !first.headers.has('www-authenticate')) return first;
  const exchanged = await exchange().then(
    () => true,
    () => false,
  );
  asked.until?.throwIfAborted();
  return exchanged ? send(again, await credentials()) : first;
}

async function send(request: Request, { token, until }: Credentials): Promise<Response> {
  if (token !== undefined) request.headers.set('authorization', `Bearer ${token}`);
  // The refresh and device tokens then stay in cookies.
  request.headers.set('x-client', 'browser');
  try {
    return await fetch(request, until === undefined ? {} : { signal: AbortSignal.any([request.signal, until]) });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw unreachable();
  }
}

/** What a call to the rules service answered. @throws ApiError with the service's own words */
export async function rulesData<T>(call: Promise<Outcome<{ readonly data: T } | string>>): Promise<T> {
  return (await answerOf(call)).data;
}

/** What a call to the coverage service answered; also for answers of the rules service that are no envelope. @throws ApiError */
export const coverageData = <T extends object>(call: Promise<Outcome<T | string>>): Promise<T> => answerOf(call);

/** For calls that answer 204. @throws ApiError */
export async function done(call: Promise<Outcome<unknown>>): Promise<void> {
  const { error, response } = await call;
  if (!response.ok) throw errorOf(response, error);
}

async function answerOf<T extends object>(call: Promise<Outcome<T | string>>): Promise<T> {
  const { data, error, response } = await call;
  // A text is the event stream that only `events` asks for, or the file that only `download` does.
  if (!response.ok || data === undefined || typeof data === 'string') throw errorOf(response, error);
  return data;
}

/** A file that a service makes, with the name that the service gives it. @throws ApiError */
export async function download(path: string, init: RequestInit = {}): Promise<void> {
  const response = await callWithToken(new Request(new URL(path, location.href), init));
  if (!response.ok) throw errorOf(response, await response.json().catch(() => undefined));
  const named = /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  saveFile(await response.blob(), named ?? path.split('/').at(-1) ?? 'download');
}

/** Gives the reader a file. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
