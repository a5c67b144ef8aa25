import { useSyncExternalStore } from 'react';
import type { WindowSize } from '../store/workspace/pane-widths.ts';

function subscribe(changed: () => void): () => void {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
}

/** The size of the page's text, in pixels. */
export const remInPixels = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** The size of the window in rem, as it changes. */
export function useWindowSize(): WindowSize {
  const width = useSyncExternalStore(subscribe, () => window.innerWidth / remInPixels());
  const height = useSyncExternalStore(subscribe, () => window.innerHeight / remInPixels());
  return { width, height };
}
