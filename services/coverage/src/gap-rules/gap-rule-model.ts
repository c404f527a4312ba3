import type { OwnerKind } from '@tripline/auth';
import type { GapRuleEvent } from '@tripline/service';

/** The states of a rule that is in the library. */
export type RuleState = Exclude<GapRuleEvent['state'], 'deleted'>;

/** A rule of the rules service that was written for a gap. */
export interface GapRule {
  readonly key: string;
  readonly state: RuleState;
  readonly owner: OwnerKind;
}

/** Rules that one gap lists at most. */
export const MOST_GAP_RULES = 50;

/** The rules that were written for a gap, as far as they are listed, and how many there are. */
export interface RulesOfGap {
  readonly rules: readonly GapRule[];
  readonly count: number;
  readonly deployed: number;
}
