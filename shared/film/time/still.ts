import type { Section } from '#contract/sections.ts';

/**
 * A storyboard's still is the last frame before the middle of its interval. This is its distance from the
 * middle, in seconds.
 */
const PICTURE_SECONDS = 0.04;

/**
 * Returns which still of a storyboard shows a section, with all times in seconds. Among the stills within the
 * section it is the one nearest to the end of the first third, since first moments are often black. For a
 * section between two stills it is the nearer one.
 */
export function stillOf(
  { startTime, endTime }: Pick<Section, 'startTime' | 'endTime'>,
  videoLength: number,
  interval: number,
): number {
  const outside = (still: number) => {
    const at = Math.min((still + 0.5) * interval, videoLength) - PICTURE_SECONDS;
    return Math.max(startTime - at, at - endTime, 0);
  };
  const last = Math.ceil(videoLength / interval) - 1;
  const near = Math.min(last, Math.floor((startTime + (endTime - startTime) / 3) / interval));
  const others = [near - 1, near + 1].filter((still) => still >= 0 && still <= last);
  return others.reduce((best, still) => (outside(still) < outside(best) ? still : best), near);
}
