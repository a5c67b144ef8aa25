import { join } from 'node:path';
import { z } from 'zod';
import { inputArgs } from '#core/ffmpeg/inputs.ts';
import type { Backend } from '#core/backend.ts';
import { artifactKey } from '#core/lib/artifact-key.ts';
import type { ArtifactFile } from '#core/repositories/media/artifacts.ts';
import { mediaWork } from './media-work.ts';

const THUMBNAIL = { name: 'library-thumbnail', version: 1, result: z.object({}) };

/** Makes a still of a video whose file is on this machine, once per version of the file. Returns its file. */
export async function libraryThumbnail(
  parts: Pick<Backend, 'artifacts' | 'ffmpeg' | 'pools'>,
  source: { path: string; revision: string; durationMs: number; ownerId?: string | null },
  asker: { userId: string; signal: AbortSignal },
): Promise<ArtifactFile> {
  const { artifacts } = parts;
  const key = artifactKey(THUMBNAIL, [source.revision]);
  const stored = await artifacts.find(THUMBNAIL, key);
  const built =
    stored ??
    (await mediaWork(parts, { key, ...asker }, (ffmpeg, signal) =>
      artifacts.build(THUMBNAIL, key, source.ownerId ?? null, async (dir) => {
        const seekMs = Math.round(source.durationMs * 0.2);
        const input = inputArgs(source.path, { seekMs, threads: 1 });
        const filter = ['-frames:v', '1', '-vf', 'scale=640:-2', '-q:v', '4'];
        await ffmpeg.run([...input, ...filter, join(dir, 'thumbnail.jpg')], { signal });
        return { data: {}, files: ['thumbnail.jpg'] };
      }),
    ));
  return built.file('thumbnail.jpg');
}
