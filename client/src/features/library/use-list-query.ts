import { useDeferredValue, useState } from 'react';
import type { Received } from '#contract/calls/define-call.ts';
import type { listProjects } from '#contract/calls/index.ts';
import { readSession, writeSession } from '../../lib/session-storage.ts';

type ListQuery = Received<typeof listProjects>['query'] & { search: string };

const KEY = 'cutroom.library';
const EVERYTHING: ListQuery = { search: '', sort: 'newest', filter: 'all' };

/** What of the list is shown, and how; kept in this tab, so that coming back from a film shows the same. */
export function useListQuery(): {
  query: ListQuery;
  change: (part: Partial<ListQuery>) => void;
  /** What the server is asked for. */
  asked: Partial<ListQuery>;
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
  return {
    query,
    change,
    asked: { ...(search && { search }), sort, filter },
    narrowed: search !== '' || filter !== 'all',
  };
}
