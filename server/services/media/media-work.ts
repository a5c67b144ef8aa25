import type { Ffmpeg } from '#core/ffmpeg/run.ts';
import type { Work } from '#core/lib/fair-pool.ts';
import type { Backend } from '#core/backend.ts';

/** Enough for the largest accepted image; only a malicious file needs more. In bytes. */
const ADDRESS_BYTES = 2 * 2 ** 30;

export type MediaWorkParts = Pick<Backend, 'ffmpeg' | 'pools'>;

/**
 * The pool of each kind of ffmpeg work: `media` reads images, `probes` take at most seconds, and `sounds`
 * decode whole files. They are separate, so that long work never delays short work.
 */
type Pool = 'media' | 'probes' | 'sounds';

/**
 * Runs ffmpeg work that a page waits for: once for each file, a few at a time, with little memory.
 * @throws TryLaterError if too much work is waiting; the caller's reason if aborted; errors of `make`
 */
export function mediaWork<T>(
  { ffmpeg, pools }: MediaWorkParts,
  work: Work,
  make: (ffmpeg: Ffmpeg, signal: AbortSignal) => Promise<T>,
  pool: Pool = 'media',
): Promise<T> {
  return pools[pool].run(work, (signal) => make(ffmpeg.within({ addressBytes: ADDRESS_BYTES }), signal));
}
