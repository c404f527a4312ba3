import { approximate } from '../../convert/correlation/windows.js';
import { durationText } from '../../convert/duration.js';
import type { ConversionContext } from '../../convert/target.js';

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;
/** The longest and the shortest window of a match section (match section page). */
const WINDOW_MAX = 48 * HOUR;
const WINDOW_DEFAULT = DAY;

/** The duration after `over`, from a time span in seconds: whole minutes, hours or days between one minute and 48 hours. */
export function matchWindow(seconds: number | undefined, ctx: ConversionContext): string {
  if (seconds === undefined) {
    approximate('The rule names no time span, which a match section needs: one day is taken.', ctx);
    return durationText(WINDOW_DEFAULT);
  }
  if (seconds > WINDOW_MAX) {
    approximate(
      `A match section spans at most 48 hours; the rule's ${Math.round(seconds / HOUR)} hours are cut to that.`,
      ctx,
    );
    return durationText(WINDOW_MAX);
  }
  const whole = Math.max(Math.ceil(seconds / MINUTE) * MINUTE, MINUTE);
  if (whole !== seconds) {
    approximate(`A match section spans whole minutes: ${seconds} seconds are widened to ${whole}.`, ctx);
  }
  return durationText(whole);
}
