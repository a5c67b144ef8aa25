import { useLayoutEffect, useRef, type ReactElement, type ReactNode } from 'react';
import { cardState } from '#film/cards/card-motion.ts';
import { useMediaQuery } from '../../../hooks/use-media-query.ts';
import type { Clock, ClockState } from '../clock.ts';

export interface Motion {
  clock: Clock;
  /** When the card begins on the clock and how long it lasts, in seconds. */
  start: number;
  length: number;
  /** Whether the card is the film's first section. */
  opens?: boolean;
}

/** The largest difference between two equal times, in seconds. */
const SAME = 0.001;

/**
 * The text of a card, which fades and rises with a clock as in the film. A clock paused at the card's
 * beginning shows the text, and for users who prefer reduced motion it is always visible.
 */
export function CardWords({
  clock,
  start,
  length,
  opens = false,
  size,
  children,
}: Motion & {
  /** The motion of the title's text. */
  size: string;
  children: ReactNode;
}): ReactElement {
  const words = useRef<HTMLDivElement>(null);
  const isStill = useMediaQuery('(prefers-reduced-motion: reduce)');
  useLayoutEffect(() => {
    const place = ({ time, playing }: ClockState): void => {
      const isAtStart = !playing && Math.abs(time - start) < SAME;
      const { opacity, below } =
        isStill || isAtStart
          ? { opacity: 1, below: 0 }
          : cardState((time - start) * 1000, length * 1000, opens);
      const { style } = words.current!;
      style.opacity = String(opacity);
      style.transform = below === 0 ? '' : `translateY(${below}em)`;
    };
    place(clock.getState());
    return clock.subscribe(place);
  }, [clock, start, length, opens, isStill]);
  return (
    <div ref={words} data-card-words className="relative h-full" style={{ fontSize: size }}>
      {children}
    </div>
  );
}
