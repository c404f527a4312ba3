import type { Condition } from '../../model/condition.js';
import type { Logsource, Threshold } from '../../model/rule.js';
import { durationText } from '../duration.js';
import type { ConversionContext } from '../target.js';
import { type BooleanSyntax, joinRendered, type Rendered } from '../walk.js';
import type { Counting } from './counting.js';
import { membersOf } from './members.js';
import { approximate } from './windows.js';

/** What a language without sliding windows counts: the events, the columns to group by, and the column whose values are told apart. */
export interface WholeRange {
  readonly found: Rendered;
  readonly keys: readonly string[];
  /** Of a count of values: its column. */
  readonly counted: string | undefined;
  readonly thresholds: readonly Threshold[];
}

/** How a language finds and names what is counted. */
export interface RangeParts {
  readonly syntax: BooleanSyntax;
  search(logsource: Logsource, tree: Condition): Rendered;
  /** The column that has the whole of a field's value; undefined where none does. */
  columnOf(field: string, logsource: Logsource): string | undefined;
  present(column: string): Rendered;
}

/**
 * A count of events or of values over the whole time range of a search, with the note that says how long that should be. Undefined where it
 * could miss what the rule finds (upper bounds, what must be absent) or is another kind of count.
 */
export function wholeRange(counting: Counting, parts: RangeParts, ctx: ConversionContext): WholeRange | undefined {
  const { type, near, groupBy, fields, thresholds, timespanSeconds } = counting.aggregation;
  const isCount = type === 'event_count' || (type === 'value_count' && fields.length === 1);
  if (!isCount || near !== undefined) return undefined;
  if (!thresholds.every(({ operator }) => operator === 'gt' || operator === 'gte')) return undefined;
  const searches: Rendered[] = [];
  let columns: readonly string[] | undefined;
  for (const member of membersOf(counting, [], ctx)) {
    if (member.kind !== 'events') return undefined;
    const { logsource } = member.document;
    const own = [...groupBy, ...fields].flatMap((name) => parts.columnOf(member.nameOf(name), logsource) ?? []);
    if (own.length < groupBy.length + fields.length) return undefined;
    if (columns !== undefined && columns.join() !== own.join()) return undefined;
    columns = own;
    searches.push(parts.search(logsource, member.tree));
  }
  if (columns === undefined) return undefined;
  if (timespanSeconds !== undefined) {
    approximate(
      `Events are counted over the whole time range of the search: have it look back ${durationText(timespanSeconds)}.`,
      ctx,
    );
  }
  const { syntax } = parts;
  return {
    found: joinRendered('and', [joinRendered('or', searches, syntax), ...columns.map(parts.present)], syntax),
    keys: columns.slice(0, groupBy.length),
    counted: type === 'value_count' ? columns.at(-1) : undefined,
    thresholds,
  };
}
