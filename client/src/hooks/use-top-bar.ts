import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Tells the page how much a bar takes that stays under the header, so that the focus never hides behind it. */
export function useTopBar<T extends HTMLElement>(used: boolean): RefObject<T | null> {
  const bar = useRef<T>(null);
  useLayoutEffect(() => {
    const element = bar.current;
    if (!used || !element) return;
    const root = document.documentElement;
    const tell = (): void => {
      // Where there is little height the bar scrolls away with the rest.
      const stays = getComputedStyle(element).position === 'sticky';
      root.style.setProperty('--top-bar', stays ? `${element.offsetHeight}px` : '0px');
    };
    const observer = new ResizeObserver(tell);
    observer.observe(element);
    window.addEventListener('resize', tell);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', tell);
      root.style.removeProperty('--top-bar');
    };
  }, [used]);
  return bar;
}
