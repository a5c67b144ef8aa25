import type { Ffmpeg } from '#core/ffmpeg/run.ts';
import type { Work } from '#core/fair-pool.ts';
import type { Backend } from '#core/backend.ts';

/** Enough for the largest picture that is taken; a file that wants more was made to. In bytes. */
const ADDRESS_BYTES = 2 * 2 ** 30;

export type MediaWorkParts = Pick<Backend, 'ffmpeg' | 'pools'>;

/**
 * Work by ffmpeg that a page waits for: each file's once, a little at a time, with little memory.
 * @throws TryLaterError when too much waits; the asker's reason when aborted; what `make` throws
 */
export function mediaWork<T>(
  { ffmpeg, pools }: MediaWorkParts,
  work: Work,
  make: (ffmpeg: Ffmpeg, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return pools.media.run(work, (signal) => make(ffmpeg.within({ addressBytes: ADDRESS_BYTES }), signal));
}
