import { z } from 'zod';
import { StepError } from '../lib/errors.ts';
import type { FoundVideo } from '../repositories/media/videos.ts';
import { chooseBySide, createFileFetcher, pathOf, type SiteFile } from './file-media.ts';
import { firstEntries } from './first-entries.ts';
import { isOfDuration } from './found.ts';
import type { OpenSite, Site } from './site.ts';
import { createSourceApi, findVideo } from './source-api.ts';

/** The API allows 100 requests a minute, so each asks for many; 200 is the maximum. */
const PAGE = 50;
/** The maximum length of a query, in characters. */
const MAX_QUERY = 100;
/** The maximum number of words that describe a video. */
const MAX_TAGS = 8;
const FRESH_MS = 7 * 86_400_000;
const LICENSE = 'Pixabay Content License';

const fileSchema = z.object({
  url: z.string(),
  width: z.number(),
  height: z.number(),
  /** In bytes. */
  size: z.number(),
  thumbnail: z.string().nullish(),
});
/** A missing size has an empty URL and no width. */
const sizeSchema = fileSchema.optional().catch(undefined);
const videoSchema = z.object({
  id: z.number(),
  /** Words that describe the video, separated by commas. */
  tags: z.string(),
  /** In seconds. */
  duration: z.number(),
  views: z.number().nullish(),
  user: z.string().nullish(),
  videos: z.object({ large: sizeSchema, medium: sizeSchema, small: sizeSchema, tiny: sizeSchema }),
});
type PixabayVideo = z.infer<typeof videoSchema>;

/** `totalHits` counts the hits that the API returns, at most 500. */
const searchSchema = z.object({ totalHits: z.number(), hits: firstEntries(videoSchema, PAGE) });

const open: OpenSite = ({ apiUrl, key }, options) => {
  const { maxBytes } = options;
  const api = createSourceApi({
    name: 'Pixabay',
    url: apiUrl,
    // It refuses a key with 400 and a sentence; our other parameters are always valid.
    judge: (status) => (status === 400 ? 'refused' : undefined),
  });
  const files = createFileFetcher(apiUrl, options);
  // The API accepts the key only as a parameter. Neither errors nor logs contain the URL.
  const ask = (params: Record<string, string>, signal: AbortSignal) =>
    api.get(`/videos/?${new URLSearchParams({ key, ...params })}`, searchSchema, signal);

  /** @throws StepError */
  async function fileOf(sourceId: string, signal: AbortSignal): Promise<SiteFile> {
    const answer = await findVideo(ask({ id: sourceId }, signal));
    const video = answer?.hits[0];
    const file = video && chooseFile(video, maxBytes);
    if (!file) throw new StepError('gone', 'This video is no longer on Pixabay.');
    // A file's URL changes with the file.
    return { url: file.url, version: [pathOf(file.url), file.size] };
  }

  return {
    freshMs: FRESH_MS,
    license: LICENSE,

    async search({ query, duration, cursor }, signal) {
      const page = Number(cursor ?? '1');
      const params = {
        q: query.slice(0, MAX_QUERY),
        page: String(page),
        per_page: String(PAGE),
        safesearch: 'true',
      };
      const { hits, totalHits } = await ask(params, signal);
      return {
        videos: hits
          .filter((video) => video !== null)
          .filter((video) => chooseFile(video, maxBytes))
          .map(toFound)
          // The API has no such filter.
          .filter(({ durationMs }) => isOfDuration(durationMs, duration)),
        next: page * PAGE < totalHits ? String(page + 1) : null,
        total: duration === undefined ? totalHits : null,
      };
    },

    ...files.fetching(fileOf),
  };
};

/** Pixabay, by its video API. */
export const pixabay: Site = {
  id: 'pixabay',
  name: 'Pixabay',
  pageOf: (id) => `https://pixabay.com/videos/id-${id}/`,
  open,
};

function sizesOf({ videos: { large, medium, small, tiny } }: PixabayVideo) {
  return [large, medium, small, tiny].filter((file) => file !== undefined).filter(({ url }) => url !== '');
}

const chooseFile = (video: PixabayVideo, maxBytes: number) =>
  chooseBySide(
    sizesOf(video).filter((file) => file.size <= maxBytes),
    (file) => file,
  );

function toFound(video: PixabayVideo): FoundVideo {
  const { id, tags, duration, views, user } = video;
  const channel = user || 'Pixabay';
  return {
    sourceId: String(id),
    title: titleOf(tags) || `Video by ${channel}`,
    description: null,
    thumbnail: sizesOf(video).findLast(({ thumbnail }) => thumbnail)?.thumbnail ?? null,
    url: null,
    durationMs: duration * 1000,
    views: views?.toString() ?? 'Unknown',
    channel,
    license: LICENSE,
  };
}

/** The API has no titles, only words: "Waves, beach, sea". */
function titleOf(tags: string): string {
  const words = tags
    .split(',', MAX_TAGS)
    .map((tag) => tag.trim())
    .filter(Boolean);
  return words.join(', ').replace(/^./u, (letter) => letter.toUpperCase());
}
