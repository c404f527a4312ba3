import type { Threshold } from '../model/rule.js';
import { QueryFault, unreadable } from './query-fault.js';
import { conjunctsOf, type QueryCount, type QueryLeaf, type QueryNode } from './query-tree.js';
import { holdsOf, isAlways, isNever, leastOf } from './thresholds.js';
import { entryOf } from './word-table.js';

/** One aggregate of a command that groups events, as a correlation of Sigma counts it. */
export type Aggregate = Pick<QueryCount, 'type' | 'fields' | 'percentile' | 'where'> & {
  /** Whether it only tells, by 1, that there is such an event. */
  readonly isFlag?: boolean;
};

/** Begins the field of a test on an aggregate's result. */
const AGGREGATE = '\u0001aggregate:';
const FUNCTIONS: Readonly<Record<string, Aggregate['type']>> = {
  count: 'event_count',
  c: 'event_count',
  dc: 'value_count',
  distinct_count: 'value_count',
  dcount: 'value_count',
  count_distinct: 'value_count',
  sum: 'value_sum',
  avg: 'value_avg',
  mean: 'value_avg',
  median: 'value_median',
};

/** The least and the greatest value, as percentiles. */
const EXTREMES: Readonly<Record<string, number>> = { min: 0, max: 100 };

/** The aggregate that a function of a field is; undefined for one that no correlation counts. `count` of a field counts events that have it. */
export function aggregateOf(name: string, fields: readonly string[], percentile?: number): Aggregate | undefined {
  const type = entryOf(FUNCTIONS, name.toLowerCase());
  if (type === 'event_count') return fields.length === 0 ? { type, fields } : undefined;
  if (type !== undefined) return fields.length === 0 ? undefined : { type, fields };
  const extreme = entryOf(EXTREMES, name.toLowerCase());
  const percent = percentile ?? extreme ?? Number(/^p(?:erc)?(\d{1,2})$/i.exec(name)?.[1] ?? Number.NaN);
  if (Number.isNaN(percent) || fields.length !== 1) return undefined;
  return { type: 'value_percentile', fields, percentile: percent };
}

/** The columns behind a command that groups events: keys, and aggregates under their names. */
export class Grouped {
  readonly #keys: ReadonlyMap<string, string | QueryFault>;
  readonly #aggregates: ReadonlyMap<string, Aggregate | undefined>;

  constructor(
    /** The command's name and offset. */
    readonly command: string,
    readonly at: number,
    /** Column → the field of the events that it has the value of, or the fault for a key that is computed. */
    keys: ReadonlyMap<string, string | QueryFault>,
    /** Column → its aggregate, undefined for one that no correlation counts. */
    aggregates: ReadonlyMap<string, Aggregate | undefined>,
    readonly windowSeconds?: number,
  ) {
    this.#keys = keys;
    this.#aggregates = aggregates;
  }

