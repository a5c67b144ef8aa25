import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  QueryCache,
  QueryClient,
} from '@tanstack/react-query';
import { isUnauthorized, readJson } from './api.ts';
import { sessionLost } from './session.ts';

function watchSession(error: Error): void {
  if (isUnauthorized(error)) sessionLost();
}

/**
 * Also restarts a query's first read, which the library would otherwise complete with data from before the
 * change.
 */
class FreshQueryClient extends QueryClient {
  override invalidateQueries(filters?: InvalidateQueryFilters, options?: InvalidateOptions): Promise<void> {
    for (const query of this.getQueryCache().findAll({ ...filters, type: 'active' }))
      if (query.state.data === undefined) void query.cancel({ silent: true });
    return super.invalidateQueries(filters, options);
  }
}

/**
 * Queries never become stale, are not fetched again on focus, and are not retried; a 401 throws (product.md
 * 9.23, 7.28).
 */
export const queryClient = new FreshQueryClient({
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
    // A call made offline fails immediately with a message, instead of waiting silently.
    mutations: { retry: false, networkMode: 'always' },
  },
});
