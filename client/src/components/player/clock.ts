import { createStore, type StoreApi } from 'zustand/vanilla';

/** Where a player stands; read by whatever follows it (words, chapters) without drawing the player again. */
export interface ClockState {
  time: number;
  playing: boolean;
  /** How the next part or file begins: at a second of it (its beginning when not given), and whether it plays. */
  next: { time?: number; play: boolean } | null;
}
export type Clock = StoreApi<ClockState>;

export function createClock(time = 0): Clock {
  return createStore<ClockState>(() => ({ time, playing: false, next: null }));
}

/** What keys, words and chapters may ask of a player. */
export interface PlayerHandle {
  seek: (time: number) => void;
  nudge: (by: number) => void;
  toggle: () => void;
  play: () => void;
  pause: () => void;
  /** Shows the picture at a second, inside the part or not, without going there. */
  peek: (time: number) => void;
  faster: (step: 1 | -1) => void;
}
