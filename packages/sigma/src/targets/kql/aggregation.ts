import { slides } from '../../convert/correlation/windows.js';
import type { ConversionContext } from '../../convert/target.js';
import { thresholdTests } from '../../convert/text/tokens.js';
import type { Aggregation } from '../../model/rule.js';
import { asText, type Column, isNumeric } from './column.js';
import type { EventRows } from './rows.js';
import { groupNames, windowOperators } from './windows.js';

/** `percentile(…, 50)` gives one of the values; the median of an even number of values lies between the two in the middle. */
const MEDIAN_OF_VALUES = [
  'extend ValueMedian = (toreal(Values[(array_length(Values) - 1) / 2]) + toreal(Values[array_length(Values) / 2])) / 2',
  'project-away Values',
];

/** An old aggregation tail: counts in windows after the rows. For `near` only the base query is written. */
export function renderAggregation(rows: EventRows, aggregation: Aggregation, ctx: ConversionContext): string {
  if (aggregation.near !== undefined) {
    ctx.note({
      code: 'aggregation_dropped',
      message: 'KQL has no `near`: the query holds the base search, without the events that must be close to it.',
    });
    return rows.query();
  }
  const groups = aggregation.groupBy.map((field) => rows.column(field));
  const value = aggregation.fields.map((field) => rows.column(field))[0];
  if (!slides(aggregation.timespanSeconds, ctx)) {
    const expressions = groups.map(({ expression }) => expression);
    return [rows.query(true), ...summarize(aggregation, expressions, value, 'Events', ctx)].join('\n| ');
  }
  // The events are joined with themselves, so only the columns that count go on.
  const names = groupNames(aggregation.groupBy);
  const columns = ['TimeGenerated', ...groups.map((column, at) => named(names[at] as string, asText(column)))];
  if (value !== undefined) columns.push(named('Value', value.expression));
  const counted = value === undefined ? undefined : { ...value, expression: 'Value' };
  const operators = summarize(aggregation, names, counted, 'Events', ctx);
  return [rows.query(true), `project ${columns.join(', ')}`, ...operators].join('\n| ');
}

/** A column of `project`. */
export function named(name: string, expression: string): string {
  return expression === name ? name : `${name} = ${expression}`;
}

/** Measures that keep the values of columns by which nothing is grouped. */
export function setsOf(columns: readonly string[]): readonly string[] {
  return columns.map((name) => `${name} = make_set(${name})`);
}

/**
 * The operators that count rows in windows and compare. `events` is a name for the rows that the query does not have yet; `others` are
 * columns that a query around this one asks for.
 */
export function summarize(
  aggregation: Aggregation,
  groups: readonly string[],
  value: Column | undefined,
  events: string,
  ctx: ConversionContext,
  others: readonly string[] = [],
): string[] {
  const [name, expression] = measure(aggregation, value);
  const lines = windowOperators(
    [`${name} = ${expression}`, ...setsOf(others)],
    groups,
    aggregation.timespanSeconds,
    events,
    ctx,
  );
  if (aggregation.type === 'value_median') lines.push(...MEDIAN_OF_VALUES);
  if (aggregation.thresholds.length > 0) {
    const counted = aggregation.type === 'value_median' ? 'ValueMedian' : name;
    lines.push(`where ${thresholdTests(counted, aggregation.thresholds, '==', ' and ')}`);
  }
  return lines;
}

function measure(aggregation: Aggregation, value: Column | undefined): readonly [string, string] {
  const expression = value === undefined ? '""' : value.expression;
  const number = value !== undefined && isNumeric(value.type) ? expression : `toreal(${expression})`;
  switch (aggregation.type) {
    case 'value_count':
      return [
        'ValueCount',
        `count_distinctif(${expression}, isnotempty(${value === undefined ? '""' : asText(value)}))`,
      ];
    case 'value_sum':
      return ['ValueSum', `sum(${number})`];
    case 'value_avg':
      return ['ValueAvg', `avg(${number})`];
    case 'value_percentile':
      return ['ValuePercentile', `percentile(${number}, ${aggregation.percentile ?? 50})`];
    case 'value_median':
      return ['Values', `array_sort_asc(make_list(${number}))`];
    default:
      return ['EventCount', 'count()'];
  }
}
