import type { Counting } from '../../convert/correlation/counting.js';
import { membersOf } from '../../convert/correlation/members.js';
import { hasOneOrder, renderReferences } from '../../convert/correlation/references.js';
import { approximate } from '../../convert/correlation/windows.js';
import { durationText } from '../../convert/duration.js';
import type { ConversionContext } from '../../convert/target.js';
import { thresholdTests } from '../../convert/text/tokens.js';
import { joinRendered, type Rendered, textOf } from '../../convert/walk.js';
import type { Condition } from '../../model/condition.js';
import type { Logsource, RuleReferenceTree, Threshold } from '../../model/rule.js';
import { openMap } from '../lucene/open-map.js';
import { nativeFields } from '../lucene/parts.js';
import { columnName } from './text.js';
import { isSearched, SYNTAX } from './writer.js';

/** Events of one kind, as the language searches them. */
export interface Searched {
  readonly patterns: readonly string[];
  readonly search: Rendered;
}

/** What counts or orders events: where it looks, and the commands after `FROM`. */
export interface Counted {
  readonly patterns: readonly string[];
  readonly commands: readonly string[];
}

/** Events of all kinds that a correlation counts. */
interface Joined {
  /** By the names of their rules. */
  readonly kinds: ReadonlyMap<string, Searched>;
  /** The columns that join them, the same in each. */
  readonly keys: readonly string[];
  /** The columns whose values are counted, with commas; the same in each. */
  readonly counted: string;
}

/**
 * A correlation as STATS over the whole time range of a search: the language has no windows that slide, and its buckets would cut a burst in
 * two. Undefined where that could miss what the rule finds (upper bounds, what must be absent) or cannot be said (sums, correlations of
 * correlations, events that are joined by different columns).
 */
export function countedCommands(
  counting: Counting,
  searchOf: (logsource: Logsource, tree: Condition) => Searched,
  ctx: ConversionContext,
): Counted | undefined {
  const { aggregation } = counting;
  if (!aggregation.thresholds.every(({ operator }) => operator === 'gt' || operator === 'gte')) return undefined;
  const joined = kindsOf(counting, searchOf, ctx);
  if (joined === undefined) return undefined;
  const { counted, keys, kinds } = joined;
  const stats = statsOf(counting, kinds, keys, counted, ctx);
  if (stats === undefined) return undefined;
  if (aggregation.timespanSeconds !== undefined) {
    approximate(
      `Events are counted over the whole time range of the search: have it look back ${durationText(aggregation.timespanSeconds)}, as the deployable rule does.`,
      ctx,
    );
  }
  const all = [...kinds.values()];
  const wanted = joinRendered(
    'or',
    all.map(({ search }) => search),
    SYNTAX,
  );
  const named = [...keys, ...(aggregation.type === 'value_count' ? [counted] : [])];
  const where = joinRendered('and', [wanted, ...named.map((name) => `${name} IS NOT NULL`)], SYNTAX);
  return {
    patterns: all.flatMap(({ patterns }) => patterns),
    commands: [...(where === true ? [] : [`WHERE ${where === false ? 'false' : textOf(where)}`]), ...stats],
  };
}

/** The kinds of events of a correlation; undefined where they cannot be counted together. */
function kindsOf(
  counting: Counting,
  searchOf: (logsource: Logsource, tree: Condition) => Searched,
  ctx: ConversionContext,
): Joined | undefined {
  const { fields, groupBy } = counting.aggregation;
  const kinds = new Map<string, Searched>();
  const keysOf = new Map<string, readonly string[]>();
  let counted: string | undefined;
  for (const member of membersOf(counting, [], ctx)) {
    if (member.kind !== 'events') return undefined;
    const { logsource } = member.document;
    const keys = columnsOf(groupBy.map(member.nameOf), logsource, ctx);
    const columns = columnsOf(fields.map(member.nameOf), logsource, ctx)?.join();
    if (keys === undefined || columns === undefined) return undefined;
    counted ??= columns;
    if (counted !== columns) return undefined;
    kinds.set(member.reference, searchOf(logsource, member.tree));
    keysOf.set(member.reference, keys);
  }
  const [keys, ...others] = keysOf.values();
  if (keys === undefined || others.some((other) => other.join() !== keys.join())) return undefined;
  return { counted: counted ?? '', keys, kinds };
}

