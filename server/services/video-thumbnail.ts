import { join } from 'node:path';
import { z } from 'zod';
import { FinalStepError, PassingStepError } from '#node/errors.ts';
import { MediaError } from '#node/ffmpeg/errors.ts';
import { inputArgs } from '#node/ffmpeg/inputs.ts';
import type { Ffmpeg } from '#node/ffmpeg/run.ts';
import { readEnd, readStart } from '#node/media-sources/link/read-start.ts';
import type { Platform } from '#node/platform.ts';
import type { VideoRow } from '#node/repositories/videos.ts';
import { artifactKey } from '#node/storage/artifact-store.ts';
import { imageFormatOf } from './look-at-upload.ts';

const THUMBNAIL = { name: 'video-thumbnail', version: 1, result: z.object({}) };
const FILE = 'thumbnail.jpg';
const MAKE_MS = 20_000;
/** What could not be had is not asked for again for so long, in ms. */
const AWAY_MS = 300_000;
const MAX_AWAY = 10_000;
/** Until when each is left alone, by its artifact's key. */
const away = new Map<string, number>();

type Parts = Pick<Platform, 'artifacts' | 'ffmpeg' | 'sources'>;

/**
 * A small picture of a video, made once of what its source shows: a picture elsewhere, or the start of the very
 * file. It is written anew, so that nothing of another site's reaches a browser as it came.
 * @returns its path; null when there is none to be had
 */
export async function videoThumbnail(
  { artifacts, ffmpeg, sources }: Parts,
  video: Pick<VideoRow, 'thumbnail_url' | 'owner_id'>,
  signal: AbortSignal,
): Promise<string | null> {
  const { thumbnail_url: url, owner_id: ownerId } = video;
  if (url === null) return null;
  const key = artifactKey(THUMBNAIL, [url, ownerId]);
  if ((away.get(key) ?? 0) > Date.now()) return null;
  const limited = AbortSignal.any([signal, AbortSignal.timeout(MAKE_MS)]);
  try {
    const built = await artifacts.build(THUMBNAIL, key, ownerId, async (dir) => {
      const path = join(dir, 'start');
      const start = await readStart(sources.guard, url, { path, signal: limited });
      const make = () => writePicture(ffmpeg, path, join(dir, FILE), limited);
      const end = async () =>
        start.totalBytes !== null &&
        !start.whole &&
        (await readEnd(sources.guard, url, { path, totalBytes: start.totalBytes, signal: limited }));
      await make().catch(async (error: unknown) => {
        if (!(error instanceof MediaError) || limited.aborted || !(await end())) throw error;
        await make();
      });
      return { data: {}, files: [FILE] };
    });
    return built.files[FILE]!;
  } catch (error) {
    signal.throwIfAborted();
    const expected = [FinalStepError, PassingStepError, MediaError].some((kind) => error instanceof kind);
    if (!expected && !limited.aborted) throw error;
    if (away.size >= MAX_AWAY) away.clear();
    away.set(key, Date.now() + AWAY_MS);
    return null;
  }
}

async function writePicture(ffmpeg: Ffmpeg, path: string, out: string, signal: AbortSignal): Promise<void> {
  const format = await imageFormatOf(path);
  const input = format ? inputArgs(path, { formats: format, format }) : inputArgs(path);
  const choose = format ? '' : 'thumbnail=24,';
  const filter = `${choose}scale='min(640,iw)':-2:out_range=pc,format=yuvj420p`;
  const one = ['-map', '0:v:0', '-frames:v', '1', '-update', '1', '-map_metadata', '-1', '-f', 'image2'];
  await ffmpeg.run([...input, '-vf', filter, ...one, '-q:v', '4', `file:${out}`], { signal });
}
