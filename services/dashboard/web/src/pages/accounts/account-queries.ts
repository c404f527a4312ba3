import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { coverage, coverageData } from '../../api/clients.js';

/** The account whose pages are open, by the address. */
export function useAccountId(): string {
  return useParams()['id'] ?? '';
}

/** A cloud account; asked for again while a scan of it is under way. */
export const useAccount = (id: string) =>
  useQuery({
    queryKey: ['accounts', id],
    queryFn: () => coverageData(coverage.GET('/accounts/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state }) => (typeof state.data?.scan_under_way === 'string' ? 2_000 : false),
  });

/** An account's coverage; there is none before the first scan (404). */
export const useCoverage = (id: string) =>
  useQuery({
    queryKey: ['coverage', id],
    queryFn: () => coverageData(coverage.GET('/accounts/{id}/coverage', { params: { path: { id } } })),
  });

/** An account's newest scans; asked for again while one is under way. */
export const useScans = (id: string) =>
  useQuery({
    queryKey: ['scans', id],
    queryFn: () =>
      coverageData(coverage.GET('/accounts/{id}/scans', { params: { path: { id }, query: { limit: 50 } } })),
    refetchInterval: ({ state }) => (state.data?.scans.some(({ status }) => isUnderWay(status)) ? 2_000 : false),
  });

/** Whether a scan has not ended. */
export const isUnderWay = (status: string): boolean => status === 'pending' || status === 'running';
