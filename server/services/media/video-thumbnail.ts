import { join } from 'node:path';
import { z } from 'zod';
import { StepError } from '#core/lib/errors.ts';
import { MediaError } from '#core/ffmpeg/errors.ts';
import { inputArgs } from '#core/ffmpeg/inputs.ts';
import type { Ffmpeg } from '#core/ffmpeg/run.ts';
import { readEnd, readStart } from '#core/media-sources/link/read-start.ts';
import type { Backend } from '#core/backend.ts';
import type { ArtifactFile } from '#core/repositories/media/artifacts.ts';
import type { VideoRow } from '#core/repositories/media/videos.ts';
import { artifactKey } from '#core/lib/artifact-key.ts';
import { withTimeout } from '#core/lib/with-timeout.ts';
import { imageFormatOf } from './inspect-upload.ts';
import { mediaWork } from './media-work.ts';
import { parseUrl } from '#core/lib/parse-url.ts';

const THUMBNAIL = { name: 'video-thumbnail', version: 2, result: z.object({}) };
const FILE = 'thumbnail.jpg';
/** The time limits of the site, and then of the conversion, in ms. */
const READ_MS = 20_000;
const MAKE_MS = 10_000;
/** A failed thumbnail is not requested again for this long, on any node, in ms. */
const AWAY_MS = 300_000;
/** The longest wait for a Redis that hangs, in ms. */
const REDIS_MS = 500;

type Parts = Pick<Backend, 'artifacts' | 'config' | 'ffmpeg' | 'pools' | 'redis' | 'sources'>;

/**
 * Makes a small image of a video once, from an image on its site, or from the start of the file. It is
 * re-encoded, so that no file of another site reaches a browser unchanged.
 * @returns its file; `null` if neither is available
 * @throws TryLaterError if too much work is waiting
 */
export async function videoThumbnail(
  parts: Parts,
  video: Pick<VideoRow, 'thumbnailUrl' | 'ownerId'>,
  { userId, signal }: { userId: string; signal: AbortSignal },
): Promise<ArtifactFile | null> {
  const { artifacts, pools, redis, config } = parts;
  const { thumbnailUrl: url, ownerId } = video;
  if (url === null) return null;
  const key = artifactKey(THUMBNAIL, [url, ownerId]);
  const cached = await artifacts.find(THUMBNAIL, key);
  if (cached) return cached.file(FILE);
  const awayKey = `${config.redisPrefix}:thumbnail-away:${key}`;
  return pools.sites.run({ key, userId, group: hostOf(url), signal }, async (taskSignal) => {
    // Without Redis, it is requested again.
    if (await withTimeout(REDIS_MS, redis.exists(awayKey)).catch(() => 0)) return null;
    try {
      return await fetchThumbnail(parts, { key, url, ownerId, userId }, taskSignal);
    } catch (error) {
      taskSignal.throwIfAborted();
      const expected = error instanceof StepError || error instanceof MediaError;
      if (!expected && (error as Error).name !== 'TimeoutError') throw error;
      await withTimeout(REDIS_MS, redis.set(awayKey, 1, 'PX', AWAY_MS)).catch(() => undefined);
      return null;
    }
  });
}

async function fetchThumbnail(
  parts: Parts,
  { key, url, ownerId, userId }: { key: string; url: string; ownerId: string | null; userId: string },
  signal: AbortSignal,
): Promise<ArtifactFile> {
  const { guard } = parts.sources;
  const built = await parts.artifacts.build(THUMBNAIL, key, ownerId, async (dir) => {
    const path = join(dir, 'start');
    const inTime = () => AbortSignal.any([signal, AbortSignal.timeout(READ_MS)]);
    const start = await readStart(guard, url, { path, signal: inTime() });
    const make = () =>
      mediaWork(parts, { key, userId, signal }, (ffmpeg, taskSignal) =>
        writePicture(ffmpeg, path, join(dir, FILE), taskSignal),
      );
    const end = async () =>
      start.totalBytes !== null &&
      !start.whole &&
      (await readEnd(guard, url, { path, totalBytes: start.totalBytes, signal: inTime() }));
    await make().catch(async (error: unknown) => {
      if (!(error instanceof MediaError) || signal.aborted || !(await end())) throw error;
      await make();
    });
    return { data: {}, files: [FILE] };
  });
  return built.file(FILE);
}

function hostOf(url: string): string {
  return parseUrl(url)?.host ?? url;
}

async function writePicture(ffmpeg: Ffmpeg, path: string, out: string, signal: AbortSignal): Promise<void> {
  const detected = await imageFormatOf(path);
  const format = detected === 'heif' ? undefined : detected;
  const input = inputArgs(path, { threads: 1, ...(format && { formats: format, format }) });
  // The filter `thumbnail` holds all frames in memory, so it receives small ones.
  const choose = format ? '' : ',thumbnail=24';
  const filter = `scale='min(640,iw)':-2:out_range=pc,format=yuvj420p${choose}`;
  const one = ['-map', '0:v:0', '-frames:v', '1', '-update', '1', '-map_metadata', '-1', '-f', 'image2'];
  await ffmpeg.run([...input, '-vf', filter, ...one, '-q:v', '4', `file:${out}`], {
    signal,
    timeoutMs: MAKE_MS,
  });
}
