import { useCallback, useRef } from 'react';
import type { Video } from '#contract/videos.ts';
import { ADDED_TOAST_MS, REMOVED_TOAST_MS } from '../../config/constants.ts';
import { plural } from '../../lib/format.ts';
import { addToSelection, removeFromSelection, useSelection } from '../../lib/selection/selection.ts';
import { toast } from '../../lib/toast.ts';

/**
 * Selects and deselects videos with toasts (product.md 4.18, 4.19). With Shift, it does so with the range
 * from the last one.
 * @param results all cards
 * @param found the hits of the search for `query` among them
 */
export function useSelecting(
  results: Video[],
  { query, found }: { query: string; found: readonly Video[] },
): {
  toggle: (video: Video, range: boolean) => void;
  remove: (video: Video) => void;
} {
  const anchor = useRef<string | null>(null);

  const remove = useCallback((video: Video) => {
    removeFromSelection(video.id);
    toast({ title: 'Video Removed', description: video.title, duration: REMOVED_TOAST_MS });
  }, []);

  const toggle = useCallback(
    (video: Video, range: boolean) => {
      const chosen = useSelection.getState().videos.some(({ id }) => id === video.id);
      const from = results.findIndex(({ id }) => id === anchor.current);
      const to = results.findIndex(({ id }) => id === video.id);
      anchor.current = video.id;
      if (chosen) {
        remove(video);
        return;
      }
      const added = range && from >= 0 ? results.slice(Math.min(from, to), Math.max(from, to) + 1) : [video];
      const hits = new Set(found.map(({ id }) => id));
      addToSelection(added.map((one) => (hits.has(one.id) ? { ...one, query } : one)));
      toast({
        title: '✓ Added to selection',
        description: added.length > 1 ? `${added.length} ${plural(added.length, 'video')}` : video.title,
        duration: ADDED_TOAST_MS,
      });
    },
    [results, query, found, remove],
  );

  return { toggle, remove };
}
