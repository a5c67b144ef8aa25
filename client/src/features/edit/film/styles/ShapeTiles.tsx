import type { ReactElement } from 'react';
import { type Aspect, ASPECTS, SHAPES } from '#contract/shapes.ts';
import { describeShape } from '../../section/look-names.ts';
import { PictureTiles } from './PictureTiles.tsx';

/** The longer side of a shape's rectangle, in rem. */
const SIDE = 1.75;

interface ShapeTilesProps {
  value: Aspect;
  onChange: (next: Aspect) => void;
}

/** The choice of the film's aspect ratio. Each option is a rectangle of that ratio. */
export function ShapeTiles({ value, onChange }: ShapeTilesProps): ReactElement {
  return (
    <PictureTiles
      legend="Aspect ratio"
      name="film-shape"
      options={ASPECTS}
      value={value}
      onChange={onChange}
      nameOf={describeShape}
      labelOf={(aspect) => aspect}
      gridClassName="grid-cols-4"
      renderPicture={(aspect) => {
        const { width, height } = SHAPES[aspect];
        const rem = SIDE / Math.max(width, height);
        return (
          <span
            className="border-fg group-has-checked:border-accent group-has-checked:bg-accent-soft rounded-[3px] border-2"
            style={{ width: `${rem * width}rem`, height: `${rem * height}rem` }}
          />
        );
      }}
    />
  );
}
