import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Reports the height of a bar that is fixed below the header, so that it never hides the focus. */
export function useTopBar<T extends HTMLElement>(used: boolean): RefObject<T | null> {
  const bar = useRef<T>(null);
  useLayoutEffect(() => {
    const element = bar.current;
    if (!used || !element) return;
    const root = document.documentElement;
    const reportHeight = (): void => {
      // In a low window the bar scrolls with the rest of the page.
      const isSticky = getComputedStyle(element).position === 'sticky';
      root.style.setProperty('--top-bar', isSticky ? `${element.offsetHeight}px` : '0px');
    };
    const observer = new ResizeObserver(reportHeight);
    observer.observe(element);
    window.addEventListener('resize', reportHeight);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', reportHeight);
      root.style.removeProperty('--top-bar');
    };
  }, [used]);
  return bar;
}
