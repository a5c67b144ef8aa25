import { useEffect, useMemo, useState } from 'react';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import * as calls from '#contract/calls/index.ts';
import { SEARCH_PAGE_SIZE } from '#contract/videos.ts';
import type { Video } from '#contract/videos.ts';
import { PRESERVE_SEARCH_MS } from '../../../config/constants.ts';
import { callRaw, readAnswer } from '../../../lib/api/api.ts';
import { searchFailure } from '../../../lib/api/search-failure.ts';
import { lastSearch, type SearchPlace } from '../../../lib/selection/last-search.ts';

/** The polling interval while more videos are being made, in ms. */
const LOOK_AGAIN_MS = 2_000;

interface SearchPage {
  videos: Video[];
  failures: string[];
  pending: string | null;
}

export interface SearchResults {
  videos: Video[];
  /** The reasons why sources failed, as sentences. Their hits are missing. */
  failures: string[];
  /** A sentence while more videos are being made. The search repeats meanwhile. */
  pending: string | null;
  loading: boolean;
  loadingMore: boolean;
  /** The reason why there is no result, as text; `null` if there is a result. */
  failed: string | null;
  /** The last error, for its ID. */
  error: Error | null;
  /** The reason why the next page is missing or a reload failed. */
  moreFailed: string | null;
  hasMore: boolean;
  /** The number of pages shown; 0 before the first response. */
  pages: number;
  loadMore: () => void;
  retryMore: () => void;
  /** Reloads all pages shown. */
  retry: () => void;
  /** Starts again from the first page. */
  restart: () => void;
}

/** The failed sources. The header contains 'source: sentence; source: sentence'. */
const sentences = (header: string): string[] =>
  header.split('; ').flatMap((entry) => entry.replace(/^[\w-]+: /, '').trim() || []);

async function fetchPage(search: SearchPlace, page: number, signal: AbortSignal): Promise<SearchPage> {
  const { q, duration, source, license } = search;
  const response = await callRaw(calls.searchVideos, {
    query: {
      query: q,
      page,
      limit: SEARCH_PAGE_SIZE,
      duration: duration || undefined,
      source: source || undefined,
      license: license || undefined,
    },
    signal,
  });
  return {
    videos: readAnswer(calls.searchVideos, await response.text()),
    failures: sentences(response.headers.get('x-source-errors') ?? ''),
    pending: response.headers.get('x-source-pending'),
  };
}

const pendingOf = (pages: SearchPage[] = []): string | null => pages.at(-1)?.pending ?? null;

/**
 * Preserves the search state (product.md 4.23). Set when the screen opens on the previous search, and for a
 * second after.
 */
function usePreserved(search: SearchPlace): boolean {
  const [preserved, setPreserved] = useState(() => search.q !== '' && lastSearch().q === search.q);
  useEffect(() => {
    const timer = setTimeout(() => setPreserved(false), PRESERVE_SEARCH_MS);
    return () => clearTimeout(timer);
  }, []);
  return preserved;
}

/** Loads all pages of a search so far, with each video once. A page of fewer than ten is the last. */
export function useSearch(search: SearchPlace): SearchResults {
  const preserved = usePreserved(search);
  const queryClient = useQueryClient();
  const queryKey = [calls.searchVideos.path, search.q, search.duration, search.source, search.license];
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(search, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: (last, _all, page) => (last.videos.length < SEARCH_PAGE_SIZE ? undefined : page + 1),
    enabled: search.q !== '',
    // A new query clears the results, unless the screen just returned to them.
    placeholderData: preserved ? keepPreviousData : undefined,
    gcTime: 30 * 60_000,
    refetchInterval: ({ state }) => (pendingOf(state.data?.pages) ? LOOK_AGAIN_MS : false),
  });
  const { data, error } = query;
  const videos = useMemo(() => {
    const byId = new Map<string, Video>();
    for (const page of data?.pages ?? [])
      for (const video of page.videos) if (!byId.has(video.id)) byId.set(video.id, video);
    return [...byId.values()];
  }, [data]);
  const failures = useMemo(() => [...new Set((data?.pages ?? []).flatMap((page) => page.failures))], [data]);
  const reason = error && !query.isFetching ? searchFailure(error) : null;
  return {
    videos,
    failures,
    pending: pendingOf(data?.pages),
    loading: query.isLoading,
    loadingMore: query.isFetchingNextPage,
    failed: data ? null : reason,
    error,
    moreFailed: data ? reason : null,
    hasMore: query.hasNextPage && !query.isPlaceholderData,
    pages: query.isPlaceholderData ? 0 : (data?.pages.length ?? 0),
    loadMore: () => {
      if (query.hasNextPage && !query.isFetching && !query.isError) void query.fetchNextPage();
    },
    retryMore: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
    retry: () => void query.refetch(),
    restart: () => void queryClient.resetQueries({ queryKey, exact: true }),
  };
}
