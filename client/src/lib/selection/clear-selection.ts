import { plural } from '../format.ts';
import { forgetManualVideos, setManualVideos, useManualVideos } from './manual-videos.ts';
import { setProcessingFailure } from './processing-failure.ts';
import { setSelection, useSelection } from './selection.ts';
import type { Place } from '../stage.ts';
import { toast } from '../toast.ts';

/** Clears the selection and offers Undo in a toast, which also calls `undoMore`. */
export function clearSelection(undoMore?: () => void): void {
  const { videos } = useSelection.getState();
  if (videos.length === 0) return;
  setSelection([]);
  toast({
    title: 'Selection Cleared',
    description: `${videos.length} ${plural(videos.length, 'video')} removed`,
    action: {
      label: 'Undo',
      onClick: () => {
        undoMore?.();
        setSelection(videos);
      },
    },
  });
}

/** 'Create New Compilation' (product.md 4.12): resets everything and empties the search. */
export function startNewCompilation(go: (place: Partial<Place>) => void): void {
  const { added } = useManualVideos.getState();
  clearSelection(() => setManualVideos(added));
  forgetManualVideos();
  setProcessingFailure(null);
  go({ stage: 'search' });
}
