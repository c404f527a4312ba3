import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { rules, rulesData } from '../../api/clients.js';

/** The rule whose pages are open, by the address: one's own, else one of the team. */
export function useRule() {
  const key = useParams()['key'] ?? '';
  return useQuery({
    queryKey: ['rules', 'one', key],
    queryFn: () => rulesData(rules.GET('/v1/rules/{key}', { params: { path: { key } } })),
  });
}
