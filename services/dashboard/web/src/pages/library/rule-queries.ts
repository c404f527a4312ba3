import { useMatch, useParams } from 'react-router';
import type { OwnerKind } from '../../rule/rule-address.js';
import { useLibraryRule } from '../../rule/rule-query.js';

/** Whose rule the address means. */
export const useRuleOwner = (): OwnerKind => (useMatch('/team/rules/:key/*') === null ? 'user' : 'team');

/** The rule whose pages are open, by the address: one's own, or the team's of this key. */
export function useRule() {
  return useRuleOf(useRuleOwner());
}

/** One owner's rule of the key in the address. */
export function useRuleOf(owner: OwnerKind) {
  return useLibraryRule(owner, useParams()['key'] ?? '');
}
