import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isUnauthorized, readJson } from './api.ts';
import { sessionLost } from './session.ts';

function watchSession(error: Error): void {
  if (isUnauthorized(error)) sessionLost();
}

/** Never stale, no refetch on focus, no retries; a 401 throws (product.md 9.23, 7.28). */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (query.meta?.['signedOutIsFine'] !== true) watchSession(error);
    },
  }),
  mutationCache: new MutationCache({ onError: watchSession }),
  defaultOptions: {
    queries: {
      queryFn: ({ queryKey, signal }) => readJson(queryKey.join('/'), signal),
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchInterval: false,
      retry: false,
    },
    // Offline too, a call fails at once and says so, instead of waiting unseen.
    mutations: { retry: false, networkMode: 'always' },
  },
});
