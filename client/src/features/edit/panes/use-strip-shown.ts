import { useEditorState } from '../context/editor-context.ts';
import { useWindowSize } from './use-window-size.ts';

/** In a lower window, in rem, the film strip would take its height from the picture. */
const LEAST_HEIGHT = 50;

/** Whether the film strip is shown: as the creator chose, otherwise in a window that is high enough for it. */
export function useStripShown(): boolean {
  const { height } = useWindowSize();
  return useEditorState((state) => state.strip) ?? height >= LEAST_HEIGHT;
}
