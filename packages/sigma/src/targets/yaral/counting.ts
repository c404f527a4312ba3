import type { ConversionContext } from '../../convert/target.js';
import { thresholdSign } from '../../convert/text/tokens.js';
import type { Aggregation, Threshold } from '../../model/rule.js';
import { numberLiteral } from '../udm/numbers.js';
import { carriedOutcomes, groupingOf, pathIn, unusedName } from './grouping.js';
import { groupedOutcomes } from './outcome.js';
import { type Correlated, type Written, writeRule } from './rule-text.js';
import { areOfOneKind, COMMON_PATHS, isNumeric, type Source, sourceLines } from './source.js';
import { matchWindow } from './window.js';

/**
 * A rule that counts, sums or averages the events of its sources, all with the one event variable `$e`. Undefined where events are counted
 * beside detections, which one variable cannot stand for.
 */
export function countingRule(correlated: Correlated, ctx: ConversionContext): Written | undefined {
  const { header, sources, aggregation } = correlated;
  if (!areOfOneKind(sources)) return undefined;
  const taken = new Set(['e', 'risk_score']);
  const grouping = groupingOf(correlated, taken, ctx);
  const measure = measureOf(correlated, taken, ctx);
  const carried = carriedOutcomes('e', correlated, grouping, taken, ctx);
  const events = sourceLines('e', sources, (source) => [...grouping.bind('e', source), ...measure.bind(source)], ctx);
  const text = writeRule(header, {
    events: [...events, ...measure.events],
    match: `${grouping.variables} over ${matchWindow(aggregation.timespanSeconds, ctx)}`,
    outcome: [...measure.outcome, ...carried.lines, ...groupedOutcomes('e', sources, taken, ctx)],
    condition: measure.condition,
  });
  return { text, values: carried.values };
}

interface Measure {
  /** The placeholder assignments of one source. */
  bind(source: Source): readonly string[];
  readonly events: readonly string[];
  readonly outcome: readonly string[];
  readonly condition: string;
}

function measureOf(correlated: Correlated, taken: Set<string>, ctx: ConversionContext): Measure {
  const { sources, aggregation } = correlated;
  const { type, fields, thresholds } = aggregation;
  if (fields.length === 0) return eventCount(sources[0]?.kind ?? 'events', thresholds, taken);
  const { value, numeric, bind, events } = countedValue(correlated, taken, ctx);
  const name = unusedName(`${MEASURE_NAMES[type] ?? 'value'}_${fields.join('_')}`, taken);
  const number = numeric ? value : `cast.as_float(${value})`;
  const measured = (expression: string, set: readonly string[], float: boolean): Measure => ({
    bind,
    events: set,
    outcome: [`$${name} = ${expression}`],
    condition: ['$e', ...thresholds.map((threshold) => compared(`$${name}`, threshold, float))].join(' and '),
  });
  switch (type) {
    case 'value_count':
      // An event without the field adds no value; its empty text would otherwise be counted.
      return measured(`count_distinct(${value})`, events, false);
    case 'value_sum':
      return measured(`sum(${number})`, [], !numeric);
    case 'value_avg':
      return measured(`sum(${numeric ? `1.0 * ${value}` : number}) / count(${value})`, events, true);
    default: {
      ctx.note({
        code: 'query_syntax',
        message: 'The rule needs the function window.percentile, which the instance must have enabled.',
      });
      const percentile = type === 'value_median' ? 50 : (aggregation.percentile ?? 50);
      return measured(`window.percentile(${number}, ${percentile})`, events, true);
    }
  }
}

/**
 * The value that is counted: a path where it is one field with the same path in all sources, else a placeholder. The values of several
 * fields are counted together, as one text.
 */
function countedValue(
  { sources, aggregation: { fields }, aliases }: Correlated,
  taken: Set<string>,
  ctx: ConversionContext,
): Pick<Measure, 'bind' | 'events'> & { readonly value: string; readonly numeric: boolean } {
  const pathsOf = (source: Source) => fields.map((field) => pathIn(source, field, aliases, ctx));
  const paths = pathsOf(sources[0] as Source);
  const set = (path: string) => `$e.${path} != ${isNumeric(path) ? '0' : '""'}`;
  const alike = sources.every((source) => pathsOf(source).join() === paths.join());
  const [path] = paths;
  if (alike && paths.length === 1 && path !== undefined) {
    return { value: `$e.${path}`, numeric: isNumeric(path), bind: () => [], events: [set(path)] };
  }
  const name = unusedName(fields.join('_'), taken);
  const joined = (own: readonly string[]) => {
    const [only] = own;
    return own.length === 1 ? `$e.${only}` : `strings.concat(${own.map((each) => `$e.${each}`).join(', "\\t", ')})`;
  };
  return {
    value: `$${name}`,
    numeric: fields.length === 1 && sources.every((source) => pathsOf(source).every(isNumeric)),
    bind: (source) => [`$${name} = ${joined(pathsOf(source))}`, ...(alike ? [] : pathsOf(source).map(set))],
    events: alike ? paths.map(set) : [],
  };
}

const MEASURE_NAMES: Readonly<Partial<Record<Aggregation['type'], string>>> = {
  value_count: 'distinct',
  value_sum: 'sum',
  value_avg: 'average',
  value_median: 'median',
  value_percentile: 'percentile',
};

/**
 * The number of events: `#e` where the threshold demands at least one, else an outcome. With an upper bound alone the event variable could
 * be absent, which the language refuses.
 */
function eventCount(kind: Source['kind'], thresholds: readonly Threshold[], taken: Set<string>): Measure {
  const name = unusedName('event_count', taken);
  const outcome = [`$${name} = count_distinct($e.${COMMON_PATHS.id[kind]})`];
  const lower = thresholds.length > 0 && thresholds.every(({ operator, value }) => atLeastOne(operator, value));
  const condition = lower
    ? thresholds.map((threshold) => compared('#e', threshold, false)).join(' and ')
    : ['$e', ...thresholds.map((threshold) => compared(`$${name}`, threshold, false))].join(' and ');
  return { bind: () => [], events: [], outcome, condition };
}

function atLeastOne(operator: Threshold['operator'], value: number): boolean {
  return (operator === 'gt' && value >= 0) || (operator === 'gte' && value >= 1);
}

function compared(left: string, { operator, value }: Threshold, float: boolean): string {
  return `${left} ${thresholdSign(operator, '=')} ${numberLiteral(value, float)}`;
}
