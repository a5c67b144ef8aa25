import { z } from 'zod';
import { StepError } from '../lib/errors.ts';
import type { FoundVideo } from '../repositories/media/videos.ts';
import { firstEntries } from './first-entries.ts';
import { isOfDuration } from './found.ts';
import { fetchFromPages } from './page-media.ts';
import { createSourceApi, stepErrorOf } from './source-api.ts';
import { SourceError } from './source-error.ts';
import type { OpenSite, Site } from './site.ts';

const PAGE = 50;
const FRESH_MS = 7 * 86_400_000;
/** The maximum number of sizes of an image that are considered; there are usually about ten. */
const MAX_SIZES = 100;
/** The width of a card's thumbnail, in pixels. */
const WIDTH = 295;
const FIELDS = 'uri,name,description,duration,license,stats.plays,user.name,pictures.sizes';

const videoSchema = z.object({
  uri: z.string(),
  name: z.string().nullish(),
  description: z.string().nullish(),
  /** The duration, in seconds. */
  duration: z.number().nullish(),
  license: z.string().nullish(),
  stats: z.object({ plays: z.number().nullish() }).nullish(),
  user: z.object({ name: z.string().nullish() }).nullish(),
  pictures: z
    .object({
      sizes: firstEntries(z.object({ width: z.number(), link: z.string() }), MAX_SIZES).nullish(),
    })
    .nullish(),
});
type VimeoVideo = z.infer<typeof videoSchema>;

const searchSchema = z.object({
  total: z.number().optional(),
  page: z.number(),
  paging: z.object({ next: z.string().nullish() }),
  data: firstEntries(videoSchema, PAGE),
});
const versionSchema = z.object({ modified_time: z.string() });

const pageOf = (id: string) => `https://vimeo.com/${id}`;

const open: OpenSite = ({ apiUrl, key, files }, options) => {
  const api = createSourceApi({
    name: 'Vimeo',
    url: apiUrl,
    headers: { authorization: `bearer ${key}`, accept: 'application/vnd.vimeo.*+json;version=3.4' },
  });

  return {
    freshMs: FRESH_MS,

    async search({ query, duration, license, cursor }, signal) {
      const params = new URLSearchParams({
        query,
        page: cursor ?? '1',
        per_page: String(PAGE),
        sort: 'relevant',
        fields: FIELDS,
        ...(license && { filter: 'CC' }),
      });
      const page = await api.get(`/videos?${params}`, searchSchema, signal);
      return {
        videos: page.data
          .flatMap((video) => (video && toFound(video)) ?? [])
          // The API has no such filter.
          .filter(({ durationMs }) => isOfDuration(durationMs, duration)),
        next: page.paging.next ? String(page.page + 1) : null,
        total: duration === undefined ? (page.total ?? null) : null,
      };
    },

    async revision(video, signal) {
      const path = `/videos/${encodeURIComponent(video.sourceId)}?fields=modified_time`;
      try {
        return [(await api.get(path, versionSchema, signal)).modified_time];
      } catch (error) {
        if (error instanceof SourceError && error.code === 'missing') {
          throw new StepError('gone', 'This video is no longer on Vimeo.', { cause: error });
        }
        throw stepErrorOf(error);
      }
    },

    fetch: fetchFromPages(options, pageOf, files),
  };
};

/** Vimeo, using its API 3.4. */
export const vimeo: Site = { id: 'vimeo', name: 'Vimeo', alwaysListed: true, pageOf, open };

/** Returns `undefined` for anything but a plain video, such as a live stream. */
function toFound(video: VimeoVideo): FoundVideo | undefined {
  const sourceId = /^\/videos\/(\d{1,15})$/.exec(video.uri)?.[1];
  if (sourceId === undefined || !video.duration) return undefined;
  const sizes = (video.pictures?.sizes ?? [])
    .filter((size) => size !== null)
    .toSorted((a, b) => a.width - b.width);
  return {
    sourceId,
    title: video.name ?? '',
    description: video.description ?? null,
    thumbnail: (sizes.find(({ width }) => width >= WIDTH) ?? sizes.at(-1))?.link ?? null,
    url: null,
    durationMs: video.duration * 1000,
    views: video.stats?.plays?.toString() ?? 'Unknown',
    channel: video.user?.name ?? 'Vimeo',
    license: licenseOf(video.license ?? null),
  };
}

/** Converts "by-nc" to CC BY-NC and "cc0" to CC0. Returns `null` if all rights are reserved. */
function licenseOf(code: string | null): string | null {
  if (code === null) return null;
  return code === 'cc0' ? 'CC0' : `CC ${code.toUpperCase()}`;
}
