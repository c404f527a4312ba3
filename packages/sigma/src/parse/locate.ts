import { EVENT_ID, type Event, getScalarValue, parseEvents } from 'js-yaml';
import type { PathSegment } from './fault.js';
import { LIMITS } from './limits.js';
import { lineAndColumn, splitDocuments } from './yaml.js';

/** Line and column of a place in a text, 1-based. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/**
 * Finds where a path of a document stands in the text; the nearest existing ancestor when the path is not there (a missing field, a value that
 * came from a global document). Re-reads the text, so it is for reporting only. `offset` counts within a one-line scalar.
 */
export function locate(
  text: string,
  document: number,
  segments: readonly PathSegment[],
  offset?: number,
): Position | undefined {
  let number = 0;
  for (const chunk of splitDocuments(text)) {
    let events: Event[];
    try {
      events = parseEvents(chunk.text, { maxDepth: LIMITS.yamlDepth });
    } catch {
      number++;
      continue;
    }
    for (const start of rootsOf(events, chunk.text)) {
      if (number === document) {
        const found = new Finder(events, chunk.text).find(start, segments, offset);
        return lineAndColumn(text, chunk.offset + found);
      }
      number++;
    }
  }
  return undefined;
}

/** Indexes of the root events of documents that hold something. */
function rootsOf(events: readonly Event[], text: string): number[] {
  const roots: number[] = [];
  for (const [index, event] of events.entries()) {
    if (event.type !== EVENT_ID.DOCUMENT) continue;
    const root = events[index + 1];
    if (root === undefined || root.type === EVENT_ID.POP) continue;
    if (root.type === EVENT_ID.SCALAR && ['', '~', 'null', 'Null', 'NULL'].includes(getScalarValue(text, root)))
      continue;
    roots.push(index + 1);
  }
  return roots;
}

class Finder {
  constructor(
    private readonly events: readonly Event[],
    private readonly text: string,
  ) {}

  /** Offset of the place in the chunk. */
  find(root: number, segments: readonly PathSegment[], offset: number | undefined): number {
    let node = root;
    let place = this.startOf(root);
    for (const segment of segments) {
      const child = this.child(node, segment);
      if (child === undefined) return place;
      node = child.value;
      place = child.place;
    }
    const event = this.events[node];
    if (offset === undefined || event?.type !== EVENT_ID.SCALAR) return place;
    const source = this.text.slice(event.valueStart, event.valueEnd);
    return source.includes('\n') ? event.valueStart : event.valueStart + Math.min(offset, source.length);
  }

  private child(node: number, segment: PathSegment): { value: number; place: number } | undefined {
    const kind = this.events[node]?.type;
    if (kind === EVENT_ID.SEQUENCE && typeof segment === 'number') {
      let at = node + 1;
      for (let index = 0; this.events[at]?.type !== EVENT_ID.POP; index++) {
        if (index === segment) return { value: at, place: this.startOf(at) };
        at = this.after(at);
      }
    }
    if (kind === EVENT_ID.MAPPING) {
      let at = node + 1;
      while (this.events[at] !== undefined && this.events[at]?.type !== EVENT_ID.POP) {
        const key = this.events[at];
        const value = this.after(at);
        if (key?.type === EVENT_ID.SCALAR && getScalarValue(this.text, key) === String(segment)) {
          return { value, place: this.startOf(at) };
        }
        at = this.after(value);
      }
    }
    return undefined;
  }

  /** Index of the event behind a node. */
  private after(node: number): number {
    let depth = 0;
    for (let at = node; at < this.events.length; at++) {
      const type = this.events[at]?.type;
      if (type === EVENT_ID.POP) depth--;
      else if (type === EVENT_ID.SEQUENCE || type === EVENT_ID.MAPPING) depth++;
      if (depth === 0) return at + 1;
    }
    return this.events.length;
  }

  private startOf(node: number): number {
    const event = this.events[node];
    if (event === undefined) return 0;
    if (event.type === EVENT_ID.SCALAR) return Math.max(0, event.valueStart);
    return event.type === EVENT_ID.SEQUENCE || event.type === EVENT_ID.MAPPING ? Math.max(0, event.start) : 0;
  }
}
