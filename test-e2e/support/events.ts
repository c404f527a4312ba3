import type { Credential } from './http.js';

/** One server-sent event, its data parsed. */
export interface ServerEvent {
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into answers of any shape.
  readonly data: any;
}

/** Reads a stream of server-sent events to its end. @throws Error when the answer is not such a stream */
export async function eventsOf(
  url: string,
  as: Credential & { readonly kind: 'key' },
): Promise<readonly ServerEvent[]> {
  const answer = await fetch(url, { headers: { 'x-api-key': as.value, accept: 'text/event-stream' } });
  const text = await answer.text();
  if (!answer.headers.get('content-type')?.startsWith('text/event-stream'))
    throw new Error(`${url} answered ${answer.status} and no stream: ${text.slice(0, 500)}`);
  return text
    .split(/\r?\n\r?\n/)
    .map((block) => block.split(/\r?\n/))
    .filter((lines) => lines.some((line) => line.startsWith('data:')))
    .map((lines) => {
      const value = (name: string) =>
        lines
          .filter((line) => line.startsWith(`${name}:`))
          .map((line) => line.slice(name.length + 1).trim())
          .join('\n');
      return { event: value('event'), data: JSON.parse(value('data')) };
    });
}
