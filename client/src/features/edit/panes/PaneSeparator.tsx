import { useRef, type KeyboardEvent, type PointerEvent, type ReactElement } from 'react';
import { clsx } from 'clsx';
import { remInPixels } from './use-window-size.ts';

interface PaneSeparatorProps {
  /** The name of the pane whose width changes. */
  label: string;
  /** The ID of the pane's element. */
  controls: string;
  /** The side of the separator on which the pane is. */
  side: 'left' | 'right';
  /** The pane's width and its limits, in rem. */
  value: number;
  min: number;
  max: number;
  /** Called while the width changes. */
  onChange: (width: number) => void;
  /** Called with the final width, or with `null` for the default width. */
  onCommit: (width: number | null) => void;
}

const STEP = 1;
const LONG_STEP = 4;

/**
 * The separator between two panes. It is dragged, or moved by the arrow keys (with Shift in longer steps),
 * Home and End. A double click or Enter restores the default width.
 */
export function PaneSeparator(props: PaneSeparatorProps): ReactElement {
  const { label, controls, side, value, min, max, onChange, onCommit } = props;
  /** The start of a drag. `to` is the current width, or `null` before the pointer moved. */
  const drag = useRef<{ clientX: number; from: number; to: number | null } | null>(null);
  const fit = (width: number): number => Math.max(min, Math.min(max, width));
  const outwards = side === 'left' ? 1 : -1;

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Escape') cancel();
    const step = (event.shiftKey ? LONG_STEP : STEP) * outwards;
    const to = { ArrowLeft: value - step, ArrowRight: value + step, Home: min, End: max }[event.key];
    if (to === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    onCommit(to === undefined ? null : fit(to));
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    // A drag must not select text. The focus lets the keys move the same separator.
    event.preventDefault();
    event.currentTarget.focus();
    drag.current = { clientX: event.clientX, from: value, to: null };
  };
  const onPointerMove = ({ clientX }: PointerEvent): void => {
    const dragState = drag.current;
    if (!dragState) return;
    dragState.to = fit(dragState.from + ((clientX - dragState.clientX) / remInPixels()) * outwards);
    onChange(dragState.to);
  };
  const onPointerUp = (): void => {
    const to = drag.current?.to ?? null;
    drag.current = null;
    if (to !== null) onCommit(to);
  };
  const cancel = (): void => {
    if (drag.current) onChange(drag.current.from);
    drag.current = null;
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator that is focusable is a widget
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a line between paragraphs cannot be moved
      role="separator"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a separator that is focusable is a widget
      tabIndex={0}
      aria-label={label}
      aria-orientation="vertical"
      aria-controls={controls}
      aria-valuemin={inPixels(min)}
      aria-valuemax={inPixels(max)}
      aria-valuenow={inPixels(value)}
      aria-valuetext={`${inPixels(value)} pixels`}
      title="Drag to resize. Double-click to reset."
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={cancel}
      onDoubleClick={() => onCommit(null)}
      className={clsx(
        'group relative flex cursor-col-resize touch-none items-center justify-center rounded-sm',
        'focus-visible:outline-offset-0',
      )}
    >
      <span className="bg-line-strong group-hover:bg-accent group-active:bg-accent group-focus-visible:bg-accent h-8 w-1 rounded-full transition-[height] duration-[120ms] group-hover:h-16 group-active:h-full" />
    </div>
  );
}

const inPixels = (width: number): number => Math.round(width * remInPixels());
