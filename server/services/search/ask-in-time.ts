import { SourceError } from '#core/media-sources/source-error.ts';
import type { MediaSource } from '#core/media-sources/source.ts';
import type { FeedStore } from './feed-store.ts';

/**
 * Requests a source that is not paused, with a time limit. A source that reports too many requests is paused.
 */
export async function askInTime<T>(
  {
    source,
    store,
    timeoutMs,
  }: {
    source: Pick<MediaSource, 'id' | 'name'>;
    store: Pick<FeedStore, 'pauseOf' | 'pause'>;
    timeoutMs: number;
  },
  signal: AbortSignal,
  ask: (limited: AbortSignal) => Promise<T>,
): Promise<T> {
  const resting = await store.pauseOf(source.id);
  if (resting !== null) throw new SourceError('quota', resting);
  const late = AbortSignal.timeout(timeoutMs);
  try {
    return await ask(AbortSignal.any([signal, late]));
  } catch (error) {
    signal.throwIfAborted();
    if (late.aborted) {
      throw new SourceError('late', `${source.name} took too long to respond.`, { cause: error });
    }
    if (error instanceof SourceError && error.pauseMs) {
      await store.pause(source.id, error.pauseMs, error.message);
    }
    throw error;
  }
}
