import { join } from 'node:path';
import { createGuard } from '../guard/guard.ts';
import type { FetchOptions } from './site.ts';
import type { MediaFetcher } from './source.ts';
import { noPageReader } from './link/answers.ts';
import { download } from './link/download.ts';
import { hostOf } from './source-api.ts';

const FILE_NAME = 'source';

/**
 * Fetches the media of a site's pages: with yt-dlp, or directly from a stand-in's files, since it has no
 * pages.
 */
export function fetchFromPages(
  { pages, maxBytes, maxMs, minRate }: FetchOptions,
  pageOf: (sourceId: string) => string,
  /** The URL of a stand-in's files, ending with a slash; `null` for the site itself. */
  files: string | null,
): MediaFetcher['fetch'] {
  if (files !== null) {
    const guard = createGuard({ ports: [], hosts: [hostOf(files)], aliases: [] });
    return async (video, dir, signal, onProgress) => {
      signal.throwIfAborted();
      const url = files + encodeURIComponent(video.sourceId);
      const path = join(dir, FILE_NAME);
      await download(guard, url, { path, maxBytes, maxMs, minRate, signal, onProgress });
      return FILE_NAME;
    };
  }
  return async (video, dir, signal, onProgress) => {
    signal.throwIfAborted();
    if ((await pages.version()) === null) throw noPageReader();
    return pages.fetch(pageOf(video.sourceId), { dir, signal, onProgress });
  };
}
