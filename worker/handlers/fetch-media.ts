import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fetchMedia } from '#contract/jobs/processing.ts';
import { FinalStepError } from '#node/errors.ts';
import { getVideo, setFetched } from '#node/repositories/videos.ts';
import { artifactKey } from '#node/storage/artifact-store.ts';
import type { Handler } from './handler.ts';

/** Brings a video's file and its subtitles into the object store, keyed by where they are from and which version. */
export const handleFetchMedia: Handler<'fetch-media'> = async ({ platform, input, signal, report }) => {
  const { db, artifacts, sources } = platform;
  const video = await getVideo(db, input.videoId);
  const source = sources.find(video.source);
  if (!source) throw new FinalStepError('no_source', `Videos of "${video.source}" cannot be fetched here.`);
  const key = artifactKey(fetchMedia, [source.id, video.source_id, ...(await source.revision(video))]);
  const built = await artifacts.build(fetchMedia, key, video.owner_id, async (dir) => {
    const fileName = await source.fetch(video, dir, signal, (fraction) => report(fraction * 0.9));
    const path = join(dir, fileName);
    const sha256 = await hashOf(path, signal);
    const { size } = await stat(path);
    const subtitles = [];
    for (const file of (await source.fetchSubtitles?.(video, dir)) ?? []) {
      subtitles.push({ ...file, sha256: await hashOf(join(dir, file.fileName), signal) });
    }
    const files = [fileName, ...subtitles.map((file) => file.fileName)];
    return { data: { sha256, bytes: size, fileName, subtitles }, files };
  });
  await setFetched(db, video.id, built.key);
  return built;
};

async function hashOf(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash, { signal });
  return hash.digest('hex');
}