/** The columns of fields of a rule; undefined where one of them is no column. */
function columnsOf(
  fields: readonly string[],
  logsource: Logsource,
  ctx: ConversionContext,
): readonly string[] | undefined {
  const map = openMap('ecs', logsource, ctx);
  if (fields.some((name) => isSearched(name, map))) return undefined;
  return fields.flatMap((name) => {
    const field = map.field(name);
    const native = nativeFields(field, columnName).map((each) => each.name);
    // An account is told apart by both of its columns; of other fields in several columns the first has the value.
    return field.type === 'account' ? native : native.slice(0, 1);
  });
}

function statsOf(
  counting: Counting,
  kinds: Joined['kinds'],
  keys: readonly string[],
  counted: string,
  ctx: ConversionContext,
): readonly string[] | undefined {
  const { type, near, thresholds } = counting.aggregation;
  const by = keys.length === 0 ? '' : ` BY ${keys.join(', ')}`;
  const enough = `WHERE ${thresholdTests('n', thresholds, '==', ' AND ')}`;
  if (near === undefined && type === 'event_count') return [`STATS n = COUNT(*)${by}`, enough];
  if (near === undefined && type === 'value_count') {
    if (counted === '' || counted.includes(',')) return undefined;
    return [`STATS BY ${[...keys, counted].join(', ')}`, `STATS n = COUNT(*)${by}`, enough];
  }
  if (near === undefined && type !== 'temporal' && type !== 'temporal_ordered') return undefined;
  return statsOfKinds(counting, kinds, by, ctx);
}

/** Counts each kind of events in a column of its own. */
function statsOfKinds(
  counting: Counting,
  kinds: Joined['kinds'],
  by: string,
  ctx: ConversionContext,
): readonly string[] | undefined {
  const searches = [...kinds.values()].map(({ search }) =>
    typeof search === 'boolean' ? String(search) : textOf(search),
  );
  // A query string may stand before STATS only, and not in the condition of an aggregation.
  if (searches.some((search) => search.includes('QSTR('))) return undefined;
  const each = (write: (column: string, index: number) => string): string =>
    searches.map((search, index) => `${write(`k${index + 1}`, index)} WHERE ${search}`).join(', ');
  if (hasOneOrder(counting) && kinds.size === 2) {
    const times = each((column, index) => `${column} = ${index === 0 ? 'MIN' : 'MAX'}(@timestamp)`);
    return [`STATS ${times}${by}`, 'WHERE k1 <= k2'];
  }
  const { thresholds, type } = counting.aggregation;
  const columns = new Map([...kinds.keys()].map((reference, index) => [reference, `k${index + 1}`]));
  const seen = seenTest(counting, thresholds, columns);
  if (seen === undefined) return undefined;
  if (type === 'temporal_ordered') approximate('The order of the events is not asked for.', ctx);
  return [`STATS ${each((column) => `${column} = COUNT(*)`)}${by}`, `WHERE ${seen}`];
}

/** "As many kinds of events were seen as the correlation asks for." */
function seenTest(
  { expression }: Counting,
  thresholds: readonly Threshold[],
  columns: ReadonlyMap<string, string>,
): string | undefined {
  if (expression !== undefined) {
    if (hasNot(expression)) return undefined;
    const rendered = renderReferences(expression, SYNTAX, (reference) => `${columns.get(reference)} > 0`);
    return typeof rendered === 'boolean' ? undefined : textOf(rendered);
  }
  if (thresholds.length === 0) return [...columns.values()].map((column) => `${column} > 0`).join(' AND ');
  const sum = [...columns.values()].map((column) => `CASE(${column} > 0, 1, 0)`).join(' + ');
  return thresholdTests(`(${sum})`, thresholds, '==', ' AND ');
}

function hasNot(tree: RuleReferenceTree): boolean {
  return tree.kind === 'not' || (tree.kind !== 'reference' && tree.children.some(hasNot));
}
