import { join } from 'node:path';
import { createGuard, type Guard } from '../guard/guard.ts';
import type { KeyPart } from '../lib/artifact-key.ts';
import { parseUrl } from '../lib/parse-url.ts';
import { download } from './link/download.ts';
import type { FetchOptions } from './site.ts';
import type { MediaFetcher } from './source.ts';
import { hostOf } from './source-api.ts';

const FILE_NAME = 'source';
/** The shorter side that suffices for a film, in pixels. */
const ENOUGH = 1080;

/** The file of a video, as the site's API describes it. */
export interface SiteFile {
  url: string;
  /** Identifies this version of the file. */
  version: KeyPart[];
}

export interface FileFetcher {
  /** Permits the public internet, and the host of the API, which the operator configured. */
  guard: Guard;
  /** Fetches the files that `find` names, by the ID of a video at its site. `find` may throw a StepError. */
  fetching(
    find: (sourceId: string, signal: AbortSignal) => Promise<SiteFile>,
  ): Pick<MediaFetcher, 'revision' | 'fetch'>;
}

/** Creates the downloader of a site whose API names the addresses of files, often on other hosts. */
export function createFileFetcher(
  apiUrl: string,
  { ports, maxBytes, maxMs, minRate }: FetchOptions,
): FileFetcher {
  const guard = createGuard({ ports, hosts: [hostOf(apiUrl)], aliases: [] });
  return {
    guard,
    fetching: (find) => ({
      revision: async (video, signal) => (await find(video.sourceId, signal)).version,

      async fetch(video, dir, signal, onProgress) {
        const { url } = await find(video.sourceId, signal);
        const path = join(dir, FILE_NAME);
        await download(guard, url, { path, maxBytes, maxMs, minRate, signal, onProgress });
        return FILE_NAME;
      },
    }),
  };
}

/** Returns the path of a file's address, which remains when its host or parameters change. */
export const pathOf = (url: string): string => parseUrl(url)?.pathname ?? url;

/**
 * Chooses the file with the largest shorter side that a film needs, otherwise the smallest; of equal ones the last.
 * `undefined` if none has a size.
 */
export function chooseBySide<File>(
  files: readonly File[],
  sizeOf: (file: File) => { width?: number | null | undefined; height?: number | null | undefined },
): File | undefined {
  const sorted = files
    .map((file) => {
      const { width, height } = sizeOf(file);
      return { file, side: Math.min(width ?? 0, height ?? 0) };
    })
    .filter(({ side }) => side > 0)
    .toSorted((a, b) => a.side - b.side);
  return (sorted.findLast(({ side }) => side <= ENOUGH) ?? sorted[0])?.file;
}
