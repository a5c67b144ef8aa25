import {
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type RefObject,
} from 'react';
import {
  clampLeft,
  clampScale,
  fitScale,
  openingScale,
  revealed,
  type Room,
  zoomAround,
} from './geometry.ts';
import type { Span } from '../../section/ranges.ts';

/** What is rendered changes with each of these distances that the strip is scrolled by, in pixels. */
const STEP = 256;
/** What is rendered beside the visible part, in pixels. */
const SPARE = 256;
/** One step of the zoom keys and buttons. */
export const ZOOM_STEP = 1.5;
const LINE_PX = 16;
/** The most of one turn of the wheel that zooms, in pixels. */
const MOST_TURN = 40;

export interface StripView {
  /** Pixels per second of the film. */
  scale: number;
  /** The width of the viewport in pixels; 0 before it is known. */
  width: number;
  /** The pixels of the strip that are rendered. */
  rendered: Span;
  /** How far the strip is scrolled, and where its viewport begins in the window, in pixels. */
  left: () => number;
  edge: () => number;
  /** The second of the film at a pixel of the window. */
  secondAt: (clientX: number) => number;
  scrollTo: (left: number) => void;
  /** Scrolls as little as shows a range of pixels of the strip. */
  reveal: (range: Span) => void;
  /** Zooms around a pixel of the viewport, by default its middle. */
  zoom: (factor: number, at?: number) => void;
  fit: () => void;
  /** Reads where the viewport is in the window. */
  measure: () => void;
  onScroll: () => void;
}

/**
 * Scrolls and zooms the strip. Its position is known from scroll events and its width from an observer, so nothing
 * measures the layout while it moves. React renders only when another part of the strip has to be shown.
 * @returns a ref for the element that scrolls, and what it shows
 */
export function useView(length: number, count: number): [RefObject<HTMLDivElement | null>, StripView] {
  const viewport = useRef<HTMLDivElement>(null);
  const left = useRef(0);
  const edge = useRef(0);
  const [width, setWidth] = useState(0);
  const [chosen, setChosen] = useState<number | 'opening' | 'fit'>('opening');
  const [step, setStep] = useState(0);
  const room: Room = { length, width };
  const scale =
    typeof chosen === 'number'
      ? clampScale(chosen, room)
      : chosen === 'fit'
        ? fitScale(room)
        : openingScale(room, count);
  /** Several turns of the wheel may come before the next rendering. */
  const latest = useRef({ scale, room });
  const renderedScale = useRef(scale);
  useLayoutEffect(() => {
    latest.current = { scale, room: { length, width } };
    renderedScale.current = scale;
    if (viewport.current) viewport.current.scrollLeft = left.current;
  }, [scale, length, width]);

  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      setWidth(Math.floor(entry?.contentRect.width ?? 0));
    });
    observer.observe(viewport.current!);
    return () => observer.disconnect();
  }, []);

  const moveTo = useCallback((to: number) => {
    left.current = to;
    setStep(Math.floor(to / STEP));
  }, []);
  const scrollTo = useCallback(
    (to: number) => {
      moveTo(clampLeft({ scale: latest.current.scale, left: to }, latest.current.room));
      if (viewport.current) viewport.current.scrollLeft = left.current;
    },
    [moveTo],
  );
  const reveal = useCallback(
    (range: Span) => {
      const to = revealed(left.current, latest.current.room.width, range);
      if (to !== left.current) scrollTo(to);
    },
    [scrollTo],
  );
  const zoom = useCallback(
    (factor: number, at = latest.current.room.width / 2) => {
      const { scale: before, room: known } = latest.current;
      const next = zoomAround({ scale: before, left: left.current }, factor, at, known);
      if (next.scale === before) return;
      latest.current = { scale: next.scale, room: known };
      setChosen(next.scale);
      moveTo(next.left);
    },
    [moveTo],
  );
  const fit = useCallback(() => {
    setChosen('fit');
    moveTo(0);
  }, [moveTo]);
  const measure = useCallback(() => {
    edge.current = viewport.current?.getBoundingClientRect().left ?? 0;
  }, []);
  const onScroll = useCallback(() => {
    // Before a zoom is rendered, the position belongs to the earlier scale.
    if (latest.current.scale === renderedScale.current) moveTo(viewport.current?.scrollLeft ?? 0);
  }, [moveTo]);

  const onWheel = useEffectEvent((event: WheelEvent) => {
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1;
    const turn = event.deltaY * unit;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      zoom(Math.exp(-Math.max(-MOST_TURN, Math.min(MOST_TURN, turn)) / 100), event.clientX - edge.current);
      return;
    }
    if (Math.abs(event.deltaX) >= Math.abs(event.deltaY)) return;
    const to = clampLeft({ scale, left: left.current + turn }, room);
    // At its ends the page scrolls on.
    if (to === left.current) return;
    event.preventDefault();
    scrollTo(to);
  });
  useEffect(() => {
    const element = viewport.current!;
    const turn = (event: WheelEvent): void => onWheel(event);
    // React's own listener could not prevent the page's zoom.
    element.addEventListener('wheel', turn, { passive: false });
    return () => element.removeEventListener('wheel', turn);
  }, []);

  const view: StripView = {
    scale,
    width,
    rendered: { start: Math.max(0, step * STEP - SPARE), end: (step + 1) * STEP + width + SPARE },
    left: () => left.current,
    edge: () => edge.current,
    secondAt: (clientX) => (clientX - edge.current + left.current) / scale,
    scrollTo,
    reveal,
    zoom,
    fit,
    measure,
    onScroll,
  };
  return [viewport, view];
}
