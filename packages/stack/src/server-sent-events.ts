import { createParser } from 'eventsource-parser';

/** One server-sent event, its data parsed. */
export interface ServerSentEvent {
  readonly event: string;
  readonly data: unknown;
}

/** The events of a text/event-stream answer that has ended. Comments are left out. @throws SyntaxError where data is no JSON */
export function serverSentEvents(text: string): readonly ServerSentEvent[] {
  const events: ServerSentEvent[] = [];
  const parser = createParser({
    onEvent: ({ event = '', data }) => events.push({ event, data: JSON.parse(data) }),
  });
  parser.feed(text);
  return events;
}
