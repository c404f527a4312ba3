import { reach } from '@tripline/client';
import { EventSourceParserStream } from 'eventsource-parser/stream';

/** A caller of the local rules service: only what `npm start` needs of it. */

/** What the main job shows of a generated rule. */
export interface ShownRule {
  readonly title: string;
  readonly platform: string;
  readonly level: string;
  readonly techniques: readonly string[];
  readonly yaml: string;
  readonly conversions: Readonly<Record<string, string>>;
}

/** What the main job shows of a generation. */
export interface ShownGeneration {
  readonly id: string;
  readonly source: { readonly title: string };
  readonly rules: readonly ShownRule[];
  readonly techniques: readonly { readonly id: string }[];
  readonly indicators: readonly unknown[];
}

/** The input of the main job: an address, or a file read here and uploaded. */
export type JobInput = { readonly url: string } | { readonly fileName: string; readonly bytes: Uint8Array };

interface Envelope<T> {
  readonly success: boolean;
  readonly data?: T;
  readonly error?: { readonly code: string; readonly message: string };
}

/**
 * Signs in.
 * @returns a fresh access token
 * @throws with the service's own message
 */
export async function login(baseUrl: string, email: string, password: string): Promise<string> {
  const { accessToken } = await call<{ accessToken: string }>(`${baseUrl}/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return accessToken;
}

/** Makes an API key; the full key is in the answer this once. */
export async function createKey(baseUrl: string, jwt: string, name: string): Promise<string> {
  const { key } = await call<{ key: string }>(`${baseUrl}/v1/api-keys`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${jwt}` },
    body: JSON.stringify({ name }),
  });
  return key;
}

/** Whether a credential is (still) accepted. */
export async function isAccepted(baseUrl: string, credential: string): Promise<boolean> {
  return reach(baseUrl, async () => {
    const answer = await fetch(`${baseUrl}/v1/generations?limit=1`, {
      headers: { authorization: `Bearer ${credential}` },
    });
    await answer.body?.cancel();
    return answer.ok;
  });
}

/** Generates rules, telling each step of the service's progress events to `onProgress`. */
export function generate(
  baseUrl: string,
  apiKey: string,
  input: JobInput,
  onProgress: (text: string) => void,
): Promise<ShownGeneration> {
  return reach(baseUrl, () => followGeneration(baseUrl, apiKey, input, onProgress));
}

async function followGeneration(
  baseUrl: string,
  apiKey: string,
  input: JobInput,
  onProgress: (text: string) => void,
): Promise<ShownGeneration> {
  const headers = { authorization: `Bearer ${apiKey}`, accept: 'text/event-stream' };
  const answer = await fetch(`${baseUrl}/v1/generate`, { method: 'POST', ...requestOf(input, headers) });
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (!isStream || answer.body === null) return unwrap(answer);
  const events = answer.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  for await (const { event, data } of events) {
    if (event === 'progress') onProgress((JSON.parse(data) as { step: string }).step);
    if (event === 'result') return opened(JSON.parse(data) as Envelope<ShownGeneration>);
    if (event === 'error') throw new Error((JSON.parse(data) as Envelope<never>).error?.message ?? data);
  }
  throw new Error('the service ended the stream without a result');
}

function requestOf(
  input: JobInput,
  headers: Record<string, string>,
): { headers: Record<string, string>; body: string | FormData } {
  if ('url' in input) {
    return {
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ inputType: 'url', url: input.url }),
    };
  }
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(input.bytes)]), input.fileName);
  return { headers, body: form };
}

async function call<T>(url: string, request: RequestInit): Promise<T> {
  return reach(url, async () => unwrap(await fetch(url, request)));
}

async function unwrap<T>(answer: Response): Promise<T> {
  return opened((await answer.json()) as Envelope<T>);
}

function opened<T>(envelope: Envelope<T>): T {
  if (envelope.success && envelope.data !== undefined) return envelope.data;
  throw new Error(envelope.error?.message ?? 'the service gave no answer');
}
