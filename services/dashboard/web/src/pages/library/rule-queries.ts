import { useQuery } from '@tanstack/react-query';
import { useMatch, useParams } from 'react-router';
import { rules, rulesData } from '../../api/clients.js';
import type { OwnerKind } from '../../rule/rule-address.js';

/** Whose rule the address means. */
export const useRuleOwner = (): OwnerKind => (useMatch('/team/rules/:key/*') === null ? 'user' : 'team');

/** The rule whose pages are open, by the address: one's own, or the team's of this key. */
export function useRule() {
  return useRuleOf(useRuleOwner());
}

/** One owner's rule of the key in the address. */
export function useRuleOf(owner: OwnerKind) {
  const key = useParams()['key'] ?? '';
  return useQuery({
    queryKey: ['rules', 'one', owner, key],
    queryFn: () => rulesData(rules.GET('/v1/rules/{key}', { params: { path: { key }, query: { owner } } })),
  });
}
