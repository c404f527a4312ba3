import { isPlainAnd } from '../../convert/plain-and.js';
import type { ConversionContext } from '../../convert/target.js';
import { durationText } from '../../convert/text/tokens.js';
import type { Aggregation, RuleReferenceTree, Threshold } from '../../model/rule.js';

/** One kind of event: its query, and the fields that join it to the others. */
export interface Step {
  readonly query: string;
  readonly keys: readonly string[];
}

/** The most events that `with runs` repeats (the product's reference page of sequences). */
const RUNS_MAX = 100;
/** The most kinds of events that a sample joins. No page of the product's names a bound, so it is a careful one. */
const SAMPLES_MAX = 5;

/**
 * A correlation in EQL, or undefined where EQL has no query that finds all that it finds: an upper bound of a count, values that are
 * counted or summed, an expression with `or` or `not`.
 */
export function correlated(
  steps: readonly Step[],
  { type, near, thresholds, timespanSeconds }: Aggregation,
  expression: RuleReferenceTree | undefined,
  ctx: ConversionContext,
): string | undefined {
  const [first] = steps;
  if (first === undefined || (expression !== undefined && !isPlainAnd(expression, steps.length))) return undefined;
  const span = timespanSeconds === undefined ? '' : ` with maxspan=${durationText(timespanSeconds)}`;
  if (type === 'event_count' && near === undefined) {
    const runs = leastCount(thresholds, ctx);
    return runs === undefined ? undefined : `sequence${by(first.keys)}${span}\n${filter(first)} with runs=${runs}`;
  }
  if (steps.length < 2 || thresholds.length > 0) return undefined;
  if (type === 'temporal_ordered' && near === undefined) {
    const shared = steps.every(({ keys }) => keys.join() === first.keys.join());
    const filters = steps.map((step) => filter(step) + (shared ? '' : by(step.keys)));
    return `sequence${shared ? by(first.keys) : ''}${span}\n${filters.join('\n')}`;
  }
  if ((type !== 'temporal' && near === undefined) || first.keys.length === 0 || steps.length > SAMPLES_MAX)
    return undefined;
  ctx.note({
    code: 'aggregation_approximated',
    message: 'A sample of EQL has no time span: it joins all events in the time that the rule looks back over.',
  });
  return `sample\n${steps.map((step) => filter(step) + by(step.keys)).join('\n')}`;
}

function filter({ query }: Step): string {
  return `  [ ${query} ]`;
}

function by(keys: readonly string[]): string {
  return keys.length === 0 ? '' : ` by ${keys.join(', ')}`;
}

/** The number of events that reaches the thresholds' lower bound; undefined where none is above one event. */
function leastCount(thresholds: readonly Threshold[], ctx: ConversionContext): number | undefined {
  const bounds = thresholds.map(({ operator, value }) =>
    operator === 'gt' ? Math.floor(value) + 1 : operator === 'gte' || operator === 'eq' ? Math.ceil(value) : 0,
  );
  const least = Math.max(0, ...bounds);
  if (least < 2) return undefined;
  if (least > RUNS_MAX || thresholds.some(({ operator }) => operator !== 'gt' && operator !== 'gte')) {
    ctx.note({
      code: 'aggregation_approximated',
      message: `A sequence finds at least a number of events, at most ${RUNS_MAX}: it also finds counts that the rule leaves out.`,
    });
  }
  return Math.min(least, RUNS_MAX);
}
