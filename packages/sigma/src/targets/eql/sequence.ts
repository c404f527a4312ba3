import { clausesOf } from '../../convert/correlation/clauses.js';
import type { Counting } from '../../convert/correlation/counting.js';
import { hasOneOrder } from '../../convert/correlation/references.js';
import { approximate } from '../../convert/correlation/windows.js';
import type { ConversionContext } from '../../convert/target.js';
import { durationText, leastOf } from '../../convert/text/tokens.js';
import { joinRendered, type Rendered, textOf } from '../../convert/walk.js';
import type { Threshold } from '../../model/rule.js';
import { EQL_SYNTAX } from './writer.js';

/** One kind of event: the condition on it, and the fields that join it to the others. */
export interface Step {
  readonly search: Rendered;
  readonly keys: readonly string[];
}

/** The most events that `with runs` repeats (the product's reference page of sequences). */
const RUNS_MAX = 100;
/** The most kinds of events that a sample joins. No page of the product's names a bound, so it is a careful one. */
const SAMPLES_MAX = 5;

/** The query for single events that satisfy an expression. */
export function eventQuery(expression: Rendered): string {
  return `any where ${typeof expression === 'boolean' ? expression : textOf(expression)}`;
}

/**
 * A correlation of kinds of events, by their references, in EQL. Undefined where EQL has no query that finds all that it finds: an upper
 * bound of a count, values that are counted or summed, events that must be absent.
 */
export function correlated(
  kinds: ReadonlyMap<string, Step>,
  counting: Counting,
  ctx: ConversionContext,
): string | undefined {
  const { type, near, thresholds, timespanSeconds } = counting.aggregation;
  const span = timespanSeconds === undefined ? '' : ` with maxspan=${durationText(timespanSeconds)}`;
  const steps = [...kinds.values()];
  const shared = eitherOf(steps);
  if (type === 'event_count' && near === undefined) {
    const runs = shared === undefined ? undefined : leastCount(thresholds, ctx);
    if (shared === undefined || runs === undefined) return undefined;
    return `sequence${by(shared)}${span}\n${filter(shared)} with runs=${runs}`;
  }
  if (hasOneOrder(counting) && steps.length > 1) {
    const filters = steps.map((step) => filter(step) + (shared ? '' : by(step)));
    return `sequence${shared ? by(shared) : ''}${span}\n${filters.join('\n')}`;
  }
  const samples = type === 'temporal' || near !== undefined ? samplesOf(kinds, counting) : undefined;
  if (samples === undefined) return undefined;
  approximate('A sample of EQL has no time span: it joins all events in the time that the rule looks back over.', ctx);
  return `sample\n${samples.map((step) => filter(step) + by(step)).join('\n')}`;
}

/** What must occur in any order: events that are joined by keys, none of them an alternative in two places. */
function samplesOf(
  kinds: ReadonlyMap<string, Step>,
  { aggregation, expression }: Counting,
): readonly Step[] | undefined {
  const { clauses, lost } = clausesOf([...kinds.keys()], aggregation, expression) ?? { clauses: [], lost: true };
  const references = clauses.flatMap((clause) => clause.references);
  const apart = new Set(references).size === references.length && clauses.every(({ present }) => present);
  if (lost || !apart || clauses.length < 2 || clauses.length > SAMPLES_MAX) return undefined;
  const samples = clauses.map((clause) => eitherOf(clause.references.flatMap((name) => kinds.get(name) ?? [])));
  return samples.every((sample) => sample !== undefined && sample.keys.length > 0) ? (samples as Step[]) : undefined;
}

/** Several kinds of events as one; undefined where they are joined by different fields. */
function eitherOf(steps: readonly Step[]): Step | undefined {
  const [first] = steps;
  if (first === undefined || steps.some(({ keys }) => keys.join() !== first.keys.join())) return undefined;
  const searches = steps.map(({ search }) => search);
  return { search: joinRendered('or', searches, EQL_SYNTAX), keys: first.keys };
}

function filter({ search }: Step): string {
  return `  [ ${eventQuery(search)} ]`;
}

function by({ keys }: Step): string {
  return keys.length === 0 ? '' : ` by ${keys.join(', ')}`;
}

/** The number of events that reaches the thresholds' lower bound; undefined where none is above one event. */
function leastCount(thresholds: readonly Threshold[], ctx: ConversionContext): number | undefined {
  const least = Math.max(0, ...thresholds.map((threshold) => leastOf(threshold) ?? 0));
  if (least < 2) return undefined;
  if (least > RUNS_MAX || thresholds.some(({ operator }) => operator !== 'gt' && operator !== 'gte')) {
    const bound = `at most ${RUNS_MAX}: it also finds counts that the rule leaves out.`;
    approximate(`A sequence finds at least a number of events, ${bound}`, ctx);
  }
  return Math.min(least, RUNS_MAX);
}
