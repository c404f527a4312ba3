import type { Aggregation } from '../../model/rule.js';
import { durationText } from '../duration.js';
import type { ConversionContext } from '../target.js';

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
  approximate(`The windows of "${inner}" may overlap: one burst can be counted several times.`, ctx);
}

/** Whether events are counted in windows that begin at an event. */
export function slides(timespanSeconds: number | undefined, { settings }: ConversionContext): boolean {
  return timespanSeconds !== undefined && settings.windows === 'sliding';
}

/** Notes that events are counted in windows of the clock; gives the windows' length as text. */
export function fixedWindows(timespanSeconds: number, ctx: ConversionContext): string {
  const span = durationText(timespanSeconds);
  approximate(
    `Events are counted in fixed windows of ${span}: a burst that lies across the edge of two windows is counted in two parts and can be missed.`,
    ctx,
  );
  return span;
}

/** Notes what the counting or ordering only approximates. */
export function approximate(message: string, ctx: ConversionContext): void {
  ctx.note({ code: 'aggregation_approximated', message });
}
