import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type RefObject,
} from 'react';
import { clsx } from 'clsx';
import { Move } from 'lucide-react';
import type { Bars } from '#contract/bars.ts';
import { isSameShape, withoutBars } from '#film/framing/framing.ts';
import { type Aspect, SHAPES } from '#contract/shapes.ts';
import { describeCrop, cropAxis, type PictureSize } from '../section/framing.ts';

interface CropHandleProps {
  /** The position of the crop, as in a Placement. */
  crop: number;
  /** The bars of the video, which are not part of the picture. */
  bars: Bars | undefined;
  aspect: Aspect;
  /** Previews a crop while the handle is dragged; `null` restores the earlier crop. */
  onDrag: (crop: number | null) => void;
  onChange: (crop: number) => void;
  /** Called for a press without a drag. */
  onPress: () => void;
}

const STEP = 0.02;
const LONG_STEP = 0.1;
/** The distance from which a press becomes a drag, in pixels. */
const SLACK = 4;

/**
 * Covers a picture that is cropped to fill the film. The picture is dragged, or moved by the arrow keys.
 * Renders nothing if picture and film have the same aspect ratio.
 */
export function CropHandle({ crop, bars, aspect, onDrag, onChange, onPress }: CropHandleProps): ReactElement {
  const over = useRef<HTMLDivElement>(null);
  const handle = useRef<HTMLDivElement>(null);
  const size = usePictureSize(over);
  const picture = size && withoutBars(size, bars);
  const drag = useRef<{ from: number; crop: number; to: number | null } | null>(null);
  const { width, height } = SHAPES[aspect];
  if (!picture || isSameShape(picture, { width, height })) return <div ref={over} hidden />;

  const along = cropAxis(picture, { width, height });
  const placeOf = (event: PointerEvent): number => (along === 'x' ? event.clientX : event.clientY);
  /** The difference between the picture's size and the frame's, in screen pixels. */
  const spare = (frame: Element): number => {
    const box = frame.getBoundingClientRect();
    const scale = Math.max(box.width / picture.width, box.height / picture.height);
    return along === 'x' ? picture.width * scale - box.width : picture.height * scale - box.height;
  };
  const cancel = (): void => {
    drag.current = null;
    onDrag(null);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') return cancel();
    const step = event.shiftKey ? LONG_STEP : STEP;
    const to = {
      ArrowLeft: crop - step,
      ArrowUp: crop - step,
      ArrowRight: crop + step,
      ArrowDown: crop + step,
      PageUp: crop - LONG_STEP,
      PageDown: crop + LONG_STEP,
      Home: 0,
      End: 1,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onChange(within(to));
  };
  const onPointerDown = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    // Escape and the arrow keys belong to the drag.
    event.preventDefault();
    handle.current?.focus({ preventScroll: true });
    drag.current = { from: placeOf(event), crop, to: null };
  };
  const onPointerMove = (event: PointerEvent): void => {
    const dragState = drag.current;
    if (!dragState) return;
    const moved = placeOf(event) - dragState.from;
    if (dragState.to === null && Math.abs(moved) < SLACK) return;
    dragState.to = within(dragState.crop - moved / spare(event.currentTarget));
    onDrag(dragState.to);
  };
  const onPointerUp = (): void => {
    const dragState = drag.current;
    if (!dragState) return;
    cancel();
    if (dragState.to === null) onPress();
    else onChange(dragState.to);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys have the handle in it
    <div
      ref={over}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={cancel}
      onDoubleClick={() => onChange(0.5)}
      className={clsx(
        'absolute inset-0 cursor-grab active:cursor-grabbing',
        // A swipe in the other direction still scrolls the page.
        along === 'x' ? 'touch-pan-y' : 'touch-pan-x',
      )}
    >
      <div
        ref={handle}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the picture itself is what is dragged
        role="slider"
        tabIndex={0}
        aria-label="Reframe the picture"
        aria-orientation={along === 'x' ? 'horizontal' : 'vertical'}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(crop * 100)}
        aria-valuetext={describeCrop(crop, along)}
        title="Drag to move the picture. Double-click to centre it."
        onKeyDown={onKeyDown}
        className="absolute top-1.5 left-1.5 grid size-11 place-items-center rounded-full bg-black/70 text-white focus-visible:outline-white in-data-slim:hidden"
      >
        <Move aria-hidden size={20} />
      </div>
    </div>
  );
}

/** Returns a crop in hundredths, between 0 and 1. */
const within = (crop: number): number => Math.round(Math.max(0, Math.min(1, crop)) * 100) / 100;

/** Returns the size of the video or image beside an element, in its own pixels; `null` until it is known. */
function usePictureSize(beside: RefObject<HTMLElement | null>): PictureSize | null {
  const [size, setSize] = useState<PictureSize | null>(null);
  useEffect(() => {
    const frame = beside.current?.closest('[data-film-picture]');
    if (!frame) return undefined;
    const off = new AbortController();
    const read = (): void => setSize(sizeIn(frame));
    // These do not bubble.
    const options = { capture: true, signal: off.signal };
    for (const name of ['load', 'loadedmetadata']) frame.addEventListener(name, read, options);
    read();
    return () => off.abort();
  }, [beside]);
  return size;
}

function sizeIn(frame: Element): PictureSize | null {
  const media = frame.querySelector('video, img:not([alt=""])');
  const [width, height] =
    media instanceof HTMLVideoElement
      ? [media.videoWidth, media.videoHeight]
      : media instanceof HTMLImageElement
        ? [media.naturalWidth, media.naturalHeight]
        : [0, 0];
  return width > 0 && height > 0 ? { width, height } : null;
}
