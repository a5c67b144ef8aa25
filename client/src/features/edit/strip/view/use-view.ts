import {
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type RefObject,
} from 'react';
import {
  clampLeft,
  clampScale,
  covers,
  fitScale,
  openingScale,
  revealed,
  type Room,
  zoomAround,
} from './geometry.ts';
import type { Span } from '../../section/ranges.ts';

/** The rendered part changes whenever the strip has scrolled by this distance, in pixels. */
const STEP = 256;
/** The width that is rendered on each side of the visible part, in pixels. */
const SPARE = 256;
/** The factor of one step of the zoom keys and buttons. */
export const ZOOM_STEP = 1.5;
const LINE_PX = 16;
/** The largest distance of one wheel event that is used for zooming, in pixels. */
const MAX_WHEEL_DELTA = 40;
/** The pause after which a zoom is rendered, in ms. */
const REST_MS = 120;
/** The factor up to which a strip is stretched. Its texts would be too wide to be read. */
const MAX_STRETCH = 3;

type ElementRef = RefObject<HTMLDivElement | null>;

export interface StripView {
  /** Pixels per second of the film. */
  scale: number;
  /** The width of the viewport in pixels; 0 before it is known. */
  width: number;
  /** The pixels of the strip whose clips are rendered. */
  rendered: Span;
  /** The pixels in which the other clips are drawn without their contents. */
  drawn: Span;
  /** The scroll position, and the viewport's left edge in the window, in pixels. */
  left: () => number;
  edge: () => number;
  /** Returns the second of the film at a pixel of the window. */
  secondAt: (clientX: number) => number;
  /** Returns the pixel of the viewport that shows a second of the film. */
  pixelOf: (second: number) => number;
  scrollTo: (left: number) => void;
  /** Scrolls as little as possible to show a range of seconds of the film. */
  reveal: (range: Span) => void;
  /** Zooms around a pixel of the viewport, by default its middle. */
  zoom: (factor: number, at?: number) => void;
  fit: () => void;
  /** Reads the viewport's position in the window. */
  measure: () => void;
  onScroll: () => void;
}

/**
 * Scrolls and zooms the strip. Its position is known from scroll events and its width from an observer, so
 * nothing measures the layout while it moves. React renders only when another part of the strip has to be
 * shown. A zoom stretches what is rendered, as a layer of its own, until it rests.
 * @returns refs for the element that scrolls and for its content, and the visible range
 */
