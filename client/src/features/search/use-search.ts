import { useEffect, useMemo, useState } from 'react';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import * as calls from '#contract/calls/index.ts';
import { SEARCH_PAGE_SIZE } from '#contract/videos.ts';
import type { SourceFailure, Video } from '#contract/videos.ts';
import { PRESERVE_SEARCH_MS } from '../../config/constants.ts';
import { ApiError, callRaw, readAnswer } from '../../lib/api.ts';
import { lastSearch, type SearchPlace } from '../../lib/last-search.ts';

/** While more videos are on their way, in ms. */
const LOOK_AGAIN_MS = 2_000;

interface SearchPage {
  videos: Video[];
  failures: string[];
  pending: string | null;
}

export interface SearchResults {
  videos: Video[];
  /** Why sources gave nothing, a sentence each; their hits are missing. */
  failures: string[];
  /** A sentence while more videos are on their way; they are looked for again and again. */
  pending: string | null;
  loading: boolean;
  loadingMore: boolean;
  /** Why nothing is there, in words; null when something is. */
  failed: string | null;
  /** What failed last, for its id. */
  error: Error | null;
  /** Why the next page is missing, or what is shown could not be read again. */
  moreFailed: string | null;
  hasMore: boolean;
  /** How many pages are shown; 0 until the search has answered. */
  pages: number;
  loadMore: () => void;
  /** Asks for the page that failed once more. */
  retryMore: () => void;
  /** Asks for all that is shown once more. */
  retry: () => void;
  /** Begins anew, from the first page. */
  restart: () => void;
}

/** What failed; the header says 'source: sentence; source: sentence'. */
const sentences = (header: string): string[] =>
  header.split('; ').flatMap((entry) => entry.replace(/^[\w-]+: /, '').trim() || []);

/** Why a search failed: why each source did, when all of them did, or what the server says of the whole. */
function reasonOf(error: Error): string {
  if (!(error instanceof ApiError)) return 'The server could not be reached.';
  const { sources = [] } = (error.details ?? {}) as { sources?: SourceFailure[] };
  if (sources.length > 0) return sources.map(({ message }) => message).join(' ');
  return error.code === 'search_failed' ? 'None of the sources responded.' : error.userMessage;
}

async function fetchPage(search: SearchPlace, page: number, signal: AbortSignal): Promise<SearchPage> {
  const { q, duration, source } = search;
  const response = await callRaw(calls.searchVideos, {
    query: {
      query: q,
      page,
      limit: SEARCH_PAGE_SIZE,
      duration: duration || undefined,
      source: source || undefined,
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

/** The flag that preserves the search state (product.md 4.23): set when the screen opens on the previous search, and for a second after. */
function usePreserved(search: SearchPlace): boolean {
  const [preserved, setPreserved] = useState(() => search.q !== '' && lastSearch().q === search.q);
  useEffect(() => {
    const timer = setTimeout(() => setPreserved(false), PRESERVE_SEARCH_MS);
    return () => clearTimeout(timer);
  }, []);
  return preserved;
}

/** All pages of a search so far, each video once; a page under ten is the last. */
export function useSearch(search: SearchPlace): SearchResults {
  const preserved = usePreserved(search);
  const queryClient = useQueryClient();
  const queryKey = [calls.searchVideos.path, search.q, search.duration, search.source];
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(search, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: (last, _all, page) => (last.videos.length < SEARCH_PAGE_SIZE ? undefined : page + 1),
    enabled: search.q !== '',
    // A new query clears the results, unless they were just come back to.
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
  const reason = error && !query.isFetching ? reasonOf(error) : null;
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
