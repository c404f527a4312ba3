import { useQuery } from '@tanstack/react-query';
import { rules, rulesData } from '../api/clients.js';
import type { OwnerKind } from './rule-address.js';

/** Where the page's cache keeps a rule of the library. */
export const ruleQueryKey = (owner: OwnerKind, key: string): readonly string[] => ['rules', 'one', owner, key];

/** One owner's rule of a key, as it is now. */
export const useLibraryRule = (owner: OwnerKind, key: string) =>
  useQuery({
    queryKey: ruleQueryKey(owner, key),
    queryFn: () => rulesData(rules.GET('/v1/rules/{key}', { params: { path: { key }, query: { owner } } })),
  });
