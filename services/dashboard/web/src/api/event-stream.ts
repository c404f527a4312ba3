import { EventSourceParserStream } from 'eventsource-parser/stream';
import { errorOf } from './api-error.js';
import { callWithToken } from './clients.js';

/** One server-sent event; its data as JSON. Which types the data of an operation's events have, `Rules['…Events']` says. */
export interface StreamEvent {
  readonly event: string;
  readonly json: string;
}

/**
 * The events that a call answers with, as they come. (A browser's own EventSource sends no token, and only GET.)
 * @throws ApiError when the service refuses the call; DOMException AbortError when `init.signal` ends it
 */
export async function* events(path: string, init: RequestInit = {}): AsyncGenerator<StreamEvent> {
  const headers = new Headers(init.headers);
  headers.set('accept', 'text/event-stream');
  const response = await callWithToken(new Request(new URL(path, location.href), { ...init, headers }));
  if (!response.ok || response.body === null) throw errorOf(response, await response.json().catch(() => undefined));
  const reader = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield { event: value.event ?? 'message', json: value.data };
  }
}
