import { z } from 'zod';
import { StepError } from '../lib/errors.ts';
import type { FoundVideo } from '../repositories/media/videos.ts';
import { chooseBySide, createFileFetcher, type SiteFile } from './file-media.ts';
import { firstEntries } from './first-entries.ts';
import { isOfDuration } from './found.ts';
import type { OpenSite, Site } from './site.ts';
import { createSourceApi, findVideo } from './source-api.ts';

/** The API allows 200 requests an hour, so each asks for many; 80 is the maximum. */
const PAGE = 50;
/** The maximum number of files of one video that are considered; it usually has about ten. */
const MAX_FILES = 100;
const FRESH_MS = 7 * 86_400_000;
const LICENSE = 'Pexels License';

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

const open: OpenSite = ({ apiUrl, key }, options) => {
  const api = createSourceApi({ name: 'Pexels', url: apiUrl, headers: { authorization: key } });
  const files = createFileFetcher(apiUrl, options);

  /** @throws StepError */
  async function fileOf(sourceId: string, signal: AbortSignal): Promise<SiteFile> {
    const path = `/videos/videos/${encodeURIComponent(sourceId)}`;
    const video = await findVideo(api.get(path, videoSchema, signal));
    const file = video && chooseFile(video);
    if (!file) throw new StepError('gone', 'This video is no longer on Pexels.');
    return { url: file.link, version: [file.id] };
  }

  return {
    freshMs: FRESH_MS,
    license: LICENSE,

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

    ...files.fetching(fileOf),
  };
};

/** Pexels, by its video API. */
export const pexels: Site = {
  id: 'pexels',
  name: 'Pexels',
  pageOf: (id) => `https://www.pexels.com/video/${id}/`,
  open,
};

/** Returns `undefined` if no file can be downloaded. */
const chooseFile = ({ video_files }: PexelsVideo) =>
  chooseBySide(
    video_files.filter((file) => file !== null).filter((file) => file.file_type === 'video/mp4'),
    (file) => file,
  );

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
    license: LICENSE,
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
