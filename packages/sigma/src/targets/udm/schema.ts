import { readFileSync } from 'node:fs';

/**
 * How the Unified Data Model holds a value. `string` one line of text, `text` possibly several lines, `int` a number whose zero means
 * "not set", `enum` a closed list that takes neither `nocase` nor patterns, `bool`, `timestamp` the event's own time, `raw` a field name
 * of the rule left as it is, whose kind nobody knows.
 */
export type UdmKind = 'string' | 'text' | 'int' | 'enum' | 'bool' | 'timestamp' | 'raw';

interface UdmFacts {
  /** Last or inner path segments that are lists in the UDM field list. */
  readonly repeated: readonly string[];
  readonly int: readonly string[];
  /** Enumerated paths with their zero value, which stands for "not set". */
  readonly enum: Readonly<Record<string, string>>;
  readonly text: readonly string[];
  /** Where parsers keep the free text of a log line: what a keyword search of a rule looks through. */
  readonly keywords: readonly string[];
}

const facts = JSON.parse(readFileSync(new URL('../../../data/udm.json', import.meta.url), 'utf8')) as UdmFacts;
const repeatedSegments = new Set(facts.repeated);
const intPaths = new Set(facts.int);
const enumPaths = new Map(Object.entries(facts.enum));
const textPaths = new Set(facts.text);

/** Paths already looked at; their number is that of the map files' paths. */
const repeated = new Map<string, boolean>();
const REPEATED_MAX = 5_000;

/** The paths a keyword search looks through where the map of the log source names no others. */
export const KEYWORD_PATHS: readonly string[] = facts.keywords;

/** The path that holds the time of every event. */
export const EVENT_TIME = 'metadata.event_timestamp.seconds';

/** The kind of a UDM path (data/udm.json, from the UDM field list). */
export function kindOfPath(path: string): UdmKind {
  if (intPaths.has(path)) return 'int';
  if (enumPaths.has(path)) return 'enum';
  if (textPaths.has(path)) return 'text';
  return path === 'metadata.event_timestamp' ? 'timestamp' : 'string';
}

/** The value an enumerated path has when nothing was set. */
export function enumZero(path: string): string {
  return enumPaths.get(path) ?? '';
}

/**
 * Whether a path is a list: then a comparison asks whether any element fits. A map access (`labels["key"]`) is not, it gives the first
 * value of its key.
 */
export function isRepeated(path: string): boolean {
  if (path.endsWith(']')) return false;
  let known = repeated.get(path);
  if (known === undefined) {
    known = path.split('.').some((segment) => repeatedSegments.has(segment));
    if (repeated.size < REPEATED_MAX) repeated.set(path, known);
  }
  return known;
}
