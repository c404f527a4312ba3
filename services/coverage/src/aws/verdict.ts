import type { FoundDetection, StatusReason } from '../detections/detection-model.js';
import { isDenied } from './collector.js';

/** Whether a detection can fire, and why not. */
export type Verdict = Pick<FoundDetection, 'status' | 'statusReason'>;

export const ACTIVE: Verdict = { status: 'active', statusReason: null };

/** Whether it can fire hangs on something that could not be read. */
export const UNREADABLE: Verdict = { status: 'unknown', statusReason: 'dependency_unreadable' };

/** Cannot fire at all. */
export function disabled(statusReason: StatusReason): Verdict {
  return { status: 'disabled', statusReason };
}

/** Can fire, but sees less than it should or reaches nobody. */
export function degraded(statusReason: StatusReason): Verdict {
  return { status: 'degraded', statusReason };
}

/** From what counts most to what counts least. */
const ORDER: readonly FoundDetection['status'][] = ['active', 'degraded', 'unknown', 'disabled'];

/** The verdict that counts of several for the same thing: it can fire if any way to fire is open; undefined of none. */
export function best(verdicts: Iterable<Verdict>): Verdict | undefined {
  return [...verdicts].sort((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status))[0];
}

/**
 * The verdict on something that must first be fed and then be heard. What cannot fire cannot be heard; what nobody hears is known to be so,
 * even while nobody knows whether it is fed.
 */
export function fedAndHeard(fed: Verdict, heard: Verdict): Verdict {
  if (fed.status === 'active') return heard;
  return fed.status === 'disabled' || heard.status === 'active' ? fed : heard;
}

/**
 * What is said of a detection that we know of but whose state could not be read. A refusal lasts until somebody changes the role, so the
 * detection shows it; after any other failure it is left out (undefined) and stays as the last scan saw it.
 */
export function unread(failure: unknown): Verdict | undefined {
  return isDenied(failure) ? { status: 'unknown', statusReason: 'insufficient_permissions' } : undefined;
}
