import type { Condition } from '../../model/condition.js';
import type { Logsource, Threshold } from '../../model/rule.js';
import type { ConversionContext } from '../target.js';
import { type BooleanSyntax, joinRendered, type Rendered } from '../walk.js';
import { clausesOf } from './clauses.js';
import type { Counting } from './counting.js';
import { membersOf } from './members.js';
import { hasOneOrder } from './references.js';
import { leastOf } from './thresholds.js';
import { approximate } from './windows.js';

/** Events of one kind: the condition on them, and the fields that join them to others. */
export interface JoinedEvents {
  readonly search: Rendered;
  readonly keys: readonly string[];
}

/** A language that joins events by fields. The templates give whole queries; `span` is the time that all events lie in, in seconds. */
export interface Joins {
  /** The fields that join the events of a log source by a field of the rule. */
  keysOf(field: string, logsource: Logsource, ctx: ConversionContext): readonly string[];
  /** At least a number of events of one kind. */
  repeated(events: JoinedEvents, least: number, span: number | undefined): string;
  readonly repeatsMax: number;
  /** What the reader should know where more are counted, or no more than a number. */
  readonly repeatsNote: string;
  /** One kind after the other; `shared` are the keys where all have the same. */
  ordered(kinds: readonly JoinedEvents[], shared: readonly string[] | undefined, span: number | undefined): string;
  /** Every kind in any order, which has no time span; `unorderedNote` says so. */
  unordered(kinds: readonly JoinedEvents[]): string;
  readonly unorderedMax: number;
  readonly unorderedNote: string;
}

/**
 * A correlation of kinds of events as a query that joins them. Undefined where that would not find all that it finds: an upper bound of a
 * count, values that are counted or summed, events that must be absent, correlations of correlations.
 */
export function joinedQuery(
  joins: Joins,
  counting: Counting,
  searchOf: (logsource: Logsource, tree: Condition) => Rendered,
  syntax: BooleanSyntax,
  ctx: ConversionContext,
): string | undefined {
  const { type, near, thresholds, timespanSeconds, groupBy } = counting.aggregation;
  const kinds = new Map<string, JoinedEvents>();
  for (const member of membersOf(counting, [], ctx)) {
    if (member.kind !== 'events') return undefined;
    const { logsource } = member.document;
    const keys = groupBy.flatMap((name) => joins.keysOf(member.nameOf(name), logsource, ctx));
    kinds.set(member.reference, { search: searchOf(logsource, member.tree), keys });
  }
  const all = [...kinds.values()];
  const shared = eitherOf(all, syntax);
  if (type === 'event_count' && near === undefined) {
    const least = shared === undefined ? undefined : leastCount(thresholds, joins, ctx);
    return shared === undefined || least === undefined ? undefined : joins.repeated(shared, least, timespanSeconds);
  }
  if (hasOneOrder(counting) && all.length > 1) return joins.ordered(all, shared?.keys, timespanSeconds);
  if (type !== 'temporal' && near === undefined) return undefined;
  const unordered = unorderedOf(kinds, counting, joins, syntax);
  if (unordered === undefined) return undefined;
  approximate(joins.unorderedNote, ctx);
  return joins.unordered(unordered);
}

/** What must occur in any order: events that are joined by keys, none of them an alternative in two places. */
function unorderedOf(
  kinds: ReadonlyMap<string, JoinedEvents>,
  { aggregation, expression }: Counting,
  { unorderedMax }: Joins,
  syntax: BooleanSyntax,
): readonly JoinedEvents[] | undefined {
  const { clauses, lost } = clausesOf([...kinds.keys()], aggregation, expression) ?? { clauses: [], lost: true };
  const references = clauses.flatMap((clause) => clause.references);
  const apart = new Set(references).size === references.length && clauses.every(({ present }) => present);
  if (lost || !apart || clauses.length < 2 || clauses.length > unorderedMax) return undefined;
  const found = clauses.flatMap((clause) => {
    const events = eitherOf(
      clause.references.flatMap((name) => kinds.get(name) ?? []),
      syntax,
    );
    return events === undefined || events.keys.length === 0 ? [] : [events];
  });
  return found.length === clauses.length ? found : undefined;
}

/** Several kinds of events as one; undefined where they are joined by different fields. */
function eitherOf(kinds: readonly JoinedEvents[], syntax: BooleanSyntax): JoinedEvents | undefined {
  const [first] = kinds;
  if (first === undefined || kinds.some(({ keys }) => keys.join() !== first.keys.join())) return undefined;
  const searches = kinds.map(({ search }) => search);
  return { search: joinRendered('or', searches, syntax), keys: first.keys };
}

/** The number of events that reaches the thresholds' lower bound; undefined where none is above one event. */
function leastCount(
  thresholds: readonly Threshold[],
  { repeatsMax, repeatsNote }: Joins,
  ctx: ConversionContext,
): number | undefined {
  const least = Math.max(0, ...thresholds.map((threshold) => leastOf(threshold) ?? 0));
  if (least < 2) return undefined;
  if (least > repeatsMax || thresholds.some(({ operator }) => operator !== 'gt' && operator !== 'gte')) {
    approximate(repeatsNote, ctx);
  }
  return Math.min(least, repeatsMax);
}
