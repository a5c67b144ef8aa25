import { rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { StepError } from '../../lib/errors.ts';
import { MediaError } from '../../ffmpeg/errors.ts';
import { inputArgs, words } from '../../ffmpeg/inputs.ts';
import { probeMedia } from '../../ffmpeg/probe.ts';
import type { Ffmpeg } from '../../ffmpeg/run.ts';

/** Streams are only copied, so little memory is needed, in bytes. */
const ADDRESS_BYTES = 2 * 2 ** 30;
const JOINED = 'source.mkv';
const TOO_LARGE = 'This video is too large.';

/**
 * Joins the separate files of a site into one: the video, and its audio if that is separate. Our own guarded
 * ffmpeg does it, since the files are untrusted.
 * @param names file names in the folder, the video first
 * @returns the name of the joined file; the others are removed
 * @throws StepError if they are not video and audio, or are too large together
 */
export async function joinStreams(
  ffmpeg: Ffmpeg,
  dir: string,
  names: [string, ...string[]],
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
): Promise<string> {
  const [picture, sound] = names;
  if (sound === undefined) return picture;
  const files = [join(dir, picture), join(dir, sound)];
  const sizes = await Promise.all(files.map((file) => stat(file)));
  if (sizes.reduce((sum, { size }) => sum + size, 0) > maxBytes) throw new StepError('too_large', TOO_LARGE);
  const bounded = ffmpeg.within({ addressBytes: ADDRESS_BYTES, fileBytes: maxBytes });
  try {
    // Some video files include audio, which is then used.
    const { audio } = await probeMedia(bounded, files[0]!, { signal });
    if (audio === null) {
      const inputs = files.flatMap((file) => inputArgs(file));
      const copied = words('-map 0:v:0 -map 1:a:0 -map_metadata -1 -c copy -f matroska');
      const out = join(dir, `joined-${JOINED}`);
      await bounded.run([...inputs, ...copied, `file:${out}`], { signal });
      await Promise.all(files.map((file) => rm(file)));
      await rename(out, join(dir, JOINED));
      return JOINED;
    }
    await rm(files[1]!);
    return picture;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof MediaError) || error.code === 'disk_full') throw error;
    throw new StepError('refused', 'The file at this link is not a readable video.', {
      cause: error,
    });
  }
}
