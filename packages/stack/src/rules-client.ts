import { createRulesClient, type GenerationAnswer, reach, rulesAnswer } from '@tripline/client';
import { EventSourceParserStream } from 'eventsource-parser/stream';

/** A client of the local rules service, with only what `npm start` needs. */

/** The input of the main job: an address, or a file that is read here and uploaded. */
export type JobInput = { readonly url: string } | { readonly fileName: string; readonly bytes: Uint8Array };

interface Envelope {
  readonly success: boolean;
  readonly data?: GenerationAnswer;
  readonly error?: { readonly message: string };
}

/**
 * Signs in.
 * @returns a fresh access token
 * @throws with the service's own message, or when the account has a second factor
 */
export async function login(baseUrl: string, email: string, password: string): Promise<string> {
  const api = createRulesClient(baseUrl);
  const session = await rulesAnswer(baseUrl, () => api.POST('/v1/auth/login', { body: { email, password } }));
  if ('secondFactor' in session) throw new Error(`${email} has a second factor, which only its owner can show`);
  return session.accessToken;
}

/** Makes an API key. Only this answer has the whole key. */
export async function createKey(baseUrl: string, jwt: string, name: string): Promise<string> {
  const api = createRulesClient(baseUrl, jwt);
  return (await rulesAnswer(baseUrl, () => api.POST('/v1/api-keys', { body: { name } }))).key;
}

/** Whether a credential is accepted. */
export async function isAccepted(baseUrl: string, credential: string): Promise<boolean> {
  const api = createRulesClient(baseUrl, credential);
  const { response } = await reach(baseUrl, () => api.GET('/v1/generations', { params: { query: { limit: 1 } } }));
  return response.ok;
}

/** Generates rules, and reports each of the service's progress events to `onProgress`. */
export function generate(
  baseUrl: string,
  apiKey: string,
  input: JobInput,
  onProgress: (text: string) => void,
): Promise<GenerationAnswer> {
  return reach(baseUrl, () => followGeneration(baseUrl, apiKey, input, onProgress));
}

async function followGeneration(
  baseUrl: string,
  apiKey: string,
  input: JobInput,
  onProgress: (text: string) => void,
): Promise<GenerationAnswer> {
  const headers = { authorization: `Bearer ${apiKey}`, accept: 'text/event-stream' };
  const answer = await fetch(`${baseUrl}/v1/generate`, { method: 'POST', ...requestOf(input, headers) });
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (!isStream || answer.body === null) return opened((await answer.json()) as Envelope);
  const events = answer.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  for await (const { event, data } of events) {
    if (event === 'progress') onProgress((JSON.parse(data) as { step: string }).step);
    if (event === 'result') return opened(JSON.parse(data) as Envelope);
    if (event === 'error') throw new Error((JSON.parse(data) as Envelope).error?.message ?? data);
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

function opened({ data, error, success }: Envelope): GenerationAnswer {
  if (success && data !== undefined) return data;
  throw new Error(error?.message ?? 'the service gave no answer');
}
