import { useRef, type KeyboardEvent, type PointerEvent, type ReactElement } from 'react';
import { clsx } from 'clsx';
import { preciseTime } from '../../../lib/format.ts';
import type { Edge } from '../section/ranges.ts';

interface TrimHandleProps {
  edge: Edge;
  /** The position, in seconds of the video. */
  value: number;
  min: number;
  max: number;
  /** The edge's position in the strip, in percent. */
  left: number;
  /** The drag position of the edge, in pixels of the window. */
  onDrag: (clientX: number) => void;
  onDrop: () => void;
  onCancel: () => void;
  onChange: (time: number) => void;
}

const STEP = 0.1;
const LONG_STEP = 1;

/** The handle of one end of a section. It is dragged, or moved by the arrow keys: by 0.1 s, with Shift by 1 s. */
export function TrimHandle(props: TrimHandleProps): ReactElement {
  const { edge, value, min, max, left, onDrag, onDrop, onCancel, onChange } = props;
  // The distance of the pointer from the handle's edge, in pixels, so that the handle does not jump. `null` if
  // nothing is dragged.
  const offset = useRef<number | null>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') cancel();
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
    const { left: from, right } = event.currentTarget.getBoundingClientRect();
    offset.current = event.clientX - (edge === 'start' ? right : from);
  };
  const onPointerMove = (event: PointerEvent): void => {
    if (offset.current !== null) onDrag(event.clientX - offset.current);
  };
  const drop = (): void => {
    if (offset.current !== null) onDrop();
    offset.current = null;
  };
  const cancel = (): void => {
    if (offset.current !== null) onCancel();
    offset.current = null;
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
      onPointerUp={drop}
      onPointerCancel={cancel}
      style={{ left: `${left}%` }}
      className={clsx(
        'group absolute inset-y-0 flex w-6 cursor-ew-resize touch-none',
        // Each handle is outside its edge, so that the two never overlap.
        edge === 'start' ? '-translate-x-full justify-end' : 'justify-start',
      )}
    >
      <span
        className={clsx(
          'bg-trim grid h-full w-3 place-items-center',
          edge === 'start' ? 'rounded-l-md' : 'rounded-r-md',
        )}
      >
        <span className="h-6 w-0.5 rounded-full bg-black/60 group-hover:w-1" />
      </span>
    </div>
  );
}
