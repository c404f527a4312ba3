import { type Covering, findCovering, type OwnRule, readStandingRules, type StandingRule } from '@tripline/advisory';

/** New rules, and the rules of the library that they are compared with. */
export interface RulesToCover {
  readonly rules: readonly OwnRule[];
  readonly standing: readonly StandingRule[];
}

/** What covers each rule, in their order; an empty list for one that nothing covers. */
export function coverRules({ rules, standing }: RulesToCover): readonly (readonly Covering[])[] {
  const covering = findCovering(rules, readStandingRules(standing));
  return rules.map(({ key }) => covering.get(key) ?? []);
}
