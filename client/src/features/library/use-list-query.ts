import { useDeferredValue, useState } from 'react';
import { readSession, writeSession } from '../../lib/session-storage.ts';

interface ListQuery {
  search: string;
  sort: string;
  filter: string;
}

const KEY = 'cutroom.library';
const EVERYTHING: ListQuery = { search: '', sort: 'newest', filter: 'all' };

/** What of the list is shown, and how; kept in this tab, so that coming back from a film shows the same. */
export function useListQuery(): {
  query: ListQuery;
  change: (part: Partial<ListQuery>) => void;
  /** The address that answers it. */
  url: string;
  /** True when something may be left out. */
  narrowed: boolean;
} {
  const [query, setQuery] = useState<ListQuery>(() => ({ ...EVERYTHING, ...readSession<ListQuery>(KEY) }));
  const change = (part: Partial<ListQuery>): void => {
    const next = { ...query, ...part };
    setQuery(next);
    writeSession(KEY, next);
  };
  const search = useDeferredValue(query.search.trim());
  const { sort, filter } = query;
  const params = new URLSearchParams({ ...(search ? { search } : {}), sort, filter });
  return {
    query,
    change,
    url: `/api/user/videos?${params.toString()}`,
    narrowed: search !== '' || filter !== 'all',
  };
}
