import { createStore, type StoreApi } from 'zustand/vanilla';
import { cutMs, type Part } from '#contract/cuts.ts';

/** Nothing is cut out of a part. */
export const UNCUT: readonly Part[] = [];

/** How much plays from one second of a file to another, in seconds; the cuts are in ms of it. */
export const playedBetween = (start: number, end: number, cuts: readonly Part[]): number =>
  end - start - cutMs({ startMs: start * 1000, endMs: end * 1000, cuts }) / 1000;

/** A player's position; read by followers (words, chapters) without rendering the player again. */
export interface ClockState {
  time: number;
  playing: boolean;
  /** How the next part or file starts: at a second of it (by default its start), and whether it plays. */
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
  /** Shows the picture at a second, inside the part or not, without seeking there. */
  peek: (time: number) => void;
  faster: (step: 1 | -1) => void;
}
