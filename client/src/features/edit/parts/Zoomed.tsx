import { useLayoutEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { zoomScale } from '#film/framing/framing.ts';
import type { Zoom } from '#contract/section-settings.ts';
import type { Clock } from '../../../components/player/clock.ts';

interface ZoomedProps {
  zoom: Zoom;
  clock: Clock;
  /** The start of the image on the clock, and its duration, in seconds. */
  start: number;
  length: number;
  children: ReactNode;
}

/** A picture that grows or shrinks with a clock, as in the film. Its frame hides the overflow. */
export function Zoomed({ zoom, clock, start, length, children }: ZoomedProps): ReactElement {
  const layer = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = ({ time }: { time: number }): void => {
      const part = Math.max(0, Math.min(1, (time - start) / length));
      layer.current!.style.transform = `scale(${zoomScale(zoom, part)})`;
    };
    place(clock.getState());
    return clock.subscribe(place);
  }, [zoom, clock, start, length]);
  return (
    <div ref={layer} className="absolute inset-0">
      {children}
    </div>
  );
}
