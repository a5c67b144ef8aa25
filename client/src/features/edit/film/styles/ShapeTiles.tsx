import type { ReactElement } from 'react';
import { clsx } from 'clsx';
import { type Aspect, ASPECTS, SHAPES } from '#contract/shapes.ts';
import { shapeWords } from '../../section/look-names.ts';
import { TILE_INPUT, TILE_PICTURE } from './tile-class.ts';

/** The longer side of a shape's rectangle, in rem. */
const SIDE = 1.75;

/** The shapes of films, each as a rectangle of this shape. */
export function ShapeTiles({
  value,
  onChange,
}: {
  value: Aspect;
  onChange: (next: Aspect) => void;
}): ReactElement {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">Aspect ratio</legend>
      <div className="grid grid-cols-4 gap-2">
        {ASPECTS.map((aspect) => {
          const { width, height } = SHAPES[aspect];
          const longer = Math.max(width, height);
          return (
            <label key={aspect} className="group relative block cursor-pointer text-center text-xs">
              <input
                type="radio"
                name="film-shape"
                value={aspect}
                checked={aspect === value}
                aria-label={shapeWords(aspect)}
                onChange={() => onChange(aspect)}
                className={TILE_INPUT}
              />
              <span aria-hidden className={clsx(TILE_PICTURE, 'mb-1 grid h-12 place-items-center')}>
                <span
                  className="border-fg group-has-checked:border-accent group-has-checked:bg-accent-soft rounded-[3px] border-2"
                  style={{ width: `${(SIDE * width) / longer}rem`, height: `${(SIDE * height) / longer}rem` }}
                />
              </span>
              <span aria-hidden className="tabular-nums">
                {aspect}
              </span>
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
