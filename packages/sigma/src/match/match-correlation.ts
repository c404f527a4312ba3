import type { Aggregation, SigmaCollection, SigmaCorrelation, SigmaRule } from '../model/rule.js';
import { indexReferences } from '../parse/references.js';
import { judgeWindow, type WindowTest } from './aggregate.js';
import { combinations } from './combinations.js';
import { fieldValues, type SigmaEvent } from './event-fields.js';
import { eventTimeMs } from './event-time.js';
import { conditionPredicate } from './match-rule.js';
import { unknownRule } from './unknown-rule.js';
import { eventsOf, type Hit, type NextWindow, type Stretch, scanWindows } from './windows.js';

/** Fields that may hold an event's time, in the order in which they are tried. */
const TIME_FIELDS = [
  '@timestamp',
  'timestamp',
  'UtcTime',
  'eventTime',
  'TimeGenerated',
  'TimeCreated',
  '_time',
  'time',
];

/** One group and window in which a correlation matched. */
export interface CorrelationWindow {
  /** Group-by field (or alias) → value. */
  readonly group: Readonly<Record<string, string>>;
  readonly fromMs: number;
  readonly toMs: number;
  /** The count, sum, average … that was compared; for temporal types the number of different rules seen. */
  readonly value: number;
  /** Indexes of the events in the given list. */
  readonly events: readonly number[];
}

/** The result for a list of events. */
export interface CorrelationMatch {
  readonly matched: boolean;
  readonly windows: readonly CorrelationWindow[];
  /** Events that were left out because no time could be read from them. */
  readonly untimed: number;
}

/** How to read the events. */
export interface CorrelationOptions {
  /** Milliseconds since 1970 of an event; by default the first usual time field that holds one. */
  readonly timeMs?: (event: SigmaEvent) => number | undefined;
  /** Whether an event is for a rule, by log source for example; by default every event is. */
  readonly isFor?: (event: SigmaEvent, rule: SigmaRule) => boolean;
}

/**
 * Runs a correlation, or a rule with an old aggregation tail, on events. Events are grouped by the group-by fields: an event without one of
 * them is left out, and an array counts for each of its elements. A window begins at an event and is as long as the timespan (both ends
 * included; without a timespan it contains everything). The windows reported for a group do not overlap; a correlation that asks when another
 * one matched sees overlapping ones too, and one that counts its matches does not. Percentiles are by nearest rank. A `temporal` correlation
 * needs every rule in the window (or what its condition says), `temporal_ordered` in the order of the list. Throws a `SigmaError`
 * (UnknownRule) when a referenced rule is not in the collection.
 */
export function matchCorrelation(
  document: SigmaRule | SigmaCorrelation,
  collection: SigmaCollection,
  events: readonly SigmaEvent[],
  options: CorrelationOptions = {},
): CorrelationMatch {
  const timeOf = options.timeMs ?? defaultTimeMs;
  const timed: TimedEvent[] = [];
  for (const [number, event] of events.entries()) {
    const timeMs = timeOf(event);
    if (timeMs !== undefined) timed.push({ number, event, timeMs });
  }
  const references = indexReferences(collection.documents);
  const found = new Correlator(events, timed, references, options.isFor ?? (() => true)).run(document, 'behind');
  const windows = found.map(({ matched, ...window }) => ({ ...window, events: eventsOf(matched) }));
  return { matched: windows.length > 0, windows, untimed: events.length - timed.length };
}

/** A window with its events as a part of its group's hits: those that overlap would hold each event many times over. */
interface FoundWindow extends Omit<CorrelationWindow, 'events'> {
  readonly matched: Stretch;
}

interface TimedEvent {
  readonly number: number;
  readonly event: SigmaEvent;
  readonly timeMs: number;
}

class Correlator {
  /** Windows of documents that were already run, by how they follow each other: several correlations may refer to one. */
  private readonly done = {
    behind: new Map<SigmaRule | SigmaCorrelation, readonly FoundWindow[]>(),
    overlapping: new Map<SigmaRule | SigmaCorrelation, readonly FoundWindow[]>(),
  };

  constructor(
    /** The list that the numbers of events point into. */
    private readonly given: readonly SigmaEvent[],
    private readonly events: readonly TimedEvent[],
    private readonly references: ReadonlyMap<string, SigmaRule | SigmaCorrelation>,
    private readonly isFor: (event: SigmaEvent, rule: SigmaRule) => boolean,
  ) {}

  run(document: SigmaRule | SigmaCorrelation, next: NextWindow): readonly FoundWindow[] {
    const cached = this.done[next].get(document);
    if (cached !== undefined) return cached;
    const windows = document.kind === 'rule' ? this.runRule(document, next) : this.runCorrelation(document, next);
    this.done[next].set(document, windows);
    return windows;
  }

