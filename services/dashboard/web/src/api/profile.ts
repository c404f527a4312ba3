import { useQuery } from '@tanstack/react-query';
import { rules, rulesData } from './clients.js';
import { useSession } from './session.js';

/** The signed-in person's profile: tier, limits, team. */
export function useProfile() {
  const session = useSession();
  return useQuery({
    queryKey: ['me'],
    queryFn: () => rulesData(rules.GET('/v1/me')),
    enabled: session === 'signed-in',
  });
}
