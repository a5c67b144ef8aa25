import { join } from 'node:path';
import { z } from 'zod';
import { fetchMedia } from '#contract/jobs/processing.ts';
import { HIT_PREVIEW_PICTURES } from '#contract/videos.ts';
import { MediaError } from '#core/ffmpeg/errors.ts';
import { inputArgs } from '#core/ffmpeg/inputs.ts';
import type { Backend } from '#core/backend.ts';
import type { ArtifactFile } from '#core/repositories/media/artifacts.ts';
import type { VideoRow } from '#core/repositories/media/videos.ts';
import { artifactKey } from '#core/lib/artifact-key.ts';
import { ignoreMissingFile } from '#core/storage/storage.ts';
import { mediaWork } from './media-work.ts';

const PREVIEW = { name: 'video-preview', version: 1, result: z.object({}) };
const FILE = 'preview.jpg';
/** The size of one still, in pixels. */
const [WIDTH, HEIGHT] = [480, 270];

/** A file on this machine, and the identity of its version. */
interface LocalMedia {
  path: string;
  revision: string;
  durationMs: number;
  ownerId: string | null;
}

type Parts = Pick<Backend, 'artifacts' | 'ffmpeg' | 'pools' | 'sources'>;

/**
 * Returns a strip of stills of a video whose media are on this server: of the library, or uploaded. It is
 * made when its hit is first shown, from eight short reads of the file.
 * @returns its file; `null` if its media are not here, or no preview can be made of them
 * @throws TryLaterError if too much work is waiting
 */
export async function videoPreview(
  parts: Parts,
  video: VideoRow,
  asker: { userId: string; signal: AbortSignal },
): Promise<ArtifactFile | null> {
  const { artifacts } = parts;
  const media = await localMediaOf(parts, video);
  if (!media) return null;
  const key = artifactKey(PREVIEW, [media.revision]);
  const cached = await artifacts.find(PREVIEW, key);
  if (cached) return cached.file(FILE);
  try {
    const built = await mediaWork(parts, { key, ...asker }, (ffmpeg, signal) =>
      artifacts.build(PREVIEW, key, media.ownerId, async (dir) => {
        await ffmpeg.run([...stripOf(media), `file:${join(dir, FILE)}`], { signal });
        return { data: {}, files: [FILE] };
      }),
    );
    return built.file(FILE);
  } catch (error) {
    if (error instanceof MediaError && error.code !== 'aborted') return null;
    throw error;
  }
}

/** ffmpeg's arguments, without the output file. */
function stripOf({ path, durationMs }: LocalMedia): string[] {
  const indices = Array.from({ length: HIT_PREVIEW_PICTURES }, (_, index) => index);
  const inputs = indices.flatMap((index) =>
    inputArgs(path, {
      threads: 1,
      seekMs: Math.floor((durationMs * (index + 0.5)) / HIT_PREVIEW_PICTURES),
    }),
  );
  const fit = `scale=${WIDTH}:${HEIGHT}:force_original_aspect_ratio=decrease,pad=${WIDTH}:${HEIGHT}:-1:-1,setsar=1`;
  const pictures = indices.map((index) => `[${index}:v:0]${fit},format=yuvj420p[p${index}]`).join(';');
  const names = indices.map((index) => `[p${index}]`).join('');
  const strip = `${pictures};${names}hstack=inputs=${HIT_PREVIEW_PICTURES}[strip]`;
  const one = ['-map', '[strip]', '-frames:v', '1', '-update', '1', '-map_metadata', '-1', '-q:v', '5'];
  return [...inputs, '-filter_complex', strip, ...one];
}

/** Returns the file of a video of the library, or of an upload; `null` if it is not here. */
export async function localMediaOf(
  { artifacts, sources }: Pick<Parts, 'artifacts' | 'sources'>,
  video: VideoRow,
): Promise<LocalMedia | null> {
  if (video.source === 'library') {
    const file = await sources.library.thumbnailSource(video.sourceId);
    return file ? { ...file, ownerId: null } : null;
  }
  if (video.source !== 'upload' || video.fetchKey === null) return null;
  const fetched = await artifacts.find(fetchMedia, video.fetchKey);
  const name = fetched?.files[0]?.name;
  const path = name && (await fetched?.path(name).catch(ignoreMissingFile));
  return path
    ? { path, revision: video.fetchKey, durationMs: video.durationMs, ownerId: video.ownerId }
    : null;
}
