import { fetchMedia, type Scan, scanMedia } from '#contract/jobs/processing.ts';
import { StepError } from '#node/errors.ts';
import type { Platform } from '#node/platform.ts';
import { scanKeyOf } from '#node/repositories/sections.ts';
import type { VideoRow } from '#node/repositories/videos.ts';
import type { Built } from '#node/storage/artifact-store.ts';

/** A fetched video's file and its files of subtitles: their paths and what they are. */
export async function fetchedFile({ artifacts }: Platform, fetchKey: string | null) {
  const fetched = fetchKey ? await artifacts.find(fetchMedia, fetchKey) : undefined;
  if (!fetched) throw new StepError('gone', 'The file of this video is gone. Please process it again.');
  const { fileName, sha256, subtitles } = fetched.data;
  return {
    path: fetched.files[fileName]!,
    sha256,
    subtitles: subtitles.map((file) => ({ ...file, path: fetched.files[file.fileName]! })),
  };
}

/** A fetched video's scan, with its files. */
export async function scanOf(platform: Platform, video: Pick<VideoRow, 'fetch_key'>): Promise<Built<Scan>> {
  const { sha256 } = await fetchedFile(platform, video.fetch_key);
  const scan = await platform.artifacts.find(scanMedia, scanKeyOf(sha256));
  if (!scan) throw new StepError('gone', 'The analysis of this video is gone. Please process it again.');
  return scan;
}
