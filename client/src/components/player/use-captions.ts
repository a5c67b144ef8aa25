import { useState } from 'react';

export interface Captions {
  src: string;
  srcLang: string;
  label: string;
  /** The words are in the picture already: shown twice they would only disturb. */
  burned: boolean;
}

const KEY = 'cutroom.captions';

/** Captions are on when there are some; whoever switches them off has them off in the next film too. */
export function useCaptions(captions: Captions | null): {
  on: boolean;
  toggle: () => void;
  /** Shows or hides a track: when it comes, when captions are switched, when another file chose among the tracks. */
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
