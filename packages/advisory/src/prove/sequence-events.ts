import type { PlatformId } from '@tripline/sigma';
import type { DraftChain, DraftStep } from '../draft/rule-draft.js';
import type { SampleEvent } from '../model.js';
import { correlatedEvents, sampleOf, spanOf, timed, valueAt } from './correlated-events.js';
import { assign, matchingEvents, type Tree } from './sample-events.js';

/** Lists of events for a sequence's self-test. */
interface SequenceEvents {
  /** Every step in its order, of one group, within the time span: fires it. */
  readonly whole: readonly SampleEvent[];
  /** None of these does. */
  readonly broken: Readonly<Record<string, readonly SampleEvent[]>>;
}

/**
 * Builds lists of events for the steps of a chain: one in which all of them happen, and lists that lack a step, whose last step comes too
 * late or is of another group, or (where order counts) that run backwards. A step that is a count is as many events as it asks for.
 */
export function sequenceEvents(
  steps: readonly DraftStep[],
  { type, groupBy, timespan }: DraftChain,
  platform: PlatformId,
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
  /** One step's events from a moment on; those of a count lie as close together as the count's own sample has them. */
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
