/** How long a film's audio rises at its start and falls at its end where it fades there, in seconds. */
export const END_FADE = 0.3;

/** How long both take in a film of this length, in the same unit as the length and `fade`. */
export const endFadeIn = (length: number, fade: number): number => Math.min(fade, length / 2);

/** How loud the audio of such a film is at a second of it, 0 to 1. */
export function endFadeGain(at: number, length: number): number {
  const lasts = endFadeIn(length, END_FADE);
  return lasts > 0 ? Math.max(0, Math.min(1, at / lasts, (length - at) / lasts)) : 1;
}
