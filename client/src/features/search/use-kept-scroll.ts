import { useEffect, useLayoutEffect } from 'react';

const offsets = new Map<string, number>();

/** Coming back to a search that is still known, the page stands where it was left. */
export function useKeptScroll(key: string, ready: boolean): void {
  useLayoutEffect(() => {
    const offset = offsets.get(key);
    if (ready && offset) window.scrollTo({ top: offset, behavior: 'instant' });
  }, [key, ready]);
  useEffect(() => {
    const keep = (): void => {
      offsets.set(key, window.scrollY);
    };
    window.addEventListener('scroll', keep, { passive: true });
    return () => window.removeEventListener('scroll', keep);
  }, [key]);
}
