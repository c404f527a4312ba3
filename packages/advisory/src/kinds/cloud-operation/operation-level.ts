import type { Level } from '@tripline/sigma';
import type { CloudOperation } from '../../model.js';

/** The technique that an operation shows first; an account in use where it shows none. */
export function primaryOf({ techniques }: CloudOperation): string {
  return techniques[0] ?? 'T1078.004';
}

/** Defences off, recovery prevented, data destroyed or taken, trust changed. */
const HIGH_IMPACT = /^(?:T1685|T1490|T1485|T1486|T1537|T1484|T1666|T1556)/;

/** Whether what shows a technique is rarely anybody's daily work. */
export function isHighImpact(techniqueId: string): boolean {
  return HIGH_IMPACT.test(techniqueId);
}

/** The level of a rule on a technique whose operations are not all of deployments. */
export function levelOf(techniqueId: string): Level {
  return isHighImpact(techniqueId) ? 'high' : 'medium';
}
