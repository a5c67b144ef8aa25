import { fetchMedia, type Scan, scanMedia } from '#contract/jobs/processing.ts';
import { FinalStepError } from '#node/errors.ts';
import type { Platform } from '#node/platform.ts';
import { scanKeyOf } from '#node/repositories/sections.ts';
import type { VideoRow } from '#node/repositories/videos.ts';
import type { Built } from '#node/storage/artifact-store.ts';

/** A fetched video's file: its path and what it is. */
export async function fetchedFile({ artifacts }: Platform, fetchKey: string | null) {
  const fetched = fetchKey ? await artifacts.find(fetchMedia, fetchKey) : undefined;
  if (!fetched) throw new FinalStepError('gone', 'The file of this video is gone. Please process it again.');
  return { path: fetched.files[fetched.data.fileName]!, sha256: fetched.data.sha256 };
}

/** A fetched video's scan, with its files. */
export async function scanOf(platform: Platform, video: Pick<VideoRow, 'fetch_key'>): Promise<Built<Scan>> {
  const { sha256 } = await fetchedFile(platform, video.fetch_key);
  const scan = await platform.artifacts.find(scanMedia, scanKeyOf(sha256));
  if (!scan) throw new FinalStepError('gone', 'The analysis of this video is gone. Please process it again.');
  return scan;
}
