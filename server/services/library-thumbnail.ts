import { join } from 'node:path';
import { z } from 'zod';
import { inputArgs } from '#node/ffmpeg/inputs.ts';
import type { Ffmpeg } from '#node/ffmpeg/run.ts';
import { type ArtifactStore, artifactKey } from '#node/storage/artifact-store.ts';

const THUMBNAIL = { name: 'library-thumbnail', version: 1, result: z.object({}) };

/** A still of a library video, made once per version of its file; gives its path. */
export async function libraryThumbnail(
  { artifacts, ffmpeg }: { artifacts: ArtifactStore; ffmpeg: Ffmpeg },
  source: { path: string; revision: string; durationMs: number },
  signal: AbortSignal,
): Promise<string> {
  const key = artifactKey(THUMBNAIL, [source.revision]);
  const built = await artifacts.build(THUMBNAIL, key, null, async (dir) => {
    const input = inputArgs(source.path, { seekMs: Math.round(source.durationMs * 0.2) });
    const filter = ['-frames:v', '1', '-vf', 'scale=640:-2', '-q:v', '4'];
    await ffmpeg.run([...input, ...filter, join(dir, 'thumbnail.jpg')], { signal });
    return { data: {}, files: ['thumbnail.jpg'] };
  });
  return built.files['thumbnail.jpg']!;
}