  /** The field for a column's tests. @throws QueryFault for a column that no rule can test */
  readonly field = (name: string, at: number): string => {
    const key = this.#keys.get(name);
    if (key instanceof QueryFault) throw new QueryFault(key.code, key.message, at);
    if (key !== undefined) return key;
    if (this.#aggregates.get(name) !== undefined) return AGGREGATE + name;
    throw unreadable(`${name} is a result of ${this.command} that no correlation of Sigma counts`, at);
  };

  has(name: string): boolean {
    return this.#keys.has(name) || this.#aggregates.has(name);
  }

  /** The condition with tests of computed results that are counts too (`=array_length(set_a)`) as tests of these. */
  named(node: QueryNode): QueryNode {
    if (node.kind === 'constant') return node;
    if (node.kind === 'not') return { kind: 'not', child: this.named(node.child) };
    if (node.kind !== 'test') return { kind: node.kind, children: node.children.map((child) => this.named(child)) };
    const { field = '' } = node;
    return this.#aggregates.get(field) === undefined ? node : { ...node, field: AGGREGATE + field };
  }

  /**
   * Splits a condition on the groups: tests of keys hold for the events themselves; tests of one aggregate are a correlation's.
   * @throws QueryFault for a condition that mixes them or tests several aggregates
   */
  split(node: QueryNode): { readonly onEvents: readonly QueryNode[]; readonly counts: readonly GroupTest[] } {
    const onEvents: QueryNode[] = [];
    const counts: GroupTest[] = [];
    for (const part of conjunctsOf(node)) {
      if (!mentionsAggregate(part)) onEvents.push(part);
      else counts.push(...this.#tests(part));
    }
    return { onEvents, counts };
  }

  #tests(part: QueryNode): readonly GroupTest[] {
    const [leaf, negated] = part.kind === 'not' ? [part.child, true] : [part, false];
    if (leaf.kind !== 'test' || leaf.field === undefined)
      throw unreadable('alternatives among counts are no correlation of Sigma', firstPlace(part) ?? this.at);
    const { test: of, at } = leaf;
    if (of.op === 'exists' && of.value && !negated) return [];
    const name = leaf.field.slice(AGGREGATE.length);
    const aggregate = this.#aggregates.get(name) as Aggregate;
    if (aggregate.isFlag) return [{ name, aggregate, at, threshold: flagThreshold(of, negated, at) }];
    if (of.op === 'compare' && !negated) return [{ name, aggregate, at, threshold: of }];
    if (of.op === 'number')
      return [{ name, aggregate, at, threshold: { operator: negated ? 'neq' : 'eq', value: of.value } }];
    throw unreadable('a correlation compares a count with a number', at);
  }

  #groupBy(): readonly string[] {
    const fields = new Set<string>();
    for (const key of this.#keys.values()) {
      if (key instanceof QueryFault) throw key;
      fields.add(key);
    }
    return [...fields];
  }

