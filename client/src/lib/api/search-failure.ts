import { onlineManager } from '@tanstack/react-query';
import type { SourceFailure } from '#contract/videos.ts';
import { ApiError } from './api.ts';
import { NOT_SENT } from './unsent.ts';

/**
 * Returns why a search failed: each source's reason if all sources failed, otherwise the server's sentence
 * about the whole search.
 */
export function searchFailure(error: Error): string {
  if (!(error instanceof ApiError))
    return onlineManager.isOnline() ? 'The server could not be reached.' : NOT_SENT;
  const { sources = [] } = (error.details ?? {}) as { sources?: SourceFailure[] };
  if (sources.length > 0) return sources.map(({ message }) => message).join(' ');
  return error.code === 'search_failed' ? 'None of the sources responded.' : error.userMessage;
}
