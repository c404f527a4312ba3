import type { ConversionContext } from '../../convert/target.js';
import { durationText, thresholdTests } from '../../convert/text/tokens.js';
import type { Aggregation, Threshold } from '../../model/rule.js';
import { type Correlated, groupsOf, type SplEvents } from './members.js';
import { searchName } from './quote.js';

/** The thresholds as one eval expression on a counted column. */
export function thresholdText(column: string, thresholds: readonly Threshold[]): string {
  return thresholdTests(column, thresholds, '=', ' AND ');
}

/** The stats function of a counting correlation and its column, both named after the correlation type. */
function countedColumn(
  aggregation: Aggregation,
  field: string | undefined,
): { readonly column: string; readonly text: string } {
  const column = aggregation.type;
  const of = field === undefined ? '' : searchName(field);
  switch (aggregation.type) {
    case 'value_count':
      return { column, text: `dc(${of}) AS ${column}` };
    case 'value_sum':
      return { column, text: `sum(${of}) AS ${column}` };
    case 'value_avg':
      return { column, text: `avg(${of}) AS ${column}` };
    case 'value_median':
      return { column, text: `median(${of}) AS ${column}` };
    case 'value_percentile': {
      const percentile = aggregation.percentile ?? 50;
      // `perc` estimates when a field has many values; `exactperc` does not.
      const name = percentile <= 0 ? 'min' : percentile >= 100 ? 'max' : `exactperc${percentile}`;
      return { column, text: `${name}(${of}) AS ${column}` };
    }
    default:
      return { column, text: `count AS ${column}` };
  }
}

/** `BY` and its columns, or nothing where there are none. */
export function byClause(columns: readonly string[]): string {
  return columns.length === 0 ? '' : ` BY ${columns.map(searchName).join(', ')}`;
}

/** The commands that count, sum or average the events of each group in windows and keep the groups beyond the thresholds. */
export function countingCommands(
  events: SplEvents,
  { aggregation, carried }: Correlated,
  ctx: ConversionContext,
): readonly string[] {
  const { timespanSeconds, field } = aggregation;
  const groups = groupsOf(events, aggregation);
  const counted = countedColumn(aggregation, field === undefined ? undefined : events.columns.get(field));
  const functions = [counted.text];
  const inner = carried !== undefined;
  if (inner) {
    // Inside another correlation the row gets the time of its last event, so that order and distance come from events and not from a
    // window's edge. It also gets the fields that the outer correlation needs.
    functions.push('max(_time) AS _time');
    const others = carried.map((name) => events.columns.get(name) as string).filter((name) => !groups.includes(name));
    for (const name of new Set(others)) functions.push(`values(${searchName(name)}) AS ${searchName(name)}`);
  }
  const commands: string[] = [];
  const windows: string[] = [];
  if (timespanSeconds !== undefined) {
    commands.push(`| bin _time span=${durationText(timespanSeconds)}${inner ? ' AS window' : ''}`);
    windows.push(inner ? 'window' : '_time');
    noteWindows(ctx, timespanSeconds);
  }
  commands.push(`| stats ${functions.join(', ')}${byClause([...windows, ...groups])}`);
  if (aggregation.thresholds.length > 0) {
    commands.push(`| where ${thresholdText(counted.column, aggregation.thresholds)}`);
  }
  return commands;
}

/** Notes that windows have edges. */
export function noteWindows(ctx: ConversionContext, seconds: number): void {
  approximate(
    ctx,
    `Events are counted in fixed windows of ${durationText(seconds)}: a burst that lies across the edge of two windows is counted in two parts and can be missed.`,
  );
}

/** Notes what the counting or ordering only approximates. */
export function approximate(ctx: ConversionContext, message: string): void {
  ctx.note({ code: 'aggregation_approximated', message });
}