  /**
   * The correlation that tests of counts are, without those that hold of every group or follow from others.
   * @throws QueryFault where they are of several aggregates, and not all of them lower bounds, or hold of a group without the events counted
   */
  countOf(tests: readonly GroupTest[]): QueryCount | undefined {
    const asked = withoutImplied(
      [...countsByName(tests)].filter((count) => !isOfEveryGroup(count) && !isOfEveryNumber(count)),
    );
    const ofNone = asked.find(isOfNone);
    if (ofNone !== undefined)
      throw unreadable('the query counts events that are not there, which no rule sees', ofNone.at);
    const bare = asked.some(({ aggregate }) => aggregate.fields.length > 0) ? this.#withoutKeys(asked) : asked;
    const [first, ...others] = bare;
    if (first === undefined) return undefined;
    const [other] = others;
    if (other !== undefined && !bare.every(isReached))
      throw unreadable('a correlation of Sigma has one count; the query has conditions on several', other.at);
    const never = bare.find(
      ({ aggregate: { type }, thresholds }) => type === 'event_count' && thresholds.some(isNever),
    );
    if (never !== undefined)
      throw unreadable('the query counts events that are not there, which no rule sees', never.at);
    const count = this.#count(first);
    return others.length === 0 ? count : { ...count, others: others.map((each) => this.#count(each)) };
  }

  #count({ aggregate: { isFlag: _, ...aggregate }, thresholds, at }: AskedCount): QueryCount {
    return {
      ...aggregate,
      groupBy: this.#groupBy(),
      ...(this.windowSeconds === undefined ? {} : { windowSeconds: this.windowSeconds }),
      thresholds,
      at,
    };
  }

  /** Without counts of the values of a key, of which each group has one. */
  #withoutKeys(asked: readonly AskedCount[]): readonly AskedCount[] {
    const keys = new Set([...this.#keys.values()].filter((key) => typeof key === 'string'));
    return asked.filter(
      ({ aggregate: { type, fields, where }, thresholds }) =>
        type !== 'value_count' ||
        where !== undefined ||
        !fields.every((field) => keys.has(field)) ||
        !thresholds.every((threshold) => holdsOf(1, threshold)),
    );
  }
}

/** A test of an aggregate's result. */
export interface GroupTest {
  readonly name: string;
  readonly aggregate: Aggregate;
  readonly threshold: Threshold;
  readonly at: number;
}

/** All that a query asks of one aggregate. */
interface AskedCount {
  readonly aggregate: Aggregate;
  readonly thresholds: readonly Threshold[];
  readonly at: number;
}

function countsByName(tests: readonly GroupTest[]): Iterable<AskedCount> {
  const counts = new Map<string, AskedCount>();
  for (const { name, aggregate, at, threshold } of tests) {
    const { operator, value } = threshold;
    const before = counts.get(name);
    counts.set(name, {
      aggregate,
      at: before?.at ?? at,
      thresholds: [...(before?.thresholds ?? []), { operator, value }],
    });
  }
  return counts.values();
}

/** That there is an event at all, every rule demands. */
const isOfEveryGroup = ({ aggregate: { type, where }, thresholds }: AskedCount): boolean =>
  type === 'event_count' && where === undefined && thresholds.every(isAlways);

/** A count of some of the events that holds whether there are any or not. */
const isOfEveryNumber = ({ aggregate: { type, where }, thresholds }: AskedCount): boolean =>
  where !== undefined &&
  (type === 'event_count' || type === 'value_count') &&
  thresholds.every(
    ({ operator, value }) => (operator === 'gte' && value <= 0) || (['gt', 'neq'].includes(operator) && value < 0),
  );

/** Whether a count of some of the events holds of a group that has none of them: no rule is asked about such a group. */
const isOfNone = ({ aggregate: { where }, thresholds }: AskedCount): boolean =>
  where !== undefined && thresholds.every((threshold) => holdsOf(0, threshold));

/** Without counts of events that so many different values need anyway. */
function withoutImplied(asked: readonly AskedCount[]): readonly AskedCount[] {
  const distinct = asked
    .filter(({ aggregate: { type, where } }) => type === 'value_count' && where === undefined)
    .map(({ thresholds }) => leastOf(thresholds));
  const most = Math.max(0, ...distinct);
  return asked.filter(
    (count) =>
      count.aggregate.type !== 'event_count' ||
      count.aggregate.where !== undefined ||
      !isReached(count) ||
      leastOf(count.thresholds) > most,
  );
}

/** Whether a count only ever grows to what is asked of it: what an event adds cannot end it. */
const isReached = ({ aggregate: { type }, thresholds }: AskedCount): boolean =>
  (type === 'event_count' || type === 'value_count') &&
  thresholds.every(({ operator }) => operator === 'gt' || operator === 'gte');

/** What a test of a flag means for the number of events that set it. */
function flagThreshold(of: QueryLeaf['test'], isNegated: boolean, at: number): Threshold {
  const isSet =
    !isNegated &&
    ((of.op === 'number' && of.value === 1) ||
      (of.op === 'boolean' && of.value) ||
      (of.op === 'compare' && isAlways(of) && of.value >= 0 && (of.operator === 'gt' || of.value === 1)));
  if (!isSet) throw unreadable('the query counts events that are not there, which no rule sees', at);
  return { operator: 'gte', value: 1 };
}

function mentionsAggregate(node: QueryNode): boolean {
  if (node.kind === 'test') return node.field?.startsWith(AGGREGATE) === true;
  if (node.kind === 'constant') return false;
  return node.kind === 'not' ? mentionsAggregate(node.child) : node.children.some(mentionsAggregate);
}

function firstPlace(node: QueryNode): number | undefined {
  if (node.kind === 'test') return node.at;
  if (node.kind === 'constant') return undefined;
  return firstPlace(node.kind === 'not' ? node.child : (node.children[0] as QueryNode));
}

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400, w: 604_800 };

/** What reading a key gives: its field, or the fault that is told where the groups are counted. */
export function keyOrFault(read: () => string): string | QueryFault {
  try {
    return read();
  } catch (error) {
    if (error instanceof QueryFault && error.code !== 'TooDeep' && error.code !== 'TooLarge') return error;
    throw error;
  }
}

/** A span such as `10m`, `1 hour`, `30sec` in seconds; undefined for any other text. */
export function spanSeconds(text: string): number | undefined {
  const found = /^\s*(\d{1,9})\s*([A-Za-z]+)\s*$/.exec(text);
  if (found === null) return undefined;
  const unit = (found[2] as string).toLowerCase();
  if (unit === 'ms' || /^mon/.test(unit)) return undefined;
  const size = UNITS[unit[0] as string];
  return size === undefined || Number(found[1]) === 0 ? undefined : Number(found[1]) * size;
}
