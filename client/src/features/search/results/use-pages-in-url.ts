import { useEffect } from 'react';
import { useGoFromHere } from '../../../hooks/page/use-place.ts';
import type { SearchPlace } from '../../../lib/selection/last-search.ts';
import type { SearchResults } from './use-search.ts';

/**
 * Writes the number of shown pages to the URL, so that a reload or Back from elsewhere loads as many again.
 * Returns `false` while some of them are still loading.
 */
export function usePagesInUrl(search: SearchPlace, results: SearchResults): boolean {
  const go = useGoFromHere();
  const { pages, hasMore, loading, loadingMore, moreFailed, loadMore } = results;
  const settled = pages > 0 && (pages >= search.page || !hasMore || moreFailed !== null);
  useEffect(() => {
    if (pages === 0 || loading || loadingMore) return;
    if (!settled) loadMore();
    else if (moreFailed === null && pages !== search.page) go({ ...search, page: pages }, { replace: true });
  }, [go, search, pages, settled, loading, loadingMore, moreFailed, loadMore]);
  return settled;
}
