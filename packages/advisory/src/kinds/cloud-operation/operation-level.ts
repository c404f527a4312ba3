import type { Level } from '@tripline/sigma';
import type { CloudOperation } from '../../model.js';
import { startsWithAny } from '../../text/ends.js';

/** The main technique of an operation; use of a valid account where it shows none. */
export function primaryOf({ techniques }: CloudOperation): string {
  return techniques[0] ?? 'T1078.004';
}

/**
 * Whether words describe the operation ("granted the Editor role") rather than its name. What they say then holds for no other named
 * operation.
 */
export function isInWords({ name, start, end }: CloudOperation): boolean {
  return end - start !== name.length;
}

/** Techniques with high impact: defences off, recovery prevented, data destroyed or taken, trust changed. */
const HIGH_IMPACT = ['T1685', 'T1490', 'T1485', 'T1486', 'T1537', 'T1484', 'T1666', 'T1556'] as const;

/** Whether an operation that shows the technique is rarely anybody's daily work. */
export function isHighImpact(techniqueId: string): boolean {
  return startsWithAny(techniqueId, HIGH_IMPACT);
}

/** The level of a rule on a technique whose operations are not only those of deployments. */
export function levelOf(techniqueId: string): Level {
  return isHighImpact(techniqueId) ? 'high' : 'medium';
}