  /** A rule with aggregation tails matches when any of them does. A condition without a tail makes each event a window of its own. */
  private runRule(rule: SigmaRule, next: NextWindow): FoundWindow[] {
    return rule.conditions.flatMap(({ tree, aggregation }) => {
      if (aggregation === undefined) return this.hitsOf(rule, conditionPredicate(tree), 0).map(singleWindow);
      const trees = aggregation.near ?? [tree];
      const hits = trees.flatMap((part, index) => this.hitsOf(rule, conditionPredicate(part), index));
      const test = { aggregation, rules: trees.map((_, index) => String(index)) };
      return findWindows(hits, test, next, (_, field) => field);
    });
  }

  private runCorrelation(correlation: SigmaCorrelation, next: NextWindow): FoundWindow[] {
    const { rules, aggregation, aliases, expression } = correlation;
    const isTemporal = aggregation.type === 'temporal' || aggregation.type === 'temporal_ordered';
    const hits = rules.flatMap((reference, index) => {
      const referred = this.references.get(reference);
      if (referred === undefined) throw unknownRule(correlation, reference);
      return this.hitsOfDocument(referred, index, isTemporal ? 'overlapping' : 'behind');
    });
    const test = { aggregation, rules, ...(expression === undefined ? {} : { expression }) };
    return findWindows(hits, test, next, (rule, field) => aliases.get(field)?.get(rules[rule] as string) ?? field);
  }

  private hitsOfDocument(document: SigmaRule | SigmaCorrelation, rule: number, next: NextWindow): Hit[] {
    if (document.kind === 'rule' && document.conditions.every(({ aggregation }) => aggregation === undefined)) {
      const predicates = document.conditions.map(({ tree }) => conditionPredicate(tree));
      return this.hitsOf(document, (event) => predicates.some((holds) => holds(event)), rule);
    }
    return this.run(document, next).map(({ group, matched, toMs }) => ({
      timeMs: toMs,
      rule,
      event: matched.hits[matched.start]?.event ?? 0,
      counted: matched,
      // Of a field that it does not group by, a match has the values of its events.
      valuesOf: (field) => (Object.hasOwn(group, field) ? [group[field]] : this.valuesIn(eventsOf(matched), field)),
    }));
  }

  private valuesIn(numbers: readonly number[], field: string): readonly unknown[] {
    return numbers.flatMap((number) => fieldValues(this.given[number] as SigmaEvent, field) ?? []);
  }

  private hitsOf(source: SigmaRule, holds: (event: SigmaEvent) => boolean, rule: number): Hit[] {
    return this.events
      .filter(({ event }) => this.isFor(event, source) && holds(event))
      .map(({ event, number, timeMs }) => ({
        timeMs,
        rule,
        event: number,
        valuesOf: (field) => fieldValues(event, field) ?? [],
      }));
  }
}

/** The windows that pass the test, group by group in the order of first appearance. */
function findWindows(
  hits: readonly Hit[],
  test: WindowTest,
  next: NextWindow,
  fieldFor: (rule: number, field: string) => string,
): FoundWindow[] {
  const { groupBy, timespanSeconds, fields }: Aggregation = test.aggregation;
  const groups = new Map<string, { group: Record<string, string>; hits: Hit[] }>();
  for (const hit of hits) {
    const valuesOf = (field: string) => hit.valuesOf(fieldFor(hit.rule, field));
    const counted = fields.length === 0 ? hit : { ...hit, valuesOf };
    for (const values of combinations(groupBy.map(valuesOf))) {
      const key = JSON.stringify(values);
      let group = groups.get(key);
      if (group === undefined) {
        group = { group: Object.fromEntries(groupBy.map((name, index) => [name, values[index] as string])), hits: [] };
        groups.set(key, group);
      }
      group.hits.push(counted);
    }
  }
  const spanMs = timespanSeconds === undefined ? Number.POSITIVE_INFINITY : timespanSeconds * 1000;
  const found: FoundWindow[] = [];
  for (const { group, hits: members } of groups.values()) {
    members.sort((a, b) => a.timeMs - b.timeMs || a.event - b.event || a.rule - b.rule);
    scanWindows(members, spanMs, next, (window, start, end) => {
      const { matched, value } = judgeWindow(window, test);
      if (!matched || value === undefined) return false;
      found.push({
        group,
        fromMs: (window[0] as Hit).timeMs,
        toMs: (window.at(-1) as Hit).timeMs,
        value,
        matched: { hits: members, start, end },
      });
      return true;
    });
  }
  return found;
}

function singleWindow(hit: Hit): FoundWindow {
  return { group: {}, fromMs: hit.timeMs, toMs: hit.timeMs, value: 1, matched: { hits: [hit], start: 0, end: 1 } };
}

function defaultTimeMs(event: SigmaEvent): number | undefined {
  for (const field of TIME_FIELDS) {
    const ms = eventTimeMs(fieldValues(event, field)?.[0]);
    if (ms !== undefined) return ms;
  }
  return undefined;
}
