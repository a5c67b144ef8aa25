import { createContext, createRef, useContext, type RefObject } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import {
  createClock,
  type Clock,
  type ClockState,
  type PlayerHandle,
} from '../../../components/player/clock.ts';

/** The whole film in the preview; all seconds are seconds of the film. */
export interface PreviewedFilm {
  clock: Clock;
  seek: (second: number) => void;
}

/** The preview's player and its position. */
export interface Playback {
  /** The position, in seconds of the selected section's source. */
  clock: Clock;
  /** `null` while nothing plays in the preview. */
  player: RefObject<PlayerHandle | null>;
  /** `null` while the preview plays a single section. */
  film: StoreApi<{ previewed: PreviewedFilm | null }>;
}

export const createPlayback = (): Playback => ({
  clock: createClock(),
  player: createRef(),
  film: createStore<{ previewed: PreviewedFilm | null }>(() => ({ previewed: null })),
});

export const PlaybackContext = createContext<Playback | null>(null);

/** Returns the player's controls. `useClock` reads its clock. */
export function usePlayback(): Playback {
  const playback = useContext(PlaybackContext);
  if (!playback) throw new Error('The player is used outside the editor.');
  return playback;
}

/** Re-renders only when the selected part of the clock changes. */
export function useClock<T>(select: (state: ClockState) => T): T {
  return useStore(usePlayback().clock, select);
}
