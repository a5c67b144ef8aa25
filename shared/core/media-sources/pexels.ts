import { join } from 'node:path';
import { z } from 'zod';
import { StepError } from '../lib/errors.ts';
import { createGuard } from '../guard/guard.ts';
import type { FoundVideo } from '../repositories/media/videos.ts';
import { firstEntries } from './first-entries.ts';
import { isOfDuration } from './found.ts';
import { download } from './link/download.ts';
import type { OpenSite, Site } from './site.ts';
import { createSourceApi, hostOf, stepErrorOf } from './source-api.ts';
import { SourceError } from './source-error.ts';

/** The API allows 200 requests an hour, so each asks for many; 80 is the maximum. */
const PAGE = 50;
/** The maximum number of files of one video that are considered; it usually has about ten. */
const MAX_FILES = 100;
/** The shorter side, in pixels: the same limit as for other sites. */
const ENOUGH = 1080;
const FRESH_MS = 7 * 86_400_000;
const FILE_NAME = 'source';

const fileSchema = z.object({
  id: z.number(),
  file_type: z.string().nullish(),
  width: z.number().nullish(),
  height: z.number().nullish(),
  link: z.string(),
});
const videoSchema = z.object({
  id: z.number(),
  url: z.string(),
  image: z.string().nullish(),
  /** The duration, in seconds. */
  duration: z.number(),
  user: z.object({ name: z.string().nullish() }).nullish(),
  video_files: firstEntries(fileSchema, MAX_FILES),
});
type PexelsVideo = z.infer<typeof videoSchema>;

const searchSchema = z.object({
  page: z.number(),
  total_results: z.number(),
  next_page: z.string().nullish(),
  videos: firstEntries(videoSchema, PAGE),
});

const open: OpenSite = ({ apiUrl, key }, { ports, maxBytes, maxMs, minRate }) => {
  const api = createSourceApi({ name: 'Pexels', url: apiUrl, headers: { authorization: key } });
  // Its files are on other hosts than its API.
  const files = createGuard({ ports, hosts: [hostOf(apiUrl)], aliases: [] });

  /** @throws StepError */
  async function fileOf(sourceId: string, signal: AbortSignal) {
    const path = `/videos/videos/${encodeURIComponent(sourceId)}`;
    const video = await api.get(path, videoSchema, signal).catch((error: unknown) => {
      if (error instanceof SourceError && error.code === 'missing') return null;
      throw stepErrorOf(error);
    });
    const file = video && chooseFile(video);
    if (!file) throw new StepError('gone', 'This video is no longer on Pexels.');
    return file;
  }

  return {
    freshMs: FRESH_MS,

    async search({ query, duration, cursor }, signal) {
      const params = new URLSearchParams({ query, page: cursor ?? '1', per_page: String(PAGE) });
      const page = await api.get(`/videos/search?${params}`, searchSchema, signal);
      return {
        videos: page.videos
          .filter((video) => video !== null)
          .filter(chooseFile)
          .map(toFound)
          // The API has no such filter.
          .filter(({ durationMs }) => isOfDuration(durationMs, duration)),
        next: page.next_page ? String(page.page + 1) : null,
        total: duration === undefined ? page.total_results : null,
      };
    },

    revision: async (video, signal) => [(await fileOf(video.sourceId, signal)).id],

    async fetch(video, dir, signal, onProgress) {
      const { link } = await fileOf(video.sourceId, signal);
      const path = join(dir, FILE_NAME);
      await download(files, link, { path, maxBytes, maxMs, minRate, signal, onProgress });
      return FILE_NAME;
    },
  };
};

/** Pexels, by its video API. */
export const pexels: Site = {
  id: 'pexels',
  name: 'Pexels',
  pageOf: (id) => `https://www.pexels.com/video/${id}/`,
  open,
};

/**
 * Chooses the largest file within the limit, otherwise the smallest; `undefined` if none can be downloaded.
 */
function chooseFile({ video_files }: PexelsVideo) {
  const side = ({ width, height }: z.infer<typeof fileSchema>) => Math.min(width ?? 0, height ?? 0);
  const sorted = video_files
    .filter((file) => file !== null)
    .filter((file) => file.file_type === 'video/mp4' && side(file) > 0)
    .toSorted((a, b) => side(a) - side(b));
  return sorted.findLast((file) => side(file) <= ENOUGH) ?? sorted[0];
}

function toFound({ id, url, image, duration, user }: PexelsVideo): FoundVideo {
  const channel = user?.name || 'Pexels';
  return {
    sourceId: String(id),
    title: titleOf(url) || `Video by ${channel}`,
    description: null,
    thumbnail: image ?? null,
    url: null,
    durationMs: duration * 1000,
    views: 'Unknown',
    channel,
    license: 'Pexels License',
  };
}

/**
 * The API has no titles, but a page's URL has words: "Waves at the beach" from
 * /video/waves-at-the-beach-1093662/.
 */
function titleOf(url: string): string | undefined {
  const [, encoded] = /\/video\/([^/]+)-\d+\/?$/.exec(url) ?? [];
  // Unlike decodeURIComponent it accepts any text.
  const words = encoded && new URLSearchParams(`words=${encoded}`).get('words')!.replaceAll('-', ' ').trim();
  return words?.replace(/^./u, (letter) => letter.toUpperCase());
}
