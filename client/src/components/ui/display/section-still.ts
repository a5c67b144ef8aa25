import type { CSSProperties } from 'react';
import type { Section } from '#contract/sections.ts';

type Storyboard = NonNullable<NonNullable<Section['preview']>['storyboard']>;

/** Returns the background that shows one still of a storyboard in an area of its shape. */
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
