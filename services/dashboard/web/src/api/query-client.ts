import { MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.js';

/** Whether the same call may do better in a moment. */
const mayPass = (error: Error): boolean => error instanceof ApiError && [0, 502, 503, 504].includes(error.status);

/** The page's cache of answers. After any change everything that is shown is asked for anew: a change touches more lists than its own. */
export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: (failures, error) => failures < 2 && mayPass(error) },
    mutations: { retry: false },
  },
  mutationCache: new MutationCache({ onSuccess: () => void queryClient.invalidateQueries() }),
});
