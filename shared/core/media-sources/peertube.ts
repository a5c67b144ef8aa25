import { z } from 'zod';
import { DURATION_BOUNDS, type DurationFilter } from '#contract/videos.ts';
import { StepError } from '../lib/errors.ts';
import { parseUrl } from '../lib/parse-url.ts';
import type { FoundVideo } from '../repositories/media/videos.ts';
import { chooseBySide, createFileFetcher, pathOf, type SiteFile } from './file-media.ts';
import { firstEntries } from './first-entries.ts';
import { isOfDuration } from './found.ts';
import type { OpenSite, Site } from './site.ts';
import { createSourceApi, findVideo } from './source-api.ts';

const PAGE = 50;
/** The search returns no results beyond this number. */
const MOST = 10_000;
/** The maximum number of files of one video that are considered; it usually has about ten. */
const MAX_FILES = 100;
const FRESH_MS = 7 * 86_400_000;
/** The licences by their numbers, which are the same on all servers. */
const LICENSES = [
  null,
  'CC BY',
  'CC BY-SA',
  'CC BY-ND',
  'CC BY-NC',
  'CC BY-NC-SA',
  'CC BY-NC-ND',
  'CC0',
] as const;
/** The numbers of those that permit changed copies in any film. */
const REUSABLE = { credit: ['1', '2'], reusable: ['1', '2', '7'] };

const accountSchema = z.object({ displayName: z.string().nullish() }).nullish();
const videoSchema = z.object({
  uuid: z.string().regex(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i),
  /** Its page on its own server. */
  url: z.string(),
  name: z.string(),
  description: z.string().nullish(),
  /** In seconds. */
  duration: z.number(),
  thumbnailUrl: z.string().nullish(),
  views: z.number().nullish(),
  licence: z.object({ id: z.number().nullish() }).nullish(),
  isLive: z.boolean().nullish(),
  account: accountSchema,
  channel: accountSchema,
});
type PeerTubeVideo = z.infer<typeof videoSchema>;
const searchSchema = z.object({ total: z.number(), data: firstEntries(videoSchema, PAGE) });

const fileSchema = z.object({
  /** The height, in pixels. */
  resolution: z.object({ id: z.number() }),
  /** In bytes. */
  size: z.number(),
  fileUrl: z.string(),
  hasAudio: z.boolean().nullish(),
  hasVideo: z.boolean().nullish(),
});
const filesSchema = firstEntries(fileSchema, MAX_FILES).nullish();
const detailsSchema = z.object({
  downloadEnabled: z.boolean().nullish(),
  files: filesSchema,
  streamingPlaylists: firstEntries(z.object({ files: filesSchema }), MAX_FILES).nullish(),
});

/** Splits an ID into the host of the video's server and the video's ID there. */
const partsOf = (sourceId: string): { host: string; uuid: string } => {
  const at = sourceId.lastIndexOf('~');
  return { host: sourceId.slice(0, at), uuid: sourceId.slice(at + 1) };
};

const open: OpenSite = ({ apiUrl, standIn }, options) => {
  const { maxBytes } = options;
  const search = createSourceApi({ name: 'PeerTube', url: apiUrl });
  const files = createFileFetcher(apiUrl, options);

  /** @throws StepError */
  async function fileOf(sourceId: string, signal: AbortSignal): Promise<SiteFile> {
    const { host, uuid } = partsOf(sourceId);
    const server = createSourceApi({
      name: 'The PeerTube server of this video',
      // A stand-in is its only server.
      url: standIn ? apiUrl : `https://${host}/api/v1`,
      guard: files.guard,
    });
    const path = `/videos/${encodeURIComponent(uuid)}`;
    const details = await findVideo(server.get(path, detailsSchema, signal));
    if (!details) throw new StepError('gone', 'This video is no longer on its PeerTube server.');
    if (details.downloadEnabled === false) {
      throw new StepError('refused', 'The creator of this video does not permit downloads.');
    }
    const playlists = details.streamingPlaylists ?? [];
    const all = [...playlists.flatMap((playlist) => playlist?.files ?? []), ...(details.files ?? [])];
    const usable = all
      .filter((file) => file !== null)
      // Some servers store audio and video in separate files.
      .filter((file) => file.hasAudio !== false && file.hasVideo !== false && file.size <= maxBytes);
    const file = chooseBySide(usable, ({ resolution }) => ({ width: resolution.id, height: resolution.id }));
    if (!file) throw new StepError('gone', 'This video has no file that can be downloaded.');
    return { url: file.fileUrl, version: [pathOf(file.fileUrl), file.size] };
  }

  return {
    freshMs: FRESH_MS,

    async search({ query, duration, license, cursor }, signal) {
      const start = Number(cursor ?? '0');
      const params = new URLSearchParams({
        search: query,
        start: String(start),
        count: String(PAGE),
        sort: '-match',
        nsfw: 'false',
        isLive: 'false',
        ...boundsOf(duration),
      });
      for (const number of license ? REUSABLE[license] : []) params.append('licenceOneOf', number);
      const { total, data } = await search.get(`/search/videos?${params}`, searchSchema, signal);
      const end = start + PAGE;
      return {
        videos: data
          .flatMap((video) => (video && toFound(video)) ?? [])
          .filter(({ durationMs }) => isOfDuration(durationMs, duration)),
        next: end < Math.min(total, MOST) ? String(end) : null,
        total,
      };
    },

    ...files.fetching(fileOf),
  };
};

/** Videos of many PeerTube servers, by the search of SepiaSearch. Each is fetched from its own server. */
export const peertube: Site = {
  id: 'peertube',
  name: 'PeerTube',
  pageOf(sourceId) {
    const { host, uuid } = partsOf(sourceId);
    return `https://${host}/videos/watch/${uuid}`;
  },
  open,
};

/** The bounds of a length as parameters, both inclusive, in whole seconds. */
function boundsOf(duration: DurationFilter | undefined): Record<string, string> {
  if (duration === undefined) return {};
  const { min, max } = DURATION_BOUNDS[duration];
  return { durationMin: String(min), ...(Number.isFinite(max) && { durationMax: String(max - 1) }) };
}

/** Returns `undefined` for a live stream, and for a server that is not at a plain https address. */
function toFound(video: PeerTubeVideo): FoundVideo | undefined {
  const { uuid, name, description, duration, thumbnailUrl, views, licence, account, channel } = video;
  const page = parseUrl(video.url);
  if (video.isLive || page?.protocol !== 'https:' || page.port !== '') return undefined;
  if (!/^[a-z\d.-]+$/.test(page.hostname)) return undefined;
  return {
    sourceId: `${page.hostname}~${uuid}`,
    title: name,
    description: description ?? null,
    thumbnail: thumbnailUrl ?? null,
    url: null,
    durationMs: duration * 1000,
    views: views?.toString() ?? 'Unknown',
    channel: channel?.displayName || account?.displayName || page.hostname,
    license: LICENSES[licence?.id ?? 0] ?? null,
  };
}
