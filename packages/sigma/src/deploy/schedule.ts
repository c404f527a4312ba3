import type { Note } from '../convert/note.js';
import type { Aggregation, RuleReferenceTree, SigmaCorrelation, SigmaRule } from '../model/rule.js';
import { leastCount, timespanSeconds } from './counted.js';

/** Seconds that an event may take to arrive. Every form on a schedule still finds an event that comes so late. */
export const ARRIVAL_SECONDS = 600;

/** How a form counts that can only count what lies in one stretch of time before each of its runs. */
export interface CountingSchedule {
  /** Seconds between two runs. */
  readonly every: number;
  /** Seconds of events that a run counts. */
  readonly window: number;
  /** How that departs from a window that begins at any event. */
  readonly note: Note;
}

/**
 * The schedule of a count. The window of a lower bound is one step longer than the rule's, so that every burst of the rule's length lies
 * whole within one run's. A longer window would make an upper bound harder to keep, so that one is the rule's.
 */
export function countingSchedule(document: SigmaRule | SigmaCorrelation, aggregation: Aggregation): CountingSchedule {
  const seconds = timespanSeconds(aggregation);
  const every = Math.min(300, Math.max(60, Math.floor(seconds / 600) * 60));
  const minutes = every / 60;
  const isLeast = !endsOnlyWithItsWindow(document, aggregation);
  return {
    every,
    window: isLeast ? seconds + every : seconds,
    note: {
      code: 'aggregation_approximated',
      message: isLeast
        ? `Each run, every ${minutes} min, counts in a window of its own, ${minutes} min longer than the rule's, so that no window of the rule is cut in two.`
        : `Each run, every ${minutes} min, counts in the rule's time span before it: what the rule rules out may still follow.`,
    },
  };
}

/** Whether further events can undo a match, so that a window decides only when it is over: upper bounds, averages, what must be absent. */
export function endsOnlyWithItsWindow(document: SigmaRule | SigmaCorrelation, aggregation: Aggregation): boolean {
  const { type, thresholds } = aggregation;
  if (type === 'value_avg' || type === 'value_median' || type === 'value_percentile') return true;
  if (leastCount(thresholds) === undefined) return true;
  return document.kind === 'correlation' && document.expression !== undefined && excludes(document.expression);
}

function excludes(tree: RuleReferenceTree): boolean {
  return tree.kind === 'not' || (tree.kind !== 'reference' && tree.children.some(excludes));
}
