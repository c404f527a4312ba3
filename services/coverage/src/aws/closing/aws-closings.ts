import type { Closing, GapPlace } from '../../cloud/closing.js';
import { addEventRule } from './event-rule.js';
import { addGuardDuty } from './guardduty.js';
import { switchOn } from './switch-on.js';

/** What closes a gap of an AWS account, the cheapest first: what is there and off, then a rule that costs nothing, then GuardDuty. */
export function awsClosings(gap: GapPlace): readonly Closing[] {
  return [...switchOn(gap), ...addEventRule(gap), ...addGuardDuty(gap)];
}
