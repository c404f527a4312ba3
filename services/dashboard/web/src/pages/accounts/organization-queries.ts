import { useQuery } from '@tanstack/react-query';
import { coverage, coverageData } from '../../api/clients.js';

/** One's organisations, and the team's. */
export const useOrganizations = (enabled = true) =>
  useQuery({
    queryKey: ['organizations'],
    enabled,
    queryFn: async () => (await coverageData(coverage.GET('/organizations'))).organizations,
  });

/** What an organisation covers, with a page of its accounts, those that cover least first. Without an id nothing is asked. */
export const useOrganizationCoverage = (id: string, limit: number, offset = 0) =>
  useQuery({
    queryKey: ['organizations', id, 'coverage', limit, offset],
    enabled: id !== '',
    queryFn: () =>
      coverageData(
        coverage.GET('/organizations/{id}/coverage', { params: { path: { id }, query: { limit, offset } } }),
      ),
  });
