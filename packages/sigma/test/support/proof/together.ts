import {
  coversEvents,
  logsourceOfEvent,
  matchCorrelation,
  type QueryLanguage,
  type SigmaCollection,
  type SigmaEvent,
  type SigmaRule,
} from '@tripline/sigma';
import { shapedAs } from './collected.js';
import { type NativeEvent, type Scalar, testsOf, truthOf } from './predicate.js';
import type { Interpreted } from './steps.js';

/** One event for each step of a query, in the steps' order. */
export interface TogetherEvents {
  readonly events: readonly NativeEvent[];
  readonly collection: SigmaCollection;
  readonly language: QueryLanguage;
  /** What every event of the query's log has. */
  readonly beside: NativeEvent;
}

/** How the correlation differs from what the query says of events that come together. */
interface TogetherDifference {
  readonly event: NativeEvent;
  readonly kind: 'lost' | 'more';
}

const BEGIN = Date.UTC(2026, 0, 1);

/**
 * Compares the correlation that was read with the query's steps: it finds one event of each step in their order with the values that join them, and
 * neither what lacks one of them, nor what is joined by another value, nor, of an ordered query, what comes in the opposite order. Nothing is
 * compared where one event is of several steps, or a step tests what joins it, or an event is of another log than its rule's.
 */
export function differencesTogether(
  { steps, ordered = false }: Interpreted,
  { events, collection, language, beside }: TogetherEvents,
): readonly TogetherDifference[] {
  const correlation = collection.documents.find((document) => document.kind === 'correlation');
  if (correlation?.kind !== 'correlation' || steps.length < 2 || isShared(steps, events)) return [];
  const keyed = events.map((event, index) => ({ ...event, ...joiningBy(steps[index]?.by ?? []) }));
  if (keyed.some((event, index) => truthOf(steps[index]?.predicate ?? NEVER, event) !== true)) return [];
  // Which log an event is of, each step's own comparison tells.
  const rules = collection.documents.filter((document) => document.kind === 'rule');
  if (keyed.some((event, index) => !isFor(shapedAs(event, beside, language), rules[index] as SigmaRule))) return [];
  const matches = (list: readonly NativeEvent[]) => {
    const timed = list.map(
      (event, second): SigmaEvent => ({
        ...shapedAs(event, beside, language),
        timestamp: new Date(BEGIN + second * 100).toISOString(),
      }),
    );
    return matchCorrelation(correlation, collection, timed, { isFor }).matched;
  };
  const first = keyed[0] as NativeEvent;
  const differences: TogetherDifference[] = [];
  if (!matches(keyed)) differences.push({ event: first, kind: 'lost' });
  const others = [keyed.slice(1), keyed.slice(0, -1), ...(ordered ? [keyed.toReversed()] : [])];
  const key = steps.at(-1)?.by[0];
  if (key !== undefined)
    others.push([...keyed.slice(0, -1), { ...(keyed.at(-1) as NativeEvent), [key]: joiningValue(key, 90) }]);
  if (others.some(matches)) differences.push({ event: first, kind: 'more' });
  return differences;
}

/** Whether an event is of a rule's log, as far as it tells its own. */
function isFor(event: SigmaEvent, { logsource }: SigmaRule): boolean {
  const told = logsourceOfEvent(event);
  return told === undefined || coversEvents(logsource, told);
}

const NEVER = { kind: 'constant', value: false } as const;

/** Whether an event of one step is of another one as well, or a step tests what joins it. */
function isShared(steps: Interpreted['steps'], events: readonly NativeEvent[]): boolean {
  return steps.some(
    ({ predicate, by }, step) =>
      testsOf(predicate).some(({ field }) => by.includes(field ?? '')) ||
      events.some((event, index) => index !== step && truthOf(predicate, event) === true),
  );
}

/** The fields by which events are joined, which all of them have: the first of each step has one value, the second another. */
export function joiningBy(fields: readonly string[]): NativeEvent {
  return Object.fromEntries(fields.map((field, index) => [field, joiningValue(field, index)]));
}

function joiningValue(field: string, index: number): Scalar {
  return /(?:^|[._])ip$/.test(field) ? `203.0.113.${index + 7}` : String(7001 + index);
}
