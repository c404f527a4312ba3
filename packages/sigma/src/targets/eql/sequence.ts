import { clausesOf } from '../../convert/correlation/clauses.js';
import { hasOneOrder } from '../../convert/correlation/references.js';
import { approximate } from '../../convert/correlation/windows.js';
import type { ConversionContext } from '../../convert/target.js';
import { durationText, leastOf } from '../../convert/text/tokens.js';
import { joinRendered, type Rendered } from '../../convert/walk.js';
import type { Aggregation, RuleReferenceTree, Threshold } from '../../model/rule.js';
import { EQL_SYNTAX, eventQuery } from './syntax.js';

/** One kind of event: the condition on it, and the fields that join it to the others. */
export interface Step {
  readonly search: Rendered;
  readonly keys: readonly string[];
}

/** The most events that `with runs` repeats (the product's reference page of sequences). */
const RUNS_MAX = 100;
/** The most kinds of events that a sample joins. No page of the product's names a bound, so it is a careful one. */
const SAMPLES_MAX = 5;

/**
 * A correlation of kinds of events, by their references, in EQL. Undefined where EQL has no query that finds all that it finds: an upper
 * bound of a count, values that are counted or summed, events that must be absent.
 */
export function correlated(
  kinds: ReadonlyMap<string, Step>,
  aggregation: Aggregation,
  expression: RuleReferenceTree | undefined,
  ctx: ConversionContext,
): string | undefined {
  const { type, near, thresholds, timespanSeconds } = aggregation;
  const span = timespanSeconds === undefined ? '' : ` with maxspan=${durationText(timespanSeconds)}`;
  const steps = [...kinds.values()];
  if (type === 'event_count' && near === undefined) {
    const all = eitherOf(steps);
    const runs = all === undefined ? undefined : leastCount(thresholds, ctx);
    if (all === undefined || runs === undefined) return undefined;
    return `sequence${by(all)}${span}\n${filter(all)} with runs=${runs}`;
  }
  if (hasOneOrder({ aggregation, expression, rules: [...kinds.keys()] }) && steps.length > 1) {
    const shared = eitherOf(steps);
    const filters = steps.map((step) => filter(step) + (shared ? '' : by(step)));
    return `sequence${shared ? by(shared) : ''}${span}\n${filters.join('\n')}`;
  }
  if (type !== 'temporal' && near === undefined) return undefined;
  const samples = samplesOf(kinds, aggregation, expression);
  if (samples === undefined) return undefined;
  approximate('A sample of EQL has no time span: it joins all events in the time that the rule looks back over.', ctx);
  return `sample\n${samples.map((step) => filter(step) + by(step)).join('\n')}`;
}

/** What must occur in any order: events that are joined by keys, none of them an alternative in two places. */
function samplesOf(
  kinds: ReadonlyMap<string, Step>,
  aggregation: Aggregation,
  expression: RuleReferenceTree | undefined,
): readonly Step[] | undefined {
  const { clauses, lost } = clausesOf([...kinds.keys()], aggregation, expression) ?? { clauses: [], lost: false };
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
    approximate(
      `A sequence finds at least a number of events, at most ${RUNS_MAX}: it also finds counts that the rule leaves out.`,
      ctx,
    );
  }
  return Math.min(least, RUNS_MAX);
}
