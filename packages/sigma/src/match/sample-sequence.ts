import type { Aggregation, SigmaCollection, SigmaCorrelation, SigmaRule, Threshold } from '../model/rule.js';
import { indexReferences } from '../parse/references.js';
import { fieldValues, type SigmaEvent } from './event-fields.js';
import { matchCorrelation } from './match-correlation.js';
import { placeValue } from './place-value.js';
import { type SampleEvents, sampleEvents } from './sample-events.js';

/** A fixed moment; with a clock two runs would differ. */
const BEGIN_MS = Date.UTC(2026, 0, 5, 8);
/** The time span where a correlation names none. */
const SPAN_SECONDS = 3600;
/** With more events nobody could read the test. */
const EVENTS_MAX = 500;

/** An event of one of the counted rules, with that rule's field names. */
interface Base {
  readonly event: SigmaEvent;
  readonly nameOf: (field: string) => string;
}

/** One event of a sequence before it is built: its rule, and what distinguishes it from the others. */
interface Step {
  readonly rule: number;
  readonly atMs: number;
  readonly value?: string | number;
}

/**
 * Builds two lists of events for a correlation, or for a rule with an aggregation tail: `match` fires it, `noMatch` does not. Both are
 * verified with {@link matchCorrelation}. What cannot be built (a correlation of correlations, a `near`, more than 500 events) is missing.
 * The same rule gives the same events.
 */
export function sampleSequence(document: SigmaRule | SigmaCorrelation, collection: SigmaCollection): SampleEvents {
  const aggregation = aggregationOf(document);
  const bases = basesOf(document, collection);
  if (aggregation === undefined || bases === undefined) return { match: [], noMatch: [] };
  const fires = (events: readonly SigmaEvent[]) => matchCorrelation(document, collection, events).matched;
  const lists = (plans: readonly (readonly Step[])[]) =>
    plans
      .filter(({ length }) => length > 0 && length <= EVENTS_MAX)
      .map((plan) => plan.map((step) => eventOf(step, bases, aggregation)));
  const plan = firingPlan(aggregation, bases.length);
  const match = lists([plan]).find(fires) ?? [];
  const noMatch = match.length === 0 ? [] : (lists(quietPlans(plan, aggregation)).find((list) => !fires(list)) ?? []);
  return { match, noMatch };
}

function aggregationOf(document: SigmaRule | SigmaCorrelation): Aggregation | undefined {
  if (document.kind === 'correlation') return document.aggregation;
  const tail = document.conditions.find(({ aggregation }) => aggregation !== undefined)?.aggregation;
  return tail?.near === undefined ? tail : undefined;
}

/** One event of each counted rule; undefined where one has none. */
function basesOf(document: SigmaRule | SigmaCorrelation, collection: SigmaCollection): Base[] | undefined {
  const references = indexReferences(collection.documents);
  const counted = document.kind === 'rule' ? [''] : document.rules;
  const bases: Base[] = [];
  for (const reference of counted) {
    const rule = document.kind === 'rule' ? document : references.get(reference);
    const event = rule?.kind === 'rule' ? sampleEvents(rule).match[0] : undefined;
    if (event === undefined) return undefined;
    const aliases = document.kind === 'correlation' ? document.aliases : undefined;
    bases.push({ event, nameOf: (field) => aliases?.get(field)?.get(reference) ?? field });
  }
  return bases;
}

/** What most likely fires: as many events, different values or different rules as required, within half the time span. */
function firingPlan({ type, thresholds, timespanSeconds }: Aggregation, rules: number): Step[] {
  const wanted = Math.max(...thresholds.map(wantedBy), 1);
  const spanMs = (timespanSeconds ?? SPAN_SECONDS) * 1000;
  const steps = (count: number, step: (index: number) => Omit<Step, 'atMs'>): Step[] =>
    Array.from({ length: Math.min(count, EVENTS_MAX + 1) }, (_, index) => ({
      ...step(index),
      atMs: Math.floor((index * spanMs) / (2 * count)),
    }));
  switch (type) {
    case 'event_count':
      return steps(Math.ceil(wanted), (index) => ({ rule: index % rules }));
    case 'value_count':
      return steps(Math.ceil(wanted), (index) => ({ rule: index % rules, value: `value-${index + 1}` }));
    case 'temporal':
    case 'temporal_ordered':
      return steps(rules, (index) => ({ rule: index }));
    default:
      return [{ rule: 0, atMs: 0, value: wanted }];
  }
}

function wantedBy({ operator, value }: Threshold): number {
  if (operator === 'gt' || operator === 'neq') return value + 1;
  return operator === 'lt' ? value - 1 : value;
}

/** Variants that most likely do not fire, with one change each: an event less, a value less, more time, an event more. */
function quietPlans(plan: readonly Step[], { timespanSeconds }: Aggregation): Step[][] {
  const spanMs = (timespanSeconds ?? SPAN_SECONDS) * 1000;
  const last = plan.at(-1) as Step;
  return [
    plan.slice(0, -1),
    plan.map((step) => (typeof step.value === 'number' ? { ...step, value: step.value - 1 } : step)),
    plan.map((step, index) => ({ ...step, atMs: index * (spanMs + 1000) })),
    [...plan, { ...last, atMs: last.atMs + 1, ...(last.value === undefined ? {} : { value: 'value-0' }) }],
  ];
}

function eventOf({ rule, atMs, value }: Step, bases: readonly Base[], { groupBy, fields }: Aggregation): SigmaEvent {
  const { event: base, nameOf } = bases[rule] as Base;
  const event: SigmaEvent = structuredClone(base);
  if (value !== undefined) for (const field of fields) fill(event, nameOf(field), value);
  for (const name of groupBy) {
    const isAddress = ['ip', 'addr'].some((part) => name.toLowerCase().includes(part));
    fill(event, nameOf(name), isAddress ? '198.51.100.7' : 'sample');
  }
  fill(event, 'timestamp', new Date(BEGIN_MS + atMs).toISOString());
  return event;
}

/** Sets a field unless the rule itself requires a value for it. */
function fill(event: SigmaEvent, field: string, value: unknown): void {
  if (fieldValues(event, field) === undefined) placeValue(event, field, value);
}
