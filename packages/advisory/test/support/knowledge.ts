import { readdirSync, readFileSync } from 'node:fs';
import type { SampleEvent } from '@tripline/advisory';
import type { PlatformName } from '@tripline/sigma';
import { load } from 'js-yaml';

const BEHAVIOURS = new URL('../../knowledge/behaviours/', import.meta.url);
const TECHNIQUES = new URL('../../knowledge/techniques/', import.meta.url);
const OPERATIONS = new URL('../../knowledge/operations/', import.meta.url);

/** An event of a proof: a single one, or a number of copies in which one field has a different value each. */
export type ProofEvent = SampleEvent | { readonly times: number; readonly each?: string; readonly event: SampleEvent };

/** The parts of a file of `knowledge/behaviours` that tests use. */
export interface BehaviourFile {
  readonly title: string;
  readonly where?: readonly string[];
  readonly seen: {
    readonly platform: PlatformName | null;
    readonly logsource: Readonly<Record<string, string>>;
    readonly selection?: readonly Readonly<Record<string, unknown>>[];
    readonly correlation?: unknown;
  };
  readonly proof: {
    readonly found: readonly string[];
    readonly 'not-found': readonly string[];
    readonly match: readonly ProofEvent[];
    readonly 'no-match': readonly ProofEvent[];
  };
}

/** Every file of `knowledge/behaviours` by its id. */
export function behaviourFiles(): readonly (readonly [string, BehaviourFile])[] {
  return yamlFiles<BehaviourFile>(BEHAVIOURS);
}

/** An operation of a file of `knowledge/operations`. */
export interface OperationRow {
  readonly found?: readonly string[];
  readonly commands?: readonly string[];
  readonly with?: readonly {
    readonly title: string;
    readonly selection: Readonly<Record<string, unknown>>;
    readonly found: readonly string[];
  }[];
}

/** Every file of `knowledge/operations`: the log's name and its operations. */
export function operationFiles(): readonly (readonly [string, readonly (readonly [string, OperationRow])[]])[] {
  const files = yamlFiles<Readonly<Record<string, OperationRow>>>(OPERATIONS);
  return files.map(([log, rows]) => [log, Object.entries(rows)]);
}

/** The parts of a technique with phrases that tests use. */
export interface TechniqueRow {
  readonly phrases?: readonly string[];
  readonly found: readonly string[];
  readonly 'not-found'?: readonly string[];
}

/** Every technique of `knowledge/techniques` that has phrases, by its id. */
export function toldTechniques(): readonly (readonly [string, TechniqueRow])[] {
  return yamlFiles<Readonly<Record<string, TechniqueRow>>>(TECHNIQUES).flatMap(([, rows]) =>
    Object.entries(rows).filter(([, { phrases }]) => phrases !== undefined),
  );
}

function yamlFiles<T>(folder: URL): readonly (readonly [string, T])[] {
  const names = readdirSync(folder).sort();
  return names.map((name) => [
    name.replace(/\.yaml$/, ''),
    load(readFileSync(new URL(name, folder), 'utf8')) as unknown as T,
  ]);
}

/** Gives the events of a proof, one second apart. */
export function eventsOf(list: readonly ProofEvent[]): readonly SampleEvent[] {
  const events = list.flatMap((item) => {
    const { times, each, event } = item as { times?: number; each?: string; event?: SampleEvent };
    if (times === undefined || event === undefined) return [item as SampleEvent];
    return Array.from({ length: times }, (_, index) => (each === undefined ? event : withValue(event, each, index)));
  });
  return events.map((event, index) => {
    const time = new Date(Date.UTC(2026, 0, 5, 8) + index * 1000).toISOString();
    return { ...event, timestamp: time, eventTime: time };
  });
}

function withValue(event: SampleEvent, path: string, index: number): SampleEvent {
  const [first = '', ...rest] = path.split('.');
  const before = event[first];
  const value =
    rest.length === 0 ? `${String(before)}-${index}` : withValue(before as SampleEvent, rest.join('.'), index);
  return { ...event, [first]: value };
}
