import type { Excerpt } from '#contract/excerpt.ts';
import { remainingParts } from './cuts.ts';
import { lengthMs } from './section-length.ts';
import { type FitPlan, pictureFrames } from './fit.ts';

/** Moving video of a section between two of its cuts, in frames of the film. */
export interface FramePart {
  /** The part's first frame in the section. */
  startFrame: number;
  frames: number;
  /** The number of the same frame if the section had no cuts. */
  uncutFrame: number;
}

/**
 * Returns the parts of a section's video between its cuts. Each part begins at the frame nearest to the start
 * of its audio. So video and audio are at most half a frame apart, however many cuts there are.
 */
export function framePartsOf(excerpt: Excerpt, fit: FitPlan, frameRate: number): FramePart[] {
  const movingFrames = pictureFrames(lengthMs(excerpt), fit, frameRate);
  const perMs = (fit.slow * frameRate) / (1000 * excerpt.speed);
  let playedMs = 0;
  const { startMs: firstMs } = excerpt;
  const ranges = remainingParts(excerpt);
  if (ranges.length === 0) ranges.push({ startMs: firstMs, endMs: firstMs });
  const placed = ranges.map(({ startMs, endMs }) => {
    const at = playedMs * perMs;
    playedMs += endMs - startMs;
    const startFrame = Math.min(movingFrames, Math.round(at));
    return { startFrame, uncutFrame: Math.round((startMs - firstMs) * perMs + startFrame - at) };
  });
  return placed
    .map((part, index) => ({
      ...part,
      frames: (placed[index + 1]?.startFrame ?? movingFrames) - part.startFrame,
    }))
    .filter(({ frames }) => frames > 0);
}

/**
 * Returns the parts of a section within a range of its frames. The range may begin before the first frame and
 * end after the last moving frame: up to `handles` frames there continue the source.
 * @returns the parts from the range's first frame on, their frames counted from `uncutFrame`; the first frame
 * is held for `holdFrames` before them, the last one without end after them
 */
export function partsInWindow(
  parts: readonly FramePart[],
  { from, frames, handles }: { from: number; frames: number; handles: { before: number; after: number } },
): { holdFrames: number; parts: FramePart[]; uncutFrame: number } {
  const extended = parts.map((part) => ({ ...part }));
  const [first, last] = [extended[0]!, extended.at(-1)!];
  first.startFrame -= handles.before;
  first.uncutFrame -= handles.before;
  first.frames += handles.before;
  last.frames += handles.after;
  const visible = extended.flatMap((part) => {
    const start = Math.max(part.startFrame, from);
    const end = Math.min(part.startFrame + part.frames, from + frames);
    const uncutFrame = part.uncutFrame + start - part.startFrame;
    return start < end ? [{ startFrame: start - from, frames: end - start, uncutFrame }] : [];
  });
  // The whole range is after the last moving frame, which is held.
  if (visible.length === 0)
    visible.push({ startFrame: 0, frames: 1, uncutFrame: last.uncutFrame + last.frames - 1 });
  const { startFrame: holdFrames, uncutFrame } = visible[0]!;
  return {
    holdFrames,
    uncutFrame,
    parts: visible.map((part) => ({
      ...part,
      startFrame: part.startFrame - holdFrames,
      uncutFrame: part.uncutFrame - uncutFrame,
    })),
  };
}
