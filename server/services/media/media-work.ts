import type { Ffmpeg } from '#core/ffmpeg/run.ts';
import type { Work } from '#core/fair-pool.ts';
import type { Backend } from '#core/backend.ts';

/** Enough for the largest accepted picture; only a malicious file needs more. In bytes. */
const ADDRESS_BYTES = 2 * 2 ** 30;

export type MediaWorkParts = Pick<Backend, 'ffmpeg' | 'pools'>;

/**
 * The pool of each kind of ffmpeg's work: `media` reads pictures, `probes` takes seconds at most, and `sounds` decodes
 * whole files. They are apart, so that long work never holds the places of short work.
 */
type Pool = 'media' | 'probes' | 'sounds';

/**
 * ffmpeg's work that a page waits for: once for each file, a few at a time, with little memory.
 * @throws TryLaterError when too much waits; the caller's reason when aborted; errors of `make`
 */
export function mediaWork<T>(
  { ffmpeg, pools }: MediaWorkParts,
  work: Work,
  make: (ffmpeg: Ffmpeg, signal: AbortSignal) => Promise<T>,
  pool: Pool = 'media',
): Promise<T> {
  return pools[pool].run(work, (signal) => make(ffmpeg.within({ addressBytes: ADDRESS_BYTES }), signal));
}
