import { useMediaQuery } from '../../../hooks/use-media-query.ts';

/** Whether there is room for the editor's panes side by side. */
export const useWide = (): boolean => useMediaQuery('(min-width: 64rem)');
