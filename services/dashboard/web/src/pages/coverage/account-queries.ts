import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { coverage, coverageData } from '../../api/clients.js';

/** The account whose pages are open, by the address. */
export function useAccountId(): string {
  return useParams()['id'] ?? '';
}

/** A cloud account. */
export const useAccount = (id: string) =>
  useQuery({
    queryKey: ['accounts', id],
    queryFn: () => coverageData(coverage.GET('/accounts/{id}', { params: { path: { id } } })),
  });

/** An account's coverage; there is none before the first scan (404). */
export const useCoverage = (id: string) =>
  useQuery({
    queryKey: ['coverage', id],
    queryFn: () => coverageData(coverage.GET('/accounts/{id}/coverage', { params: { path: { id } } })),
  });

/** An account's newest scans; asked for again while one is under way. */
export const useScans = (id: string, limit = 50) =>
  useQuery({
    queryKey: ['scans', id, limit],
    queryFn: () => coverageData(coverage.GET('/accounts/{id}/scans', { params: { path: { id }, query: { limit } } })),
    refetchInterval: ({ state }) => (state.data?.scans.some(({ status }) => isUnderWay(status)) ? 2_000 : false),
  });

/** Whether a scan has not ended. */
export const isUnderWay = (status: string): boolean => status === 'pending' || status === 'running';
