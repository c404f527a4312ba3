import type { Rules } from '../api/clients.js';

/** Whose a rule is: one's own, or the team's. */
export type OwnerKind = Rules['RuleRow']['owner'];

/** Where a rule's pages are: `/rules/KEY` is one's own, `/team/rules/KEY` the team's. Both may have one of the same key. */
export const ruleAddress = ({ owner, ruleKey }: { readonly owner: OwnerKind; readonly ruleKey: string }): string =>
  `${owner === 'team' ? '/team' : ''}/rules/${ruleKey}`;

/** Whose something is, in words. */
export const ownerName = (owner: OwnerKind): string => (owner === 'team' ? 'the team’s' : 'mine');
