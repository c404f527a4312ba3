import type { PlatformName } from '@tripline/sigma';
import type { DraftChain, DraftStep } from '../draft/rule-draft.js';
import type { SampleEvent } from '../model.js';
import { correlatedEvents, sampleOf, spanOf, timed, valueAt } from './correlated-events.js';
import { assign, matchingEvents, type Tree } from './sample-events.js';

/** Lists of events for a sequence's self-test. */
interface SequenceEvents {
  /** Every step in order, in one group, within the time span: fires it. */
  readonly whole: readonly SampleEvent[];
  /** Lists that do not fire it. */
  readonly broken: Readonly<Record<string, readonly SampleEvent[]>>;
}

/**
 * Builds lists of events for the steps of a chain: one with all steps, and lists that lack a step, whose last step is too late or in
 * another group, or (where order counts) that run backwards. A counted step has as many events as it needs.
 */
export function sequenceEvents(
  steps: readonly DraftStep[],
  { type, groupBy, timespan }: DraftChain,
  platform: PlatformName | null,
): SequenceEvents {
  const spanMs = spanOf(timespan);
  const gapMs = Math.floor(spanMs / (steps.length * 2));
  const grouped = (event: SampleEvent, group: number): Tree => {
    const tree = structuredClone(event) as Tree;
    for (const name of groupBy) {
      if (group > 0 || valueAt(tree, name) === undefined) assign(tree, name, sampleOf(name, group));
    }
    return tree;
  };
  /** One step's events from a moment on; those of a count are as close together as in the count's own sample. */
  const at = (step: DraftStep, fromMs: number, group = 0): readonly Tree[] => {
    const [base = {}] = matchingEvents(step);
    const count = step.correlation;
    const events = count === undefined ? [base] : correlatedEvents(base, count, platform).enough;
    const stepMs = count === undefined ? 0 : Math.floor(Math.min(gapMs, spanOf(count.timespan)) / (2 * events.length));
    return events.map((event, index) => timed(grouped(event, group), fromMs + index * stepMs, platform));
  };
  const run = (list: readonly DraftStep[]): readonly Tree[] => list.flatMap((step, index) => at(step, index * gapMs));
  const last = steps.at(-1) as DraftStep;
  const before = steps.slice(0, -1);
  const lacking = steps.map(
    (missing) => [`lacking "${missing.title}"`, run(steps.filter((step) => step !== missing))] as const,
  );
  return {
    whole: run(steps),
    broken: {
      ...Object.fromEntries(lacking),
      'too slow': [...run(before), ...at(last, 3 * spanMs)],
      'of different groups': [...run(before), ...at(last, before.length * gapMs, 1)],
      ...(type === 'temporal_ordered' ? { 'in the wrong order': run([...steps].reverse()) } : {}),
    },
  };
}
