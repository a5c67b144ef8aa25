import { useState } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import * as calls from '#contract/calls/index.ts';
import { type FoundMusic, NO_SOURCE } from '#contract/found-music.ts';
import type { MusicMood } from '#contract/music-moods.ts';
import { call } from '../../../lib/api/api.ts';
import { searchFailure } from '../../../lib/api/search-failure.ts';

/** The last page that the server accepts. */
const LAST_PAGE = 50;
const STORED_MS = 30 * 60_000;

export interface MusicSearch {
  text: string;
  setText: (text: string) => void;
  mood: MusicMood | null;
  /** Searches with another mood. Selecting the current mood again removes it. */
  chooseMood: (mood: MusicMood) => void;
  submit: () => void;
  /** Whether a search was made. */
  hasQuery: boolean;
  loading: boolean;
  tracks: FoundMusic[];
  /** The reasons why sources failed, as sentences. */
  errors: string[];
  /** Whether another attempt may help. */
  canRetry: boolean;
  /** The error of the search or of its next page; `null` if there was no error. */
  failed: string | null;
  more: boolean;
  loadMore: () => void;
  retry: () => void;
}

/** Returns the identity of a track among all sources. */
export const keyOf = ({ source, id }: Pick<FoundMusic, 'source' | 'id'>): string => `${source} ${id}`;

/** Searches free music by words, by mood, or by both. */
export function useMusicSearch(): MusicSearch {
  const [text, setText] = useState('');
  const [{ query, mood }, ask] = useState<{ query: string; mood: MusicMood | null }>({
    query: '',
    mood: null,
  });
  const hasQuery = query !== '' || mood !== null;
  const results = useInfiniteQuery({
    queryKey: [calls.searchMusic.path, query, mood],
    queryFn: ({ pageParam, signal }) =>
      call(calls.searchMusic, { query: { query, mood: mood ?? undefined, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, _all, page) => (last.more && page < LAST_PAGE ? page + 1 : undefined),
    enabled: hasQuery,
    // A search while offline fails immediately with a message, instead of waiting.
    networkMode: 'always',
    gcTime: STORED_MS,
  });
  const pages = results.data?.pages ?? [];
  const errors = pages.flatMap((page) => page.errors);
  const tracks = new Map(pages.flatMap((page) => page.tracks).map((track) => [keyOf(track), track]));
  return {
    text,
    setText,
    mood,
    chooseMood: (next) => ask({ query: text.trim(), mood: next === mood ? null : next }),
    submit: () => {
      ask({ query: text.trim(), mood });
      if (results.isError && text.trim() === query) void results.refetch();
    },
    hasQuery,
    loading: results.isFetching,
    tracks: [...tracks.values()],
    errors: [...new Set(errors.map(({ message }) => message))],
    canRetry: results.isError || errors.some(({ source }) => source !== NO_SOURCE),
    failed: results.error && !results.isFetching ? searchFailure(results.error) : null,
    more: results.hasNextPage,
    loadMore: () => void results.fetchNextPage(),
    retry: () => void (results.isFetchNextPageError ? results.fetchNextPage() : results.refetch()),
  };
}
