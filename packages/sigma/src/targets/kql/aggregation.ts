import type { ConversionContext } from '../../convert/target.js';
import { durationText, thresholdTests } from '../../convert/text/tokens.js';
import type { Aggregation } from '../../model/rule.js';
import { asText, type Column, isNumeric } from './column.js';
import type { EventRows } from './rows.js';

/** `percentile(…, 50)` gives one of the values; the median of an even number of values lies between the two in the middle. */
const MEDIAN_OF_VALUES = [
  'extend ValueMedian = (toreal(Values[(array_length(Values) - 1) / 2]) + toreal(Values[array_length(Values) / 2])) / 2',
  'project-away Values',
];

/** An old aggregation tail: counts in fixed windows after the rows. For `near` only the base query is written. */
export function renderAggregation(rows: EventRows, aggregation: Aggregation, ctx: ConversionContext): string {
  if (aggregation.near !== undefined) {
    ctx.note({
      code: 'aggregation_dropped',
      message: 'KQL has no `near`: the query holds the base search, without the events that must be close to it.',
    });
    return rows.query();
  }
  const groups = aggregation.groupBy.map((field) => rows.column(field).expression);
  const value = aggregation.field === undefined ? undefined : rows.column(aggregation.field);
  const tail = summarize(aggregation, rows.time, groups, value, ctx);
  return `${rows.query(true)}\n| ${tail.join('\n| ')}`;
}

/** The operators that count rows and compare: `summarize … by bin(…)`, `where …`. */
export function summarize(
  aggregation: Aggregation,
  time: string,
  groups: readonly string[],
  value: Column | undefined,
  ctx: ConversionContext,
): string[] {
  const [name, expression] = measure(aggregation, value);
  const by = [...groups];
  if (aggregation.timespanSeconds !== undefined) {
    by.unshift(`bin(${time}, ${durationText(aggregation.timespanSeconds)})`);
    ctx.note({
      code: 'aggregation_approximated',
      message: `Events are counted in fixed windows of ${durationText(aggregation.timespanSeconds)}: a burst that lies across the edge of two windows is counted in two parts and can be missed.`,
    });
  }
  const first = aggregation.timespanSeconds === undefined ? [`${time} = max(${time})`] : [];
  const measures = [`${name} = ${expression}`, `FirstSeen = min(${time})`, `LastSeen = max(${time})`];
  const lines = [`summarize ${[...first, ...measures].join(', ')}${by.length === 0 ? '' : ` by ${by.join(', ')}`}`];
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
