import type { Ffmpeg } from '#core/ffmpeg/run.ts';
import type { Work } from '#core/fair-pool.ts';
import type { Backend } from '#core/backend.ts';

/** Enough for the largest accepted picture; only a malicious file needs more. In bytes. */
const ADDRESS_BYTES = 2 * 2 ** 30;

export type MediaWorkParts = Pick<Backend, 'ffmpeg' | 'pools'>;

/**
 * ffmpeg's work that a page waits for: once for each file, a few at a time, with little memory.
 * @throws TryLaterError when too much waits; the caller's reason when aborted; errors of `make`
 */
export function mediaWork<T>(
  { ffmpeg, pools }: MediaWorkParts,
  work: Work,
  make: (ffmpeg: Ffmpeg, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return pools.media.run(work, (signal) => make(ffmpeg.within({ addressBytes: ADDRESS_BYTES }), signal));
}
