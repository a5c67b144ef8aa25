import { useEffect, useState } from 'react';
import { BANNER_MS, HIGHLIGHT_MS } from '../../config/constants.ts';
import { useSelection } from '../../lib/selection/selection.ts';

/** Highlights a video's card for 3 s after it is selected, and moves the banner for 0.6 s. */
export function useHighlight(): { litId: string | null; animated: boolean } {
  const [state, setState] = useState<{ litId: string | null; animated: boolean }>({
    litId: null,
    animated: false,
  });
  useEffect(() => {
    let timers: ReturnType<typeof setTimeout>[] = [];
    const stop = useSelection.subscribe(({ videos, lastAdded }, before) => {
      if (lastAdded === null || videos.length <= before.videos.length) return;
      timers.forEach(clearTimeout);
      setState({ litId: lastAdded, animated: true });
      timers = [
        setTimeout(() => setState((current) => ({ ...current, animated: false })), BANNER_MS),
        setTimeout(() => setState((current) => ({ ...current, litId: null })), HIGHLIGHT_MS),
      ];
    });
    return () => {
      stop();
      timers.forEach(clearTimeout);
    };
  }, []);
  return state;
}
