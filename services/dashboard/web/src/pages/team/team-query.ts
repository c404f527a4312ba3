import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.js';
import { type Rules, rules, rulesData } from '../../api/clients.js';

/** The team's page as it opens for whoever has just come into it: with the offer to bring along what is their own. */
export const TEAM_AND_BRING = '/team?bring=along';

/** One's team; null for somebody in none. */
export const useTeam = () =>
  useQuery({
    queryKey: ['team'],
    queryFn: async (): Promise<Rules['Team'] | null> => {
      try {
        return await rulesData(rules.GET('/v1/team'));
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
  });

/** The team's service accounts. */
export const useServiceAccounts = () =>
  useQuery({
    queryKey: ['team', 'service-accounts'],
    queryFn: async () => (await rulesData(rules.GET('/v1/team/service-accounts'))).serviceAccounts,
  });
