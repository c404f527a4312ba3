import type { ConversionContext } from '../../convert/target.js';
import { thresholdTests } from '../../convert/text/tokens.js';
import type { Aggregation, Threshold } from '../../model/rule.js';
import type { Correlated, SplEvents } from './members.js';
import { evalName, searchName } from './quote.js';
import { windowCommands } from './windows.js';

/** The column that holds the values of several fields which are counted together. */
const TOGETHER = 'values_together';

/** A value behind its length, so that values which are joined stay apart. */
function measuredText(column: string): string {
  const name = evalName(column);
  return `len(${name}) . ":" . ${name}`;
}

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

/** The commands that count, sum or average the events of each group in windows and keep the groups beyond the thresholds. */
export function countingCommands(events: SplEvents, correlated: Correlated, ctx: ConversionContext): readonly string[] {
  const { fields, thresholds } = correlated.aggregation;
  const columns = fields.map((field) => events.columns.get(field) as string);
  const several = columns.length > 1;
  const counted = countedColumn(correlated.aggregation, several ? TOGETHER : columns[0]);
  // Without a value of one of them the sum of the texts is null, and is not counted.
  const together = several ? [`| eval ${TOGETHER}=${columns.map(measuredText).join(' . ')}`] : [];
  const windows = windowCommands([counted.text], events, correlated, ctx);
  const commands = [...together, ...windows];
  return thresholds.length === 0 ? commands : [...commands, `| where ${thresholdText(counted.column, thresholds)}`];
}
