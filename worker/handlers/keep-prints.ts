import type { Scan } from '#contract/jobs/processing.ts';
import type { Backend } from '#core/backend.ts';
import { PICTURE_PRINTS, printsKeyOf } from '#core/repositories/media/picture-prints.ts';
import type { Built } from '#core/storage/artifact-store.ts';
import { printStoryboard } from '../media/picture-prints.ts';

/** Makes the fingerprints of a scan's stills, unless they exist. They have the same owner as the video. */
export async function keepPicturePrints(
  { artifacts, ffmpeg }: Backend,
  scan: Built<Scan>,
  { ownerId, signal }: { ownerId: string | null; signal: AbortSignal },
): Promise<void> {
  const { storyboard, durationMs } = scan.data;
  // A scan of an earlier version may have no stills.
  if (!storyboard || !scan.files.some(({ name }) => name === 'storyboard.jpg')) return;
  await artifacts.build(PICTURE_PRINTS, printsKeyOf(scan.key), ownerId, async (workDir) => {
    const storyboardPath = await scan.path('storyboard.jpg');
    const prints = await printStoryboard(storyboard, durationMs, { ffmpeg, storyboardPath, workDir, signal });
    return { data: { scanKey: scan.key, intervalMs: storyboard.intervalMs, prints }, files: [] };
  });
}
