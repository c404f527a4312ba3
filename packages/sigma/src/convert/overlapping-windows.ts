import type { Aggregation } from '../model/rule.js';
import type { ConversionContext } from './target.js';

/** Counts whose result changes when an event counts twice. */
const COUNTED_AGAIN: ReadonlySet<Aggregation['type']> = new Set([
  'event_count',
  'value_sum',
  'value_avg',
  'value_median',
  'value_percentile',
]);

/**
 * Notes that a correlation counts the windows of another one, which slide and may overlap: one burst can then give several of them.
 * `inner` is the title of the document whose windows are counted.
 */
export function noteOverlappingWindows({ type }: Aggregation, inner: string, ctx: ConversionContext): void {
  if (!COUNTED_AGAIN.has(type)) return;
  ctx.note({
    code: 'aggregation_approximated',
    message: `The windows of "${inner}" may overlap: one burst can be counted several times.`,
  });
}
