import { FILM_FRAME_RATE, msToFrames } from './frames.ts';
import type { SectionSettings } from './section-settings.ts';

/** The creator's wish for the join after a section; the last section's has no effect. */
export type TransitionWish = Pick<SectionSettings, 'transition' | 'transitionSeconds'>;

export const CUT: TransitionWish = { transition: 'cut', transitionSeconds: 1 };

/** The transition between two sections, in frames of the film. */
export interface FilmJoin {
  transition: 'crossfade' | 'dip';
  /** How much of each of the two sections it takes. */
  reach: number;
  /** How much of both is shown at once: the film is shorter by it. */
  overlap: number;
}

/**
 * The join after each section but the last, null for a cut. No transition takes more than half of a section, so that
 * the two of a short section do not meet.
 */
export function joinsOf(
  sections: readonly (TransitionWish & { frames: number })[],
  frameRate: number,
): (FilmJoin | null)[] {
  return sections.slice(1).map((after, index) => {
    const { transition, transitionSeconds, frames } = sections[index]!;
    if (transition === 'cut') return null;
    const room = Math.floor(Math.min(frames, after.frames) / 2);
    const wanted = msToFrames(transitionSeconds * 1000, frameRate);
    const reach = Math.min(room, transition === 'dip' ? Math.ceil(wanted / 2) : wanted);
    if (reach === 0) return null;
    return { transition, reach, overlap: transition === 'crossfade' ? reach : 0 };
  });
}

/** How long a transition lasts in the film, in frames. */
export const joinFrames = ({ reach, overlap }: FilmJoin): number => 2 * reach - overlap;

/** The length of a film in seconds: its sections', without what its crossfades show at once. */
export function filmSeconds(sections: readonly (TransitionWish & { effectiveDuration: number })[]): number {
  const whole = sections.reduce((sum, { effectiveDuration }) => sum + effectiveDuration, 0);
  const sized = sections.map((section) => ({
    ...section,
    frames: msToFrames(section.effectiveDuration * 1000, FILM_FRAME_RATE),
  }));
  const shared = joinsOf(sized, FILM_FRAME_RATE).reduce((sum, join) => sum + (join?.overlap ?? 0), 0);
  return whole - shared / FILM_FRAME_RATE;
}
