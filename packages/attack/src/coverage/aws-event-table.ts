import { lazyData } from '../data.js';
import { awsTechniques } from './aws-techniques.js';
import { isEverydayEvent } from './everyday-events.js';
import type { MappingSource, MappingStrength } from './mapping.js';

/** A technique that one CloudTrail event shows when a detection names the event exactly. */
interface EventTechnique {
  readonly techniqueId: string;
  readonly strength: MappingStrength;
  readonly source: MappingSource;
  /** Whether this is the main technique of the operation, by our own reading: what an intruder who calls it most likely does. */
  readonly isFirst: boolean;
}

/** A CloudTrail event with known techniques. */
export interface AwsEvent {
  /** `iam.amazonaws.com` */
  readonly source: string;
  /** `CreateUser` */
  readonly name: string;
  /** Number of public incident reports that mention the event (TrailDiscover). */
  readonly incidents: number;
  /** Whether ordinary work makes it all the time, so that only a narrowed detection of it covers. */
  readonly everyday: boolean;
  /** The main technique first. */
  readonly techniques: readonly EventTechnique[];
}

interface EventTable {
  readonly events: readonly AwsEvent[];
  /** Events by lower-case name. Several services can have an event of the same name. */
  readonly byName: ReadonlyMap<string, readonly AwsEvent[]>;
  readonly bySource: ReadonlyMap<string, readonly AwsEvent[]>;
  readonly byTechnique: ReadonlyMap<string, readonly AwsEvent[]>;
}

/**
 * Meaning of the letter after a technique in the data file. `w` and `m` are our own reading too: with `w` the event belongs to the
 * technique, but on its own does not distinguish it from ordinary work; with `m` it only prepares the technique or makes it possible.
 */
const LETTERS: ReadonlyMap<string, Pick<EventTechnique, 'strength' | 'source'>> = new Map([
  ['e', { strength: 'significant', source: 'event_map' }],
  ['s', { strength: 'significant', source: 'sigma' }],
  ['i', { strength: 'significant', source: 'inferred' }],
  ['w', { strength: 'partial', source: 'inferred' }],
  ['m', { strength: 'minimal', source: 'inferred' }],
]);

/**
 * Sources that name a sub-technique also name its parent. The parent then counts as partly shown, unless the event shows every
 * sub-technique that the parent has in the cloud.
 */
function weighParents(techniques: readonly EventTechnique[]): readonly EventTechnique[] {
  const named = new Set(techniques.map(({ techniqueId }) => techniqueId));
  return techniques.map((entry) => {
    const children = awsTechniques().filter(({ parent }) => parent === entry.techniqueId);
    const shown = children.filter(({ id }) => named.has(id)).length;
    const isPart = shown > 0 && shown < children.length && entry.strength === 'significant';
    return isPart ? { ...entry, strength: 'partial' } : entry;
  });
}

/**
 * Reads `24 *T1136.003:e T1136:e`: first the number of incidents, if any, then techniques with a letter each. A star marks the main
 * technique.
 */
function readEvent(source: string, name: string, stored: string): AwsEvent {
  const techniques: EventTechnique[] = [];
  let incidents = 0;
  for (const word of stored.split(' ')) {
    const colon = word.indexOf(':');
    if (colon < 0) {
      incidents = Number(word);
      continue;
    }
    const meaning = LETTERS.get(word.slice(colon + 1));
    if (meaning === undefined) throw new Error(`event ${source} ${name}: "${word}" ends in none of e, s, i, w, m`);
    const isFirst = word.startsWith('*');
    techniques.push({ techniqueId: word.slice(isFirst ? 1 : 0, colon), ...meaning, isFirst });
  }
  return { source, name, incidents, everyday: isEverydayEvent(source, name), techniques: weighParents(techniques) };
}

function group(events: readonly AwsEvent[], keys: (event: AwsEvent) => readonly string[]): Map<string, AwsEvent[]> {
  const groups = new Map<string, AwsEvent[]>();
  for (const event of events) {
    for (const key of keys(event)) {
      const known = groups.get(key);
      if (known === undefined) groups.set(key, [event]);
      else known.push(event);
    }
  }
  return groups;
}

/** The table of CloudTrail events with known techniques, indexed by service and by name. */
export const awsEventTable: () => EventTable = lazyData(
  'aws-events.json',
  (raw: Readonly<Record<string, Readonly<Record<string, string>>>>) => {
    const events = Object.entries(raw).flatMap(([source, rows]) =>
      Object.entries(rows).map(([name, stored]) => readEvent(source, name, stored)),
    );
    return {
      events,
      byName: group(events, ({ name }) => [name.toLowerCase()]),
      bySource: group(events, ({ source }) => [source]),
      byTechnique: group(events, ({ techniques }) => techniques.map(({ techniqueId }) => techniqueId)),
    };
  },
);
