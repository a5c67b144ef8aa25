import { createStore, type StoreApi } from 'zustand/vanilla';

/** Where a player stands; read by whatever follows it (words, chapters) without drawing the player again. */
export interface ClockState {
  time: number;
  playing: boolean;
}
export type Clock = StoreApi<ClockState>;

export function createClock(time = 0): Clock {
  return createStore<ClockState>(() => ({ time, playing: false }));
}

/** What keys, words and chapters may ask of a player. */
export interface PlayerHandle {
  seek: (time: number) => void;
  nudge: (by: number) => void;
  toggle: () => void;
  play: () => void;
  pause: () => void;
  /** Plays the next part as soon as it is given. */
  goOn: () => void;
  faster: (step: 1 | -1) => void;
}
