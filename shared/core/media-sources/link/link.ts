import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { StepError } from '../../lib/errors.ts';
import { MediaError } from '../../ffmpeg/errors.ts';
import { probeMedia } from '../../ffmpeg/probe.ts';
import type { Ffmpeg } from '../../ffmpeg/run.ts';
import type { Guard } from '../../guard/guard.ts';
import type { FoundVideo, VideoRow } from '../../repositories/media/videos.ts';
import type { MinRate } from '../../downloads/min-rate.ts';
import type { MediaFetcher } from '../source.ts';
import { isPage, noPageReader, notAVideo, refuseOtherTypes, refusePageStart, tooLarge } from './answers.ts';
import { download } from './download.ts';
import { inspectStart, plainTitle, type StartFacts, titleOfName } from './inspect-start.ts';
import { type ParsedLink, parseLink } from './parse-link.ts';
import { readEnd, readRevision, readStart, type FileStart } from './read-start.ts';
import type { PageReader } from './yt-dlp.ts';

const FRESH_MS = 7 * 86_400_000;
const FILE_NAME = 'source';

export interface LinkSource extends MediaFetcher {
  /**
   * Describes a link's video without downloading it. `dir` is an empty folder to work in.
   * @throws StepError with a sentence for the creator if there is no video, permanently or for now
   */
  look(link: ParsedLink, dir: string, signal: AbortSignal): Promise<FoundVideo>;
}

/** The medium-quality still of a YouTube video. */
export const youtubeStill = (videoId: string): string =>
  `https://img.youtube.com/vi/${videoId}/mqdefault.jpg`;

/** Returns the placeholder of a link whose site has not answered yet. */
export function placeholderOf({ site, sourceId, hostname, url }: ParsedLink): FoundVideo {
  return {
    sourceId,
    title: `Video from ${hostname}`,
    description: 'Manually added video',
    thumbnail: site === 'youtube' ? youtubeStill(sourceId) : null,
    url,
    durationMs: 0,
    views: 'Unknown',
    channel: 'User Added',
    license: null,
  };
}

/** The source "link": videos that users add by URL, as files or, with yt-dlp, pages. */
export function createLinkSource({
  guard,
  pages,
  ffmpeg,
  maxBytes,
  maxMs,
  minRate,
  maxDurationMs,
}: {
  guard: Guard;
  pages: PageReader;
  ffmpeg: Ffmpeg;
  maxBytes: number;
  maxMs: number;
  minRate: MinRate;
  maxDurationMs: number;
}): LinkSource {
  async function inPage<T>(read: () => Promise<T>): Promise<T> {
    if ((await pages.version()) === null) throw noPageReader();
    return read();
  }

  /** Known sites only have pages, no files. */
  async function fileOrPage<T>(
    { site }: ParsedLink,
    file: () => Promise<T>,
    page: () => Promise<T>,
  ): Promise<T> {
    if (site !== 'other') return inPage(page);
    try {
      return await file();
    } catch (error) {
      if (!isPage(error)) throw error;
      return inPage(page);
    }
  }

  async function inspectFile(link: ParsedLink, dir: string, signal: AbortSignal): Promise<FoundVideo> {
    const path = join(dir, FILE_NAME);
    const start = await readStart(guard, link.url, { path, signal });
    refuseOtherTypes(start.headers);
    if ((start.totalBytes ?? 0) > maxBytes) throw tooLarge(maxBytes);
    refusePageStart(await firstBytes(path));
    const inspected = await lookWithEnd(link.url, path, start, signal);
    const placeholder = placeholderOf(link);
    const title = inspected?.title ?? (start.name && titleOfName(start.name));
    return {
      ...placeholder,
      title: title ?? placeholder.title,
      durationMs: inspected?.durationMs ?? 0,
      // Its still is extracted on demand.
      thumbnail: inspected?.hasPicture ? link.url : null,
    };
  }

  /** Returns `null` if start and end are inconclusive although the site reports a video. */
  async function lookWithEnd(
    url: string,
    path: string,
    { totalBytes, whole, headers }: FileStart,
    signal: AbortSignal,
  ): Promise<StartFacts | null> {
    const inspect = () =>
      inspectStart(ffmpeg, path, { whole, signal }).catch((error: unknown) => {
        signal.throwIfAborted();
        if (error instanceof MediaError) return null;
        throw error;
      });
    const first = await inspect();
    if (first || whole || totalBytes === null) return first ?? refuseUnlessVideo(headers);
    const hasEnd = await readEnd(guard, url, { path, totalBytes, signal });
    return (hasEnd ? await inspect() : null) ?? refuseUnlessVideo(headers);
  }

  async function inspectPage(link: ParsedLink, dir: string, signal: AbortSignal): Promise<FoundVideo> {
    const page = await pages.describe(link.url, { dir, signal });
    const placeholder = placeholderOf(link);
    return {
      ...placeholder,
      title: plainTitle(page.title ?? '') ?? placeholder.title,
      description: page.description?.slice(0, 5000) || placeholder.description,
      thumbnail: page.thumbnail ?? placeholder.thumbnail,
      durationMs: Math.round((page.duration ?? 0) * 1000),
      channel: plainTitle(page.channel ?? page.uploader ?? '') ?? placeholder.channel,
    };
  }

  return {
    id: 'link',
    freshMs: FRESH_MS,

    look: (link, dir, signal) =>
      fileOrPage(
        link,
        () => inspectFile(link, dir, signal),
        () => inspectPage(link, dir, signal),
      ),

    async revision(video, signal) {
      const { site, url } = linkOf(video);
      const revision = site === 'other' ? await readRevision(guard, url, signal) : null;
      // A file without a validator is downloaded again each time.
      return [video.ownerId, revision ?? video.fetchedAt?.toISOString() ?? null];
    },

    async fetch(video, dir, signal, onProgress) {
      signal.throwIfAborted();
      const link = linkOf(video);
      const name = await fileOrPage(
        link,
        async () => {
          const path = join(dir, FILE_NAME);
          await download(guard, link.url, { path, maxBytes, maxMs, minRate, signal, onProgress });
          return FILE_NAME;
        },
        () => pages.fetch(link.url, { dir, signal, onProgress }),
      );
      const { video: picture, audio } = await probeMedia(ffmpeg, join(dir, name), { signal, maxDurationMs });
      if (!picture && !audio) throw notAVideo();
      return name;
    },
  };
}

function linkOf(video: VideoRow): ParsedLink {
  const link = video.url === null ? undefined : parseLink(video.url);
  if (!link) throw new StepError('gone', 'The address of this video is no longer known.');
  return link;
}

/** @throws StepError unless the site itself reports the file as a video */
function refuseUnlessVideo(headers: FileStart['headers']): null {
  if (/^(video|audio)\//.test(headers['content-type'] ?? '')) return null;
  throw notAVideo();
}

async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(256), 0, 256, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
