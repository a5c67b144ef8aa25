import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { probeMedia } from '#core/ffmpeg/probe.ts';
import { makeWorkingCopy, needsWorkingCopy } from '../../../worker/media/working-copy.ts';
import { testFfmpeg } from '../media/lavfi.ts';

/**
 * Returns the file that the worker's steps read for a video: the file itself or its working copy.
 * @param dir a folder for the copy, created if missing
 */
export async function fileForSteps(source: string, dir: string): Promise<{ path: string; isCopy: boolean }> {
  const ffmpeg = testFfmpeg();
  const probe = await probeMedia(ffmpeg, source);
  if (!(await needsWorkingCopy({ ffmpeg, source, probe }))) return { path: source, isCopy: false };
  await mkdir(dir, { recursive: true });
  const outFile = join(dir, 'copy.mkv');
  await makeWorkingCopy({ ffmpeg, source, probe, video: probe.video!, outFile });
  return { path: outFile, isCopy: true };
}
