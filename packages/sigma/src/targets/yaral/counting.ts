import type { ConversionContext } from '../../convert/target.js';
import { thresholdSign } from '../../convert/text/tokens.js';
import type { Aggregation, SigmaCorrelation, SigmaHeader, Threshold } from '../../model/rule.js';
import { numberLiteral } from '../udm/numbers.js';
import { kindOfPath } from '../udm/schema.js';
import { groupingOf, unusedName } from './grouping.js';
import { outcomeLines } from './outcome.js';
import { writeRule } from './rule-text.js';
import { fieldPath, type Source, sourceLines } from './source.js';
import { matchWindow } from './window.js';

/** A rule that counts, sums or averages the events of its sources, all with the one event variable `$e`. */
export function countingRule(
  header: SigmaHeader,
  sources: readonly Source[],
  aggregation: Aggregation,
  aliases: SigmaCorrelation['aliases'] | undefined,
  ctx: ConversionContext,
): string {
  const taken = new Set(['e', 'risk_score']);
  const grouping = groupingOf(aggregation.groupBy, aliases, taken, ctx);
  const measure = measureOf(aggregation, sources, taken, ctx);
  const events = sourceLines('e', sources, (source) => grouping.bind('e', source), ctx);
  return writeRule(header, {
    events: [...events, ...measure.events],
    match: `${grouping.variables} over ${matchWindow(aggregation.timespanSeconds, ctx)}`,
    outcome: [...measure.outcome, ...telling(sources, taken, ctx)],
    condition: measure.condition,
  });
}

function telling(sources: readonly Source[], taken: Set<string>, ctx: ConversionContext): readonly string[] {
  const [first] = sources;
  return first?.kind === 'events' ? outcomeLines('e', first.logsource, first.tree, true, taken, ctx) : [];
}

interface Measure {
  readonly events: readonly string[];
  readonly outcome: readonly string[];
  readonly condition: string;
}

function measureOf(
  aggregation: Aggregation,
  sources: readonly Source[],
  taken: Set<string>,
  ctx: ConversionContext,
): Measure {
  const { type, field, thresholds } = aggregation;
  if (type === 'event_count' || field === undefined) return eventCount(thresholds, taken);
  const path = fieldPath(sources[0] as Source, field, ctx);
  const value = `$e.${path}`;
  const name = unusedName(`${MEASURE_NAMES[type] ?? 'value'}_${field}`, taken);
  const numeric = kindOfPath(path) === 'int';
  const number = numeric ? value : `cast.as_float(${value})`;
  const set = numeric ? `${value} != 0` : `${value} != ""`;
  switch (type) {
    case 'value_count':
      // An event without the field adds no value; its empty text would otherwise be counted.
      return measured(name, `count_distinct(${value})`, [set], thresholds, false);
    case 'value_sum':
      return measured(name, `sum(${number})`, [], thresholds, !numeric);
    case 'value_avg':
      return measured(name, `sum(${numeric ? `1.0 * ${value}` : number}) / count(${value})`, [set], thresholds, true);
    default: {
      ctx.note({
        code: 'query_syntax',
        message: 'The rule needs the function window.percentile, which the instance must have enabled.',
      });
      const percentile = type === 'value_median' ? 50 : (aggregation.percentile ?? 50);
      return measured(name, `window.percentile(${number}, ${percentile})`, [set], thresholds, true);
    }
  }
}

const MEASURE_NAMES: Readonly<Partial<Record<Aggregation['type'], string>>> = {
  value_count: 'distinct',
  value_sum: 'sum',
  value_avg: 'average',
  value_median: 'median',
  value_percentile: 'percentile',
};

function measured(
  name: string,
  expression: string,
  events: readonly string[],
  thresholds: readonly Threshold[],
  float: boolean,
): Measure {
  return {
    events,
    outcome: [`$${name} = ${expression}`],
    condition: ['$e', ...thresholds.map((threshold) => compared(`$${name}`, threshold, float))].join(' and '),
  };
}

/**
 * The number of events: `#e` where the threshold demands at least one, else an outcome. With an upper bound alone the event variable could
 * be absent, which the language refuses.
 */
function eventCount(thresholds: readonly Threshold[], taken: Set<string>): Measure {
  const name = unusedName('event_count', taken);
  const outcome = [`$${name} = count_distinct($e.metadata.id)`];
  const lower = thresholds.length > 0 && thresholds.every(({ operator, value }) => atLeastOne(operator, value));
  const condition = lower
    ? thresholds.map((threshold) => compared('#e', threshold, false)).join(' and ')
    : ['$e', ...thresholds.map((threshold) => compared(`$${name}`, threshold, false))].join(' and ');
  return { events: [], outcome, condition };
}

function atLeastOne(operator: Threshold['operator'], value: number): boolean {
  return (operator === 'gt' && value >= 0) || (operator === 'gte' && value >= 1);
}

function compared(left: string, { operator, value }: Threshold, float: boolean): string {
  return `${left} ${thresholdSign(operator, '=')} ${numberLiteral(value, float)}`;
}
