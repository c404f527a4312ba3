import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.js';

/** A page whose service is away asks again this often at the latest, and so comes back by itself. */
const LONGEST_PAUSE_MS = 8000;

/** Whether the same call may do better in a moment. */
const mayPass = (error: Error): boolean => error instanceof ApiError && [0, 502, 503, 504].includes(error.status);

/** Whether the service says that whoever asks has no right to the answer, or that there is none any more. */
const isRefusal = (error: Error): boolean => error instanceof ApiError && [401, 403, 404].includes(error.status);

/**
 * What a query may say of itself: `personal: false` when its answer is the same whoever asks. What a mutation may: the id of what it deletes, which
 * nothing then asks for again while the page is left.
 */
declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { readonly personal?: boolean };
    mutationMeta: { readonly gone?: string };
  }
}

/** The page's cache of answers. After any change everything that is shown is asked for anew: a change touches more lists than its own. */
export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // `QueryView` says so from the second failure on.
      retry: (_failures, error) => mayPass(error),
      retryDelay: (failures) => Math.min(1000 * 2 ** failures, LONGEST_PAUSE_MS),
    },
    mutations: { retry: false },
  },
  queryCache: new QueryCache({
    onError(error, query) {
      // What was answered before a refusal is not shown beneath it.
      if (isRefusal(error)) query.setState({ data: undefined, dataUpdatedAt: 0 });
    },
  }),
  mutationCache: new MutationCache({
    onSuccess(_data, _variables, _context, { meta }) {
      const gone = meta?.gone;
      if (gone !== undefined) queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey.includes(gone) });
      void queryClient.invalidateQueries();
    },
  }),
});

/** Forgets every answer that is of one person: all but those of queries that say `personal: false`. */
export function forgetPersonalAnswers(): void {
  queryClient.removeQueries({ predicate: ({ meta }: Query) => meta?.personal !== false });
  queryClient.getMutationCache().clear();
}
