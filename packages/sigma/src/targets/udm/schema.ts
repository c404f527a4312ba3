import { readFileSync } from 'node:fs';
import { partsBetween } from '../../characters.js';
import { remembered } from '../../remembered.js';

/**
 * How the Unified Data Model stores a value. `string` one line of text, `text` possibly several lines, `int` a number whose zero means "not
 * set", `enum` a closed list that takes neither `nocase` nor patterns, `bool`, `timestamp` the event's own time, `raw` a field name of the
 * rule whose type is unknown.
 */
export type UdmKind = 'string' | 'text' | 'int' | 'enum' | 'bool' | 'timestamp' | 'raw';

interface UdmFacts {
  /** Last or inner path segments that are lists in the UDM field list. */
  readonly repeated: readonly string[];
  readonly int: readonly string[];
  /** Enumerated paths with their zero value, which means "not set". */
  readonly enum: Readonly<Record<string, string>>;
  readonly text: readonly string[];
  /** Where parsers keep the free text of a log line, for the keyword searches of rules. */
  readonly keywords: readonly string[];
  /** What UDM has of every event beside its nouns: the first names of paths, with the names below them. */
  readonly own: Readonly<Record<string, readonly string[]>>;
}

const facts = JSON.parse(readFileSync(new URL('../../../data/udm.json', import.meta.url), 'utf8')) as UdmFacts;
const repeatedSegments = new Set(facts.repeated);
const intPaths = new Set(facts.int);
const enumPaths = new Map(Object.entries(facts.enum));
const textPaths = new Set(facts.text);

/** Paths that were already looked up; there are no more than in the map files. */
const repeated = new Map<string, boolean>();
const REPEATED_MAX = 5_000;

/** The paths for a keyword search where the log source's map names no others. */
export const KEYWORD_PATHS: readonly string[] = facts.keywords;

/** The path that holds the time of every event. */
export const EVENT_TIME = 'metadata.event_timestamp.seconds';

const ownPaths = new Map(Object.entries(facts.own).map(([first, names]) => [first, new Set(names)]));

/** Whether a path is UDM's own beside those of its nouns, such as `network.application_protocol`. */
export function isOwnPath(path: string): boolean {
  const [first = '', second = ''] = partsBetween(path, '.[');
  return ownPaths.get(first)?.has(second) === true;
}

/** The type of a UDM path (data/udm.json, from the UDM field list). */
export function kindOfPath(path: string): UdmKind {
  if (intPaths.has(path)) return 'int';
  if (enumPaths.has(path)) return 'enum';
  if (textPaths.has(path)) return 'text';
  return path === 'metadata.event_timestamp' ? 'timestamp' : 'string';
}

/** The value of an enumerated path when nothing was set. */
export function enumZero(path: string): string {
  return enumPaths.get(path) ?? '';
}

/**
 * Whether a path is a list, so that a comparison asks whether any element matches. A map access (`labels["key"]`) is not: it gives the
 * first value of its key.
 */
export function isRepeated(path: string): boolean {
  if (path.endsWith(']')) return false;
  const make = () => path.split('.').some((segment) => repeatedSegments.has(segment));
  return remembered(repeated, path, make, REPEATED_MAX);
}
