import type { Video } from '#contract/videos.ts';
import { removeManualVideo, setManualVideos, useManualVideos } from '../../../lib/selection/manual-videos.ts';
import { setSelection, useSelection } from '../../../lib/selection/selection.ts';
import { toast } from '../../../lib/toast.ts';
import { cardId } from './VideoCard.tsx';

/**
 * Removes a card from the list and the selection, and offers Undo. The focus moves to the next of these
 * cards.
 */
export function removeAndFocus(video: Video, visible: Video[]): void {
  const { added } = useManualVideos.getState();
  const { videos: selected } = useSelection.getState();
  const at = visible.findIndex(({ id }) => id === video.id);
  const next = visible[at + 1] ?? visible[at - 1];
  removeManualVideo(video.id);
  toast({
    title: 'Video Removed',
    description: video.title,
    action: {
      label: 'Undo',
      onClick: () => {
        setManualVideos(added);
        setSelection(selected);
      },
    },
  });
  // After React has rendered the list without the card.
  requestAnimationFrame(() => {
    const target = next ? document.getElementById(cardId(next.id)) : document.querySelector('h1');
    target?.focus();
  });
}
