import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Tells the page how much a bar at its bottom takes, so that toasts and the focus stay above it.
 * A fixed bar lies over the page's end: the page is made that much longer.
 */
export function useBottomBar<T extends HTMLElement>(fixed = false): RefObject<T | null> {
  const bar = useRef<T>(null);
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element) return;
    const root = document.documentElement;
    const observer = new ResizeObserver(() => {
      root.style.setProperty('--bottom-bar', `${element.offsetHeight + 12}px`);
      if (fixed) root.style.setProperty('--fixed-bar', `${element.offsetHeight}px`);
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      root.style.removeProperty('--bottom-bar');
      root.style.removeProperty('--fixed-bar');
    };
  }, [fixed]);
  return bar;
}
