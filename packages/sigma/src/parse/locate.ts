import { EVENT_ID, type Event, getScalarValue, parseEvents, SCALAR_STYLE } from 'js-yaml';
import type { PathSegment } from './fault.js';
import { LIMITS } from './limits.js';
import { lineAndColumn, splitDocuments } from './yaml.js';

/** Line and column of a place in a text, 1-based. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A document's events within its part of the text. */
interface Root {
  readonly events: readonly Event[];
  readonly text: string;
  /** Offset of the part in the whole text. */
  readonly offset: number;
  /** Index of the event of the document's outermost value. */
  readonly root: number;
}

type Chunk = ReturnType<typeof splitDocuments>[number];

/** Texts that YAML's core schema reads as null. */
const NULLS: readonly string[] = ['', '~', 'null', 'Null', 'NULL'];

/**
 * Finds places in a text. The text is parsed again, with positions, when the first place is asked for, so only error reports pay for it.
 */
export class Locator {
  private readonly roots: (Root | undefined)[] = [];
  private chunks: Iterator<Chunk> | undefined;

  constructor(private readonly text: string) {}

  /**
   * The position of a path in a document; where the path does not exist (a missing field, a value from a global document), that of its
   * nearest ancestor. `offset` counts within a scalar on one line. Undefined when the document is not valid YAML.
   */
  find(document: number, segments: readonly PathSegment[], offset?: number): Position | undefined {
    this.chunks ??= splitDocuments(this.text).values();
    while (this.roots.length <= document) {
      const chunk = this.chunks.next();
      if (chunk.done === true) break;
      this.roots.push(...rootsOf(chunk.value));
    }
    const root = this.roots[document];
    if (root === undefined) return undefined;
    return lineAndColumn(this.text, root.offset + findOffset(root, segments, offset));
  }
}

/** The documents with content in a part of a text, undefined for one that cannot be parsed; numbered as in `readYaml`. */
function rootsOf({ text, offset }: Chunk): (Root | undefined)[] {
  try {
    const events = parseEvents(text, { maxDepth: LIMITS.yamlDepth });
    return events.flatMap((event, index) => {
      const root = event.type === EVENT_ID.DOCUMENT ? events[index + 1] : undefined;
      if (root === undefined || root.type === EVENT_ID.POP) return [];
      if (root.type === EVENT_ID.SCALAR && NULLS.includes(getScalarValue(text, root))) return [];
      return [{ events, text, offset, root: index + 1 }];
    });
  } catch {
    return [undefined];
  }
}

function findOffset(root: Root, segments: readonly PathSegment[], offset: number | undefined): number {
  let node = root.root;
  let place = startOf(root.events[node]);
  for (const segment of segments) {
    const child = childOf(root, node, segment);
    if (child === undefined) return place;
    node = child.value;
    place = child.place;
  }
  const event = root.events[node];
  if (offset === undefined || event?.type !== EVENT_ID.SCALAR) return place;
  const source = root.text.slice(event.valueStart, event.valueEnd);
  return source.includes('\n') ? event.valueStart : event.valueStart + Math.min(offset, source.length);
}

/** A member of a collection: the index of its event, and the offset to report (in a map, that of the key). */
function childOf(
  { events, text }: Root,
  node: number,
  segment: PathSegment,
): { readonly value: number; readonly place: number } | undefined {
  const kind = events[node]?.type;
  const isList = kind === EVENT_ID.SEQUENCE && typeof segment === 'number';
  if (!isList && kind !== EVENT_ID.MAPPING) return undefined;
  let at = node + 1;
  for (let index = 0; at < events.length && events[at]?.type !== EVENT_ID.POP; index++) {
    const member = events[at];
    const next = behind(events, at);
    if (isList) {
      if (index === segment) return { value: at, place: startOf(member) };
      at = next;
    } else {
      if (member?.type === EVENT_ID.SCALAR && getScalarValue(text, member) === String(segment)) {
        return { value: next, place: startOf(member) };
      }
      at = behind(events, next);
    }
  }
  return undefined;
}

/** Index of the event behind a node. */
function behind(events: readonly Event[], node: number): number {
  let depth = 0;
  for (let at = node; at < events.length; at++) {
    const type = events[at]?.type;
    if (type === EVENT_ID.POP) depth--;
    else if (type === EVENT_ID.SEQUENCE || type === EVENT_ID.MAPPING) depth++;
    if (depth === 0) return at + 1;
  }
  return events.length;
}

function startOf(event: Event | undefined): number {
  if (event?.type === EVENT_ID.SCALAR) {
    const isQuoted = event.style === SCALAR_STYLE.SINGLE_QUOTED || event.style === SCALAR_STYLE.DOUBLE_QUOTED;
    return Math.max(0, event.valueStart - (isQuoted ? 1 : 0));
  }
  return event?.type === EVENT_ID.SEQUENCE || event?.type === EVENT_ID.MAPPING ? Math.max(0, event.start) : 0;
}
