import { type Clause, clausesOf } from '../../convert/correlation/clauses.js';
import { approximate } from '../../convert/correlation/windows.js';
import type { ConversionContext } from '../../convert/target.js';
import { carriedOutcomes, groupingOf } from './grouping.js';
import { groupedOutcomes } from './outcome.js';
import { type Correlated, type Written, writeRule } from './rule-text.js';
import { areOfOneKind, COMMON_PATHS, type Source, sourceLines } from './source.js';
import { matchWindow } from './window.js';

/** Sources of which one must occur in the window, or must not. */
interface Step {
  readonly present: boolean;
  readonly sources: readonly Source[];
}

/**
 * A rule on several kinds of events in one window, with an event variable each, in the order of the steps where the order counts. Undefined
 * where the condition section cannot ask for them.
 */
export function temporalRule(correlated: Correlated, ctx: ConversionContext): Written | undefined {
  const { header, aggregation } = correlated;
  const steps = stepsOf(correlated, ctx);
  if (steps === undefined || !steps.every(({ sources }) => areOfOneKind(sources))) return undefined;
  const variables = steps.map((_, index) => `e${index + 1}`);
  const taken = new Set(['risk_score', ...variables]);
  const grouping = groupingOf(correlated, taken, ctx);
  const events = steps.flatMap((step, index) => {
    const variable = variables[index] as string;
    const lines = sourceLines(variable, step.sources, (source) => grouping.bind(variable, source), ctx);
    return index === 0 ? lines : ['', ...lines];
  });
  const ordered = aggregation.type === 'temporal_ordered' ? inOrder(steps, variables, ctx) : [];
  const sources = steps[0]?.sources ?? [];
  const carried = carriedOutcomes('e1', { ...correlated, sources }, grouping, taken, ctx);
  const text = writeRule(header, {
    events: [...events, ...ordered],
    match: `${grouping.variables} over ${matchWindow(aggregation.timespanSeconds, ctx)}`,
    outcome: [...carried.lines, ...groupedOutcomes('e1', sources, taken, ctx)],
    condition: steps.map((step, index) => `${step.present ? '' : '!'}$${variables[index]}`).join(' and '),
  });
  return { text, values: carried.values };
}

/** What the condition section asks for; undefined where it could ask for single events only. */
function stepsOf(
  { sources, aggregation, expression }: Correlated,
  ctx: ConversionContext,
): readonly Step[] | undefined {
  const byReference = new Map(sources.map((source) => [source.reference, source]));
  const asked = clausesOf([...byReference.keys()], aggregation, expression);
  if (asked === undefined) return undefined;
  const { clauses, lost } = asked;
  const present = clauses.filter((clause) => clause.present);
  if (present.length === 0 || (lost && clauses.length < 2)) return undefined;
  if (lost) {
    approximate('A condition section has no "or" between present and absent events: those parts were left out.', ctx);
  }
  if (aggregation.type === 'temporal_ordered') {
    const place = ({ references }: Clause) => sources.findIndex(({ reference }) => reference === references[0]);
    present.sort((left, right) => place(left) - place(right));
  }
  // Steps that must occur come first, so that the used variables are numbered from the beginning.
  return [...present, ...clauses.filter((clause) => !clause.present)].map(({ present: isPresent, references }) => ({
    present: isPresent,
    sources: references.flatMap((reference) => byReference.get(reference) ?? []),
  }));
}

/** Events of one second count as in order, since times here have no finer part. */
function inOrder(steps: readonly Step[], variables: readonly string[], ctx: ConversionContext): readonly string[] {
  const placed = steps.flatMap(({ present, sources }, index) =>
    present && sources.length === 1 ? [{ kind: (sources[0] as Source).kind, variable: variables[index] }] : [],
  );
  if (placed.length < steps.length) {
    approximate('The order leaves out alternatives and events that must be absent.', ctx);
  }
  if (placed.some(({ kind }) => kind === 'detections')) {
    approximate('A detection has many events: the order holds where one of them is in order.', ctx);
  }
  const times = placed.map(({ kind, variable }) => `$${variable}.${COMMON_PATHS.time[kind]}`);
  return times.length < 2 ? [] : ['', ...times.slice(1).map((later, index) => `${times[index]} <= ${later}`)];
}
