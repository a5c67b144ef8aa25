import { useSyncExternalStore } from 'react';
import type { WindowSize } from '../store/workspace/pane-widths.ts';
import { useEditorState } from '../context/editor-context.ts';

function subscribe(changed: () => void): () => void {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
}

/** Returns the font size of the page, in pixels. */
export const remInPixels = (): number =>
  Number.parseFloat(getComputedStyle(document.documentElement).fontSize);

/** Returns the current size of the window, in rem. */
export function useWindowSize(): WindowSize {
  const width = useSyncExternalStore(subscribe, () => window.innerWidth / remInPixels());
  const height = useSyncExternalStore(subscribe, () => window.innerHeight / remInPixels());
  return { width, height };
}

/** The minimum height of a window in which the film strip is shown by default, in rem. */
const MIN_HEIGHT = 50;

/** Whether the film strip is shown: as the creator chose, by default if the window is high enough. */
export function useStripShown(): boolean {
  const { height } = useWindowSize();
  return useEditorState((state) => state.strip) ?? height >= MIN_HEIGHT;
}
