import { useDeferredValue, useState } from 'react';
import type { Received } from '#contract/calls/define-call.ts';
import type { listProjects } from '#contract/calls/index.ts';
import { readSession, writeSession } from '../../lib/session-storage.ts';

type ListQuery = Received<typeof listProjects>['query'] & { search: string };

const KEY = 'cutroom.library';
const EVERYTHING: ListQuery = { search: '', sort: 'newest', filter: 'all' };

/**
 * The list's search, sort order and filter. They are stored in this tab, so that returning from a film shows
 * the same list.
 */
export function useListQuery(): {
  query: ListQuery;
  change: (part: Partial<ListQuery>) => void;
  /** The query sent to the server. */
  request: Partial<ListQuery>;
  /** Whether the query may exclude projects. */
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
  return {
    query,
    change,
    request: { ...(search && { search }), sort, filter },
    narrowed: search !== '' || filter !== 'all',
  };
}
