import type { ReactElement, ReactNode } from 'react';
import { clsx } from 'clsx';

interface PictureTilesProps<T extends string> {
  legend: string;
  /** The name that the radio buttons share. */
  name: string;
  options: readonly T[];
  value: T;
  onChange: (next: T) => void;
  /** The accessible name of an option. */
  nameOf: (option: T) => string;
  /** The visible name of an option; by default the accessible one. */
  labelOf?: (option: T) => string;
  renderPicture: (option: T) => ReactNode;
  /** The number of columns. */
  gridClassName: string;
  pictureClassName?: string;
}

/** A choice among a few options. Each option is a tile with a picture above its name. */
export function PictureTiles<T extends string>(props: PictureTilesProps<T>): ReactElement {
  const { legend, name, options, value, onChange, nameOf, labelOf = nameOf, renderPicture } = props;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <div className={clsx('grid gap-2', props.gridClassName)}>
        {options.map((option) => (
          <label key={option} className="group relative block cursor-pointer text-center text-xs">
            {/* The invisible control covers the tile. */}
            <input
              type="radio"
              name={name}
              value={option}
              checked={option === value}
              aria-label={nameOf(option)}
              onChange={() => onChange(option)}
              className="absolute inset-0 z-1 cursor-pointer opacity-0"
            />
            <span
              aria-hidden
              className={clsx(
                'border-line group-hover:border-line-strong group-has-checked:border-accent group-has-checked:ring-accent group-has-focus-visible:outline-accent mb-1 grid h-12 place-items-center overflow-hidden rounded-md border group-has-checked:ring-1 group-has-focus-visible:outline-2 group-has-focus-visible:outline-offset-2',
                props.pictureClassName,
              )}
            >
              {renderPicture(option)}
            </span>
            <span aria-hidden className="tabular-nums">
              {labelOf(option)}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
