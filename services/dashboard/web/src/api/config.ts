import { useQuery } from '@tanstack/react-query';

/** What the server of this page tells it at run time: where callers outside reach the two APIs. */
export interface DashboardConfig {
  readonly rulesUrl: string;
  readonly coverageUrl: string;
}

/** The addresses of both APIs, for examples that are run elsewhere. The page itself calls its own origin. */
export const useConfig = () =>
  useQuery({
    queryKey: ['config'],
    meta: { personal: false },
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async (): Promise<DashboardConfig> => (await fetch('/config.json')).json(),
  });
