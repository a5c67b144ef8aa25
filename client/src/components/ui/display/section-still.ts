import type { CSSProperties } from 'react';
import type { Section } from '#contract/sections.ts';

/** A storyboard's still is the last picture before the middle of its interval: so much before that, in seconds. */
const PICTURE_SECONDS = 0.04;

/**
 * Which still of a storyboard shows a section: of those within it the one nearest to the end of its first third, as first
 * moments are often black; for a section between two stills the nearer one. All in seconds.
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

type Storyboard = NonNullable<NonNullable<Section['preview']>['storyboard']>;

/** The background that shows one still of a storyboard in a place of its shape. */
export function storyboardStyle({ url, columns, rows }: Storyboard, still: number): CSSProperties {
  const column = still % columns;
  const row = Math.floor(still / columns);
  const along = (step: number, of: number): string => (of > 1 ? `${(step / (of - 1)) * 100}%` : '0%');
  return {
    backgroundImage: `url("${encodeURI(url)}")`,
    backgroundSize: `${columns * 100}% ${rows * 100}%`,
    backgroundPosition: `${along(column, columns)} ${along(row, rows)}`,
  };
}
