import type { FoundDetection } from '../cloud/found-detection.js';
import type { FOREIGN_TARGET } from '../cloud/status-word.js';
import { isDenied } from './collector.js';
import type { AwsStatusReason } from './status-words.js';

/** Whether a detection can fire, and why not. */
export type Verdict = Pick<FoundDetection, 'status' | 'statusReason'>;

export const ACTIVE: Verdict = { status: 'active', statusReason: null };

/** Whether it can fire depends on something that could not be read. */
export const UNREADABLE: Verdict = { status: 'unknown', statusReason: 'dependency_unreadable' };

/** It cannot fire. */
export function disabled(statusReason: AwsStatusReason): Verdict {
  return { status: 'disabled', statusReason };
}

/** It can fire, but sees less than it should or notifies nobody. */
export function degraded(statusReason: AwsStatusReason): Verdict {
  return { status: 'degraded', statusReason };
}

/** Nobody knows whether it can fire. */
export function unknown(statusReason: AwsStatusReason | typeof FOREIGN_TARGET): Verdict {
  return { status: 'unknown', statusReason };
}

/** The statuses, the strongest first. */
const ORDER: readonly FoundDetection['status'][] = ['active', 'degraded', 'unknown', 'disabled'];

/** The strongest of several verdicts on the same thing: it can fire if any of its ways is open. Undefined for none. */
export function best(verdicts: Iterable<Verdict>): Verdict | undefined {
  return [...verdicts].sort((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status))[0];
}

/**
 * The verdict on something that needs input and then somebody who is notified. What cannot fire notifies nobody; what notifies nobody is
 * known to do so, even if its input is unknown.
 */
export function fedAndHeard(fed: Verdict, heard: Verdict): Verdict {
  if (fed.status === 'active') return heard;
  return fed.status === 'disabled' || heard.status === 'active' ? fed : heard;
}

/**
 * The verdict on a detection whose state could not be read. A denial lasts until somebody changes the role, so the detection shows it.
 * After any other failure it is left out (undefined) and stays as the last scan saw it.
 */
export function unread(failure: unknown): Verdict | undefined {
  return isDenied(failure) ? { status: 'unknown', statusReason: 'insufficient_permissions' } : undefined;
}
