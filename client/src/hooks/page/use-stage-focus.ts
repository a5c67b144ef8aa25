import { useEffect, useRef, type RefObject } from 'react';

let firstScreen = true;

/** Focuses the heading after a change of screen, except on the first screen of a visit. */
export function useStageFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!firstScreen) heading.current?.focus({ preventScroll: true });
    firstScreen = false;
  }, []);
  return heading;
}
