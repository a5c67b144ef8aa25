import { fetchMedia, type Scan, scanMedia } from '#contract/jobs/processing.ts';
import { StepError } from '#core/errors.ts';
import type { Backend } from '#core/backend.ts';
import { scanKeyOf } from '#core/repositories/projects/sections.ts';
import type { VideoRow } from '#core/repositories/media/videos.ts';
import type { Built } from '#core/storage/artifact-store.ts';

/** A fetched video's file and its files of subtitles: paths and properties. */
export async function fetchedFile({ artifacts }: Backend, fetchKey: string | null) {
  const fetched = fetchKey ? await artifacts.find(fetchMedia, fetchKey) : undefined;
  if (!fetched)
    throw new StepError('gone', 'The file of this video no longer exists. Please process it again.');
  const { fileName, sha256, subtitles } = fetched.data;
  return {
    path: fetched.files[fileName]!,
    sha256,
    subtitles: subtitles.map((file) => ({ ...file, path: fetched.files[file.fileName]! })),
  };
}

/** A fetched video's scan, with its files. */
export async function scanOf(backend: Backend, video: Pick<VideoRow, 'fetch_key'>): Promise<Built<Scan>> {
  const { sha256 } = await fetchedFile(backend, video.fetch_key);
  const scan = await backend.artifacts.find(scanMedia, scanKeyOf(sha256));
  if (!scan)
    throw new StepError('gone', 'The analysis of this video no longer exists. Please process it again.');
  return scan;
}
