import type { ConversionContext } from '../../convert/target.js';
import type { Aggregation, SigmaCorrelation, SigmaHeader } from '../../model/rule.js';
import { EVENT_TIME } from '../udm/schema.js';
import type { Clause } from './expression.js';
import { groupingOf } from './grouping.js';
import { outcomeLines } from './outcome.js';
import { writeRule } from './rule-text.js';
import { type Source, sourceLines } from './source.js';
import { matchWindow } from './window.js';

/** Sources of which one must occur in the window, or must not. */
export interface Step {
  readonly present: boolean;
  readonly sources: readonly Source[];
}

/** The steps of clauses, with the references looked up. */
export function stepsOf(clauses: readonly Clause[], sources: ReadonlyMap<string, Source>): readonly Step[] {
  return clauses.map(({ present, references }) => ({
    present,
    sources: references.flatMap((reference) => sources.get(reference) ?? []),
  }));
}

/** A rule on several kinds of events in one window, with an event variable each; in the order of the steps when `ordered`. */
export function temporalRule(
  header: SigmaHeader,
  steps: readonly Step[],
  aggregation: Aggregation,
  aliases: SigmaCorrelation['aliases'] | undefined,
  ctx: ConversionContext,
): string {
  const variables = steps.map((_, index) => `e${index + 1}`);
  const taken = new Set(['risk_score', ...variables]);
  const grouping = groupingOf(aggregation.groupBy, aliases, taken, ctx);
  const events = steps.flatMap((step, index) => {
    const variable = variables[index] as string;
    const lines = sourceLines(variable, step.sources, (source) => grouping.bind(variable, source), ctx);
    return index === 0 ? lines : ['', ...lines];
  });
  const ordered = aggregation.type === 'temporal_ordered' ? inOrder(variables) : [];
  const first = steps[0]?.sources[0];
  return writeRule(header, {
    events: [...events, ...ordered],
    match: `${grouping.variables} over ${matchWindow(aggregation.timespanSeconds, ctx)}`,
    outcome: first?.kind === 'events' ? outcomeLines('e1', first.logsource, first.tree, true, taken, ctx) : [],
    condition: steps.map((step, index) => `${step.present ? '' : '!'}$${variables[index]}`).join(' and '),
  });
}

/** Events of one second count as in order, since times here have no finer part. */
function inOrder(variables: readonly string[]): readonly string[] {
  return [
    '',
    ...variables.slice(1).map((later, index) => `$${variables[index]}.${EVENT_TIME} <= $${later}.${EVENT_TIME}`),
  ];
}
