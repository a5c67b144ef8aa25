import { useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Reports the height of a bar at the page's bottom, so that toasts and the focus stay above it. A fixed bar
 * covers the page's end, so the page is extended by the same height. A bar that is not `active` reports
 * nothing.
 */
export function useBottomBar<T extends HTMLElement>(fixed = false, active = true): RefObject<T | null> {
  const bar = useRef<T>(null);
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element || !active) return;
    const root = document.documentElement;
    let last = 0;
    const measure = (): void => {
      // Measured to its upper edge: at the page's end, a bar that is not fixed is above later content.
      const { top, height } = element.getBoundingClientRect();
      const covered = height > 0 ? Math.max(0, Math.round(window.innerHeight - top)) : 0;
      if (covered === last) return;
      last = covered;
      root.style.setProperty('--bottom-bar', `${covered}px`);
      if (fixed) root.style.setProperty('--fixed-bar', `${element.offsetHeight}px`);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    observer.observe(document.body);
    window.addEventListener('scroll', measure, { passive: true });
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', measure);
      window.removeEventListener('resize', measure);
      root.style.removeProperty('--bottom-bar');
      root.style.removeProperty('--fixed-bar');
    };
  }, [fixed, active]);
  return bar;
}
