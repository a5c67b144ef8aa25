import { useState } from 'react';

export interface Captions {
  src: string;
  srcLang: string;
  label: string;
  /** Whether the captions are already burned into the video. They are not shown a second time. */
  burned: boolean;
}

const KEY = 'cutroom.captions';

/**
 * Returns whether captions are shown. They are on if the film has any; switching them off also applies to the
 * next film.
 */
export function useCaptions(captions: Captions | null): {
  on: boolean;
  toggle: () => void;
  /**
   * Shows or hides a track whenever it loads, captions are toggled, or another file selected its own tracks.
   */
  apply: (track: TextTrack | undefined) => void;
} {
  const burned = captions?.burned ?? false;
  const [on, setOn] = useState(() => !burned && localStorage.getItem(KEY) !== 'off');
  return {
    on,
    toggle: () => {
      if (!burned) localStorage.setItem(KEY, on ? 'off' : 'on');
      setOn(!on);
    },
    apply: (track) => {
      if (track) track.mode = on ? 'showing' : 'hidden';
    },
  };
}
