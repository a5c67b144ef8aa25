import { createStore, type StoreApi } from 'zustand/vanilla';
import { cutMs } from '#film/time/cuts.ts';
import type { Part } from '#contract/cuts.ts';

/** The cuts of a part in which nothing is cut. */
export const UNCUT: readonly Part[] = [];

/** Returns how long a file plays from one second to another, in seconds. The cuts are in ms of the file. */
export const playedBetween = (start: number, end: number, cuts: readonly Part[]): number =>
  end - start - cutMs({ startMs: start * 1000, endMs: end * 1000, cuts }) / 1000;

const cutAt = (time: number, cuts: readonly Part[]): Part | undefined =>
  cuts.find(({ startMs, endMs }) => startMs <= time * 1000 && time * 1000 < endMs);

/** Returns the second at which playing starts. This is the end of the cut if the second is inside a cut. */
export function playedFrom(time: number, cuts: readonly Part[]): number {
  const cut = cutAt(time, cuts);
  return cut ? cut.endMs / 1000 : time;
}

/** Returns the second that is this many played seconds after another one, or before it if negative. */
export function movedBy(time: number, by: number, cuts: readonly Part[]): number {
  const isBack = by < 0;
  const cut = cutAt(time, cuts);
  const from = time * 1000;
  let to = (cut ? (isBack ? cut.startMs : cut.endMs) : from) + by * 1000;
  for (const { startMs, endMs } of isBack ? cuts.toReversed() : cuts) {
    const isCrossed = isBack ? endMs <= from && endMs > to : startMs > from && startMs <= to;
    if (isCrossed) to += (isBack ? -1 : 1) * (endMs - startMs);
  }
  return to / 1000;
}

/** A player's position. Followers such as words and chapters read it without rendering the player again. */
export interface ClockState {
  time: number;
  playing: boolean;
  /** The start of the next part or file, in seconds (0 by default), and whether it plays. */
  next: { time?: number; play: boolean } | null;
}
export type Clock = StoreApi<ClockState>;

export function createClock(time = 0): Clock {
  return createStore<ClockState>(() => ({ time, playing: false, next: null }));
}

/** The commands that keys, words and chapters send to a player. */
export interface PlayerHandle {
  seek: (time: number) => void;
  nudge: (by: number) => void;
  toggle: () => void;
  play: () => void;
  pause: () => void;
  /** Shows the frame at a second, inside the part or not, without seeking there. */
  peek: (time: number) => void;
  faster: (step: 1 | -1) => void;
}
