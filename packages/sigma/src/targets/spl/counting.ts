import type { Aggregation, Threshold } from '../../model/rule.js';
import { commandName } from './quote.js';

const OPERATORS: Readonly<Record<Threshold['operator'], string>> = {
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  eq: '=',
  neq: '!=',
};

/** A duration as Splunk writes spans: the largest unit that divides it. */
export function spanText(seconds: number): string {
  if (seconds % 86_400 === 0) return `${seconds / 86_400}d`;
  if (seconds % 3600 === 0) return `${seconds / 3600}h`;
  if (seconds % 60 === 0) return `${seconds / 60}m`;
  return `${seconds}s`;
}

/** The thresholds as one eval expression over a counted column. */
export function thresholdText(column: string, thresholds: readonly Threshold[]): string {
  return thresholds.map(({ operator, value }) => `${column} ${OPERATORS[operator]} ${value}`).join(' AND ');
}

/** The stats function of a counting correlation and the column it fills, both named after the correlation type. */
export function countedColumn(
  aggregation: Aggregation,
  field: string | undefined,
): { readonly column: string; readonly text: string } {
  const column = aggregation.type;
  const of = field === undefined ? '' : commandName(field);
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
      // `perc` estimates once a field has many values; `exactperc` does not.
      const name = percentile <= 0 ? 'min' : percentile >= 100 ? 'max' : `exactperc${percentile}`;
      return { column, text: `${name}(${of}) AS ${column}` };
    }
    default:
      return { column, text: `count AS ${column}` };
  }
}

/** `BY` and its columns, or nothing where there are none. */
export function byClause(columns: readonly string[]): string {
  return columns.length === 0 ? '' : ` BY ${columns.map(commandName).join(', ')}`;
}

/**
 * The commands that leave the events which complete an ordered chain: for every step the latest start of a chain that has come so far is carried
 * along in time order, so a chain is found wherever it lies, not only within fixed windows. Events of the same second count as in order.
 */
export function orderedChain(
  markers: readonly string[],
  groups: readonly string[],
  timespanSeconds: number | undefined,
): readonly string[] {
  const by = byClause(groups);
  const commands = ['| sort 0 _time, rule_order'];
  const last = markers.length - 1;
  for (const [index, marker] of markers.entries()) {
    const started = `step_${index}`;
    const isMarker = `rule="${marker}"`;
    if (index === 0) {
      commands.push(`| streamstats max(eval(if(${isMarker}, _time, null()))) AS ${started}${by}`);
      continue;
    }
    const before = `step_${index - 1}`;
    const within = timespanSeconds === undefined ? '' : ` AND _time-${before}<=${timespanSeconds}`;
    if (index === last) commands.push(`| where ${isMarker} AND isnotnull(${before})${within}`);
    else commands.push(`| streamstats max(eval(if(${isMarker}${within}, ${before}, null()))) AS ${started}${by}`);
  }
  return commands;
}
