import { createContext, createRef, useContext, type RefObject } from 'react';
import { useStore } from 'zustand';
import {
  createClock,
  type Clock,
  type ClockState,
  type PlayerHandle,
} from '../../../components/player/clock.ts';

/** The preview's player and where it stands. */
export interface Playback {
  clock: Clock;
  /** Null while nothing plays in the preview. */
  player: RefObject<PlayerHandle | null>;
}

export const createPlayback = (): Playback => ({ clock: createClock(), player: createRef() });

export const PlaybackContext = createContext<Playback | null>(null);

/** For what acts on the player; what is shown of its clock comes by `useClock`. */
export function usePlayback(): Playback {
  const playback = useContext(PlaybackContext);
  if (!playback) throw new Error('The player is used outside the editor.');
  return playback;
}

/** Draws anew only when what is selected of the clock changes. */
export function useClock<T>(select: (state: ClockState) => T): T {
  return useStore(usePlayback().clock, select);
}
