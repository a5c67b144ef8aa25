import type { AudioInfo } from '#core/ffmpeg/probe.ts';

/** ffmpeg has a layout for each number of channels up to this one. */
const GUESSED_CHANNELS = 8;

/**
 * Returns filters that mix channels to stereo if ffmpeg cannot; none for the layouts that it knows. Channels
 * without a layout, as from field recorders, alternate between left and right. Of ambisonics, two sides
 * remain.
 */
export function mixFilters({ channels, layout }: Pick<AudioInfo, 'channels' | 'layout'>): string[] {
  if (layout?.startsWith('ambisonic')) return ['pan=stereo|c0=0.5*c0+0.5*c1|c1=0.5*c0-0.5*c1'];
  if (layout !== undefined || channels <= GUESSED_CHANNELS) return [];
  const every = (first: number) =>
    Array.from({ length: Math.ceil((channels - first) / 2) }, (_, index) => `c${first + 2 * index}`).join(
      '+',
    );
  // "<" prevents the sum of all channels from clipping.
  return [`pan=stereo|c0<${every(0)}|c1<${every(1)}`];
}
