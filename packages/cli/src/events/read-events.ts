import type { ShapedEvent } from '@tripline/sigma';
import { systemFault } from '../system-fault.js';
import { type JsonRecord, withoutNumber } from './json-records.js';

/** Where an event was read. */
export interface EventPlace {
  readonly path: string;
  /** The line in which it begins. */
  readonly line: number;
}

/** An event with the line in which it begins, or what could not be read as one. */
export type ReadEvent = { readonly line: number } & (ShapedEvent | { readonly fault: string });

/** The events of records; a record may be the text of a JSON value, or a line of another format. */
export function* readEvents(
  records: Iterable<JsonRecord>,
  read: (value: unknown) => readonly ShapedEvent[],
): Generator<ReadEvent> {
  for (const { line, text, fault } of records) {
    if (fault !== undefined) {
      yield { line, fault };
      continue;
    }
    const value = parsed(withoutNumber(text));
    if ('fault' in value) {
      yield { line, fault: value.fault };
      continue;
    }
    const events = read(value.value);
    if (events.length === 0 && !holdsNothing(value.value)) yield { line, fault: noEvent(value.value) };
    for (const event of events) yield { line, ...event };
  }
}

/** A JSON value, or the text itself where it does not begin as an object or a list. */
function parsed(text: string): { readonly value: unknown } | { readonly fault: string } {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    const isJson = text.startsWith('{') || text.startsWith('[');
    return isJson ? { fault: `not JSON: ${systemFault(error)}` } : { value: text };
  }
}

/** Whether a value is a container that is whole and empty, such as an answer without hits. */
function holdsNothing(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function noEvent(value: unknown): string {
  return typeof value === 'string' ? 'neither JSON nor a line of CEF or syslog' : 'not a JSON object';
}
