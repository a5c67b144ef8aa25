import type { AudioInfo } from '#core/ffmpeg/probe.ts';

/** Up to so many channels ffmpeg has a layout for each number. */
const GUESSED_CHANNELS = 8;

/**
 * Filters that mix channels to stereo where ffmpeg cannot: none for the layouts that it knows. Channels without a
 * layout, as of field recorders, are put to the left and the right in turn; of ambisonics two sides are left.
 */
export function mixFilters({ channels, layout }: Pick<AudioInfo, 'channels' | 'layout'>): string[] {
  if (layout?.startsWith('ambisonic')) return ['pan=stereo|c0=0.5*c0+0.5*c1|c1=0.5*c0-0.5*c1'];
  if (layout !== undefined || channels <= GUESSED_CHANNELS) return [];
  const every = (first: number) =>
    Array.from({ length: Math.ceil((channels - first) / 2) }, (_, index) => `c${first + 2 * index}`).join(
      '+',
    );
  // "<" keeps the sum of all from clipping.
  return [`pan=stereo|c0<${every(0)}|c1<${every(1)}`];
}
