import { MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.js';

/** Whether the same call may do better in a moment. */
const mayPass = (error: Error): boolean => error instanceof ApiError && [0, 502, 503, 504].includes(error.status);

/** What a mutation may say of itself: the id of what it deletes, which nothing then asks for again while the page is left. */
declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: { readonly gone?: string };
  }
}

/** The page's cache of answers. After any change everything that is shown is asked for anew: a change touches more lists than its own. */
export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: (failures, error) => failures < 2 && mayPass(error) },
    mutations: { retry: false },
  },
  mutationCache: new MutationCache({
    onSuccess(_data, _variables, _context, { meta }) {
      const gone = meta?.gone;
      if (gone !== undefined) queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey.includes(gone) });
      void queryClient.invalidateQueries();
    },
  }),
});