export function useView(length: number, count: number): [ElementRef, ElementRef, StripView] {
  const viewport = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
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
  /** The visible scale and position. During a zoom they are ahead of React's last rendering. */
  const latest = useRef({ scale, room });
  const rendered = useRef({ scale, left: 0 });
  const parts = useMemo(() => {
    const around = (spare: number): Span => ({
      start: Math.max(0, step * STEP - spare),
      end: (step + 1) * STEP + width + spare,
    });
    return { rendered: around(SPARE), drawn: around(SPARE + width) };
  }, [step, width]);
  const drawn = useRef(parts.drawn);
  /** The timer that ends stretching; `null` while the strip is not stretched. */
  const rest = useRef<ReturnType<typeof setTimeout> | null>(null);
  /** Applies the latest scale and position to the rendered strip. */
  const show = useCallback(() => {
    if (!viewport.current || !content.current) return;
    const { style } = content.current;
    if (rest.current === null) {
      rendered.current.left = left.current;
      viewport.current.scrollLeft = left.current;
      style.willChange = style.transform = '';
      return;
    }
    const away = rendered.current.left - left.current;
    // The browser stretches a layer without painting it again.
    style.willChange = 'transform';
    style.transform = `translateX(${away}px) scaleX(${latest.current.scale / rendered.current.scale})`;
  }, []);
  useLayoutEffect(() => {
    const zoomed = rest.current === null ? scale : latest.current.scale;
    const currentRoom = { length, width };
    latest.current = { scale: zoomed, room: currentRoom };
    rendered.current = {
      scale,
      left: clampLeft({ scale, left: (left.current * scale) / zoomed }, currentRoom),
    };
    if (viewport.current) viewport.current.scrollLeft = rendered.current.left;
    show();
  }, [scale, length, width, show]);
  useLayoutEffect(() => {
    drawn.current = parts.drawn;
  }, [parts]);
  useEffect(() => () => clearTimeout(rest.current ?? undefined), []);

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
  /** Renders the latest scale and position. */
  const render = useCallback(() => {
    setChosen(latest.current.scale);
    moveTo(left.current);
  }, [moveTo]);
  /** Ends stretching. */
  const settle = useCallback(() => {
    const isStretched = rest.current !== null;
    clearTimeout(rest.current ?? undefined);
    rest.current = null;
    if (latest.current.scale === rendered.current.scale) show();
    if (isStretched) render();
    else moveTo(left.current);
  }, [show, render, moveTo]);
  const scrollTo = useCallback(
    (to: number) => {
      left.current = clampLeft({ scale: latest.current.scale, left: to }, latest.current.room);
      settle();
    },
    [settle],
  );
  const reveal = useCallback(
    (range: Span) => {
      const { scale: current, room: currentRoom } = latest.current;
      const pixels = { start: range.start * current, end: range.end * current };
      const to = revealed(left.current, currentRoom.width, pixels);
      if (to !== left.current) scrollTo(to);
    },
    [scrollTo],
  );
  const zoom = useCallback(
    (factor: number, at = latest.current.room.width / 2) => {
      const { scale: before, room: currentRoom } = latest.current;
      const next = zoomAround({ scale: before, left: left.current }, factor, at, currentRoom);
      if (next.scale === before) return;
      latest.current = { scale: next.scale, room: currentRoom };
      left.current = next.left;
      clearTimeout(rest.current ?? undefined);
      rest.current = setTimeout(settle, REST_MS);
      show();
      const stretch = next.scale / rendered.current.scale;
      if (stretch > MAX_STRETCH || !covers(drawn.current, next, stretch, currentRoom)) render();
    },
    [settle, show, render],
  );
  const fit = useCallback(() => {
    latest.current = { ...latest.current, scale: fitScale(latest.current.room) };
    scrollTo(0);
    setChosen('fit');
  }, [scrollTo]);
  const measure = useCallback(() => {
    edge.current = viewport.current?.getBoundingClientRect().left ?? 0;
  }, []);
  const onScroll = useCallback(() => {
    // Before a zoom is rendered, the position belongs to the earlier scale.
    if (rest.current !== null || latest.current.scale !== rendered.current.scale) return;
    moveTo(viewport.current?.scrollLeft ?? 0);
    rendered.current.left = left.current;
  }, [moveTo]);

  const onWheel = useEffectEvent((event: WheelEvent) => {
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE_PX : 1;
    const turn = event.deltaY * unit;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      // The strip may have appeared under a resting pointer.
      if (rest.current === null) measure();
      zoom(
        Math.exp(-Math.max(-MAX_WHEEL_DELTA, Math.min(MAX_WHEEL_DELTA, turn)) / 100),
        event.clientX - edge.current,
      );
      return;
    }
    if (Math.abs(event.deltaX) >= Math.abs(event.deltaY)) return;
    const to = clampLeft({ scale: latest.current.scale, left: left.current + turn }, latest.current.room);
    // At the ends of the strip the page scrolls instead.
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
    rendered: parts.rendered,
    drawn: parts.drawn,
    left: () => left.current,
    edge: () => edge.current,
    secondAt: (clientX) => (clientX - edge.current + left.current) / latest.current.scale,
    pixelOf: (second) => second * latest.current.scale - left.current,
    scrollTo,
    reveal,
    zoom,
    fit,
    measure,
    onScroll,
  };
  return [viewport, content, view];
}
