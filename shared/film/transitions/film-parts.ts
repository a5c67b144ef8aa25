import type { FilmJoin } from './transitions.ts';

/**
 * A rendered section: its number of frames, and the frames at which it can be cut without encoding it again.
 */
export interface CuttableSection {
  frames: number;
  keyframes: readonly number[];
}

/** A range of frames of a section; `to` is exclusive. */
export interface FrameRange {
  from: number;
  to: number;
}

/**
 * What is rendered for a transition: the first section from frame `from`, and the next one up to frame `to`.
 */
export interface JoinPart extends FilmJoin {
  from: number;
  to: number;
}

/**
 * Divides sections into bodies, which are copied, and the parts that are rendered for their transitions. A
 * body begins and ends at a keyframe. A section without a keyframe between its two transitions has no body.
 */
export function divideFilm(
  sections: readonly CuttableSection[],
  joins: readonly (FilmJoin | null)[],
): { bodies: FrameRange[]; joins: (JoinPart | null)[] } {
  const bodies = sections.map(({ frames, keyframes }, index): FrameRange => {
    const head = joins[index - 1]?.after ?? 0;
    const last = frames - (joins[index]?.before ?? 0);
    const cuts = [...keyframes, frames].filter((frame) => frame >= head && frame <= last);
    const from = head === 0 ? 0 : (cuts[0] ?? last);
    const to = last === frames ? frames : (cuts.at(-1) ?? last);
    return { from, to };
  });
  return {
    bodies,
    joins: joins.map(
      (join, index) => join && { ...join, from: bodies[index]!.to, to: bodies[index + 1]!.from },
    ),
  };
}

/**
 * Returns the number of frames of a transition's part. `frames` is the number of the first section's frames.
 */
export const partFrames = ({ from, to }: JoinPart, frames: number): number => frames - from + to;
