import { useEffect, useRef, type RefObject } from 'react';

let firstScreen = true;

/** After a change of screen, focus goes to its heading; the first screen of a visit leaves it alone. */
export function useStageFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!firstScreen) heading.current?.focus({ preventScroll: true });
    firstScreen = false;
  }, []);
  return heading;
}
