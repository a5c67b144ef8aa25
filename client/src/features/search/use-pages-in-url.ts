import { useEffect } from 'react';
import { useGo } from '../../hooks/use-place.ts';
import type { SearchPlace } from '../../lib/last-search.ts';
import type { SearchResults } from './use-search.ts';

/**
 * Keeps the URL's page the number of pages that are shown: a reload, or Back from elsewhere, reads as many again.
 * Gives false while some of them are still to come.
 */
export function usePagesInUrl(search: SearchPlace, found: SearchResults): boolean {
  const go = useGo();
  const { pages, hasMore, loading, loadingMore, moreFailed, loadMore } = found;
  const settled = pages > 0 && (pages >= search.page || !hasMore || moreFailed !== null);
  useEffect(() => {
    if (pages === 0 || loading || loadingMore) return;
    if (!settled) loadMore();
    else if (moreFailed === null && pages !== search.page) go({ ...search, page: pages }, { replace: true });
  }, [go, search, pages, settled, loading, loadingMore, moreFailed, loadMore]);
  return settled;
}
