import { useState } from 'react';

export interface Captions {
  src: string;
  srcLang: string;
  label: string;
  /** The words are already drawn into the picture: showing them twice would only disturb. */
  burned: boolean;
}

const KEY = 'cutroom.captions';

/** Captions are on if there are any; switching them off applies to the next film too. */
export function useCaptions(captions: Captions | null): {
  on: boolean;
  toggle: () => void;
  /** Shows or hides a track: when it loads, when captions are switched, when another file selected its tracks. */
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
