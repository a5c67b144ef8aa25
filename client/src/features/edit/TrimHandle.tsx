import type { KeyboardEvent, PointerEvent, ReactElement } from 'react';
import { clsx } from 'clsx';
import { preciseTime } from '../../lib/format.ts';
import type { Edge } from './ranges.ts';

interface TrimHandleProps {
  edge: Edge;
  /** Seconds of the video. */
  value: number;
  min: number;
  max: number;
  /** Where the edge stands in the strip, in percent. */
  left: number;
  onDrag: (clientX: number) => void;
  onDrop: () => void;
  onChange: (time: number) => void;
}

const STEP = 0.1;
const LONG_STEP = 1;

/** One end of a section: dragged, or moved by the arrows (a tenth of a second, with Shift a whole one). */
export function TrimHandle(props: TrimHandleProps): ReactElement {
  const { edge, value, min, max, left, onDrag, onDrop, onChange } = props;
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.shiftKey ? LONG_STEP : STEP;
    const to = {
      ArrowLeft: value - step,
      ArrowDown: value - step,
      ArrowRight: value + step,
      ArrowUp: value + step,
      PageDown: value - LONG_STEP,
      PageUp: value + LONG_STEP,
      Home: min,
      End: max,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onChange(to);
  };
  const onPointerDown = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const onPointerMove = (event: PointerEvent): void => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) onDrag(event.clientX);
  };
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- two of them stand on one strip
      role="slider"
      tabIndex={0}
      aria-label={edge === 'start' ? 'In point' : 'Out point'}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={preciseTime(value)}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onDrop}
      onPointerCancel={onDrop}
      style={{ left: `${left}%` }}
      className={clsx(
        'absolute inset-y-0 flex w-6 cursor-ew-resize touch-none',
        // Each lies outside its edge, so that the two never cover one another.
        edge === 'start' ? '-translate-x-full justify-end' : 'justify-start',
      )}
    >
      <span
        className={clsx(
          'bg-trim grid h-full w-3 place-items-center',
          edge === 'start' ? 'rounded-l-md' : 'rounded-r-md',
        )}
      >
        <span className="h-6 w-0.5 rounded-full bg-black/60" />
      </span>
    </div>
  );
}
