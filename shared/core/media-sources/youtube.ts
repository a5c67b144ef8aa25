import { z } from 'zod';
import { StepError } from '../lib/errors.ts';
import type { FoundVideo } from '../repositories/media/videos.ts';
import { firstEntries } from './first-entries.ts';
import { fetchFromPages } from './page-media.ts';
import { createSourceApi } from './source-api.ts';
import { SourceError } from './source-error.ts';
import type { OpenSite, Site } from './site.ts';

/** A search costs a hundredth of a day's quota whatever its size, so it requests the largest page. */
const PAGE = 50;
/** The maximum number of reasons of an error that are read. */
const MAX_REASONS = 20;
const FRESH_MS = 7 * 86_400_000;
const QUOTA = new Set(['quotaExceeded', 'dailyLimitExceeded', 'rateLimitExceeded', 'userRateLimitExceeded']);
const LICENSES: Record<string, string> = {
  youtube: 'Standard YouTube License',
  creativeCommon: 'Creative Commons Attribution (CC BY)',
};

const searchSchema = z.object({
  nextPageToken: z.string().optional(),
  pageInfo: z.object({ totalResults: z.number() }).optional(),
  items: firstEntries(z.object({ id: z.object({ videoId: z.string().optional() }) }), PAGE),
});

const thumbnailSchema = z.object({ url: z.string() }).optional();
const videoSchema = z.object({
  id: z.string(),
  snippet: z.object({
    title: z.string(),
    description: z.string().optional(),
    channelTitle: z.string().optional(),
    liveBroadcastContent: z.string().optional(),
    thumbnails: z
      .object({ medium: thumbnailSchema, high: thumbnailSchema, default: thumbnailSchema })
      .optional(),
  }),
  contentDetails: z.object({ duration: z.string().optional() }),
  statistics: z.object({ viewCount: z.string().optional() }).optional(),
  status: z.object({ license: z.string().optional() }).optional(),
});
type YouTubeVideo = z.infer<typeof videoSchema>;
const videosSchema = z.object({ items: firstEntries(videoSchema, PAGE) });

const idsSchema = z.object({ items: firstEntries(z.object({ id: z.string() }), PAGE) });
const reasonSchema = z.object({ reason: z.string().optional() });
const errorSchema = z.object({
  error: z.object({
    errors: firstEntries(reasonSchema, MAX_REASONS).optional(),
    details: firstEntries(reasonSchema, MAX_REASONS).optional(),
  }),
});

const pageOf = (id: string) => `https://www.youtube.com/watch?v=${id}`;

const open: OpenSite = ({ apiUrl, key, files }, options) => {
  const api = createSourceApi({
    name: 'YouTube',
    url: apiUrl,
    // Sent as a header, since URLs appear in logs.
    headers: { 'x-goog-api-key': key },
    judge,
  });

  async function describe(ids: string[], signal: AbortSignal): Promise<FoundVideo[]> {
    if (ids.length === 0) return [];
    const params = new URLSearchParams({
      part: 'snippet,contentDetails,statistics,status',
      id: ids.join(','),
      maxResults: String(PAGE),
    });
    const { items } = await api.get(`/videos?${params}`, videosSchema, signal);
    const byId = new Map(items.filter((item) => item !== null).map((item) => [item.id, item]));
    return ids.flatMap((id) => {
      const item = byId.get(id);
      return item ? (toFound(item) ?? []) : [];
    });
  }

  return {
    freshMs: FRESH_MS,

    async search({ query, duration, license, cursor }, signal) {
      const params = new URLSearchParams({
        part: 'id',
        type: 'video',
        q: query,
        maxResults: String(PAGE),
        safeSearch: 'moderate',
        // YouTube's short, medium and long are our ranges: under 4 minutes, up to 20, over 20.
        ...(duration && { videoDuration: duration }),
        // Its only other licence reserves all rights.
        ...(license && { videoLicense: 'creativeCommon' }),
        ...(cursor !== null && { pageToken: cursor }),
      });
      const page = await api.get(`/search?${params}`, searchSchema, signal);
      const ids = page.items.flatMap((item) => item?.id.videoId ?? []);
      return {
        videos: await describe(ids, signal),
        next: page.nextPageToken ?? null,
        total: page.pageInfo?.totalResults ?? null,
      };
    },

    // A YouTube video never changes under its ID; it can only disappear.
    async revision(video, signal) {
      const params = new URLSearchParams({ part: 'id', id: video.sourceId });
      const response = await api.get(`/videos?${params}`, idsSchema, signal).catch((error: unknown) => {
        // The page may be available while the API is over its quota.
        if (error instanceof SourceError) return null;
        throw error;
      });
      if (response?.items.length === 0) {
        throw new StepError('gone', 'This video is no longer on YouTube.');
      }
      return [];
    },

    fetch: fetchFromPages(options, pageOf, files),
  };
};

/** YouTube, using its Data API v3. */
export const youtube: Site = { id: 'youtube', name: 'YouTube', alwaysListed: true, pageOf, open };

/** Returns `undefined` for live and upcoming videos: they have no file. */
function toFound({ id, snippet, contentDetails, statistics, status }: YouTubeVideo): FoundVideo | undefined {
  const durationMs = isoDurationMs(contentDetails.duration ?? '');
  if (durationMs === 0 || (snippet.liveBroadcastContent ?? 'none') !== 'none') return undefined;
  const { medium, high, default: small } = snippet.thumbnails ?? {};
  return {
    sourceId: id,
    title: snippet.title,
    description: snippet.description ?? null,
    thumbnail: (medium ?? high ?? small)?.url ?? null,
    url: null,
    durationMs,
    views: statistics?.viewCount ?? 'Unknown',
    channel: snippet.channelTitle ?? 'YouTube',
    license: LICENSES[status?.license ?? ''] ?? null,
  };
}

/** Parses durations such as P1DT2H3M4S, in which parts may be missing; returns 0 for invalid text. */
function isoDurationMs(text: string): number {
  const [, days = 0, hours = 0, minutes = 0, seconds = 0] =
    /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(text) ?? [];
  return (((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
}

function judge(status: number, body: unknown): 'refused' | 'quota' | undefined {
  const { error } = errorSchema.safeParse(body).data ?? {};
  const reasons = [...(error?.errors ?? []), ...(error?.details ?? [])].map((one) => one?.reason ?? '');
  if (reasons.some((reason) => QUOTA.has(reason))) return 'quota';
  return status === 400 && reasons.some((reason) => /^(keyInvalid|API_KEY_INVALID)$/.test(reason))
    ? 'refused'
    : undefined;
}
