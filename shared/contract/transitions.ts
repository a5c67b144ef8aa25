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

/** Where a section is in its film, in frames of the film. */
export interface FramePlace {
  /** Its first own frame. */
  originFrame: number;
  /** Its place, up to the next section's. In a crossfade the second half is the next section's. */
  startFrame: number;
  frames: number;
}

/**
 * Puts sections one after another, without gaps.
 * @param joins the join after each section but the last; null for a cut
 */
export function framePlaces(
  sections: readonly { frames: number }[],
  joins: readonly (FilmJoin | null)[] = [],
): FramePlace[] {
  let originFrame = 0;
  const starts = sections.map(({ frames }, index) => {
    const before = joins[index - 1]?.overlap ?? 0;
    originFrame -= before;
    const place = { originFrame, startFrame: originFrame + Math.floor(before / 2) };
    originFrame += frames;
    return place;
  });
  return starts.map((place, index) => ({
    ...place,
    frames: (starts[index + 1]?.startFrame ?? originFrame) - place.startFrame,
  }));
}

/** How long a section lasts in the film, in frames of it. */
export const framesOf = (seconds: number): number => msToFrames(seconds * 1000, FILM_FRAME_RATE);

/** The length of a film in seconds: its sections', without what its crossfades show at once. */
export function filmSeconds(sections: readonly (TransitionWish & { effectiveDuration: number })[]): number {
  const sized = sections.map((section) => ({ ...section, frames: framesOf(section.effectiveDuration) }));
  const last = framePlaces(sized, joinsOf(sized, FILM_FRAME_RATE)).at(-1);
  return last ? (last.startFrame + last.frames) / FILM_FRAME_RATE : 0;
}
