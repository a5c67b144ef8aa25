/** The duration of each fade if a film's audio fades at its start and end, in seconds. */
export const END_FADE = 0.3;

/** Returns the duration of each fade in a film of this length, in the unit of `length` and `fade`. */
export const endFadeIn = (length: number, fade: number): number => Math.min(fade, length / 2);

/** Returns the gain of a faded film's audio at a second of the film, 0 to 1. */
export function endFadeGain(at: number, length: number): number {
  const lasts = endFadeIn(length, END_FADE);
  return lasts > 0 ? Math.max(0, Math.min(1, at / lasts, (length - at) / lasts)) : 1;
}
