import { keptParts } from '#contract/cuts.ts';
import { type Excerpt, lengthMs } from '#contract/section-length.ts';
import { type FitPlan, pictureFrames } from './fit.ts';

/** Moving picture of a section between two of its cuts, in frames of the film. */
export interface FramePart {
  /** Its first frame in the section. */
  startFrame: number;
  frames: number;
  /** The same frame as if nothing were cut. */
  uncutFrame: number;
}

/**
 * What a section's cuts leave of its picture. Each part begins at the frame nearest to where its sound begins, so
 * however many cuts there are, picture and sound are never further apart than half a frame.
 */
export function framePartsOf(excerpt: Excerpt, fit: FitPlan, frameRate: number): FramePart[] {
  const movingFrames = pictureFrames(lengthMs(excerpt), fit, frameRate);
  const perMs = (fit.slow * frameRate) / (1000 * excerpt.speed);
  let playedMs = 0;
  const { startMs: firstMs } = excerpt;
  const kept = keptParts(excerpt);
  if (kept.length === 0) kept.push({ startMs: firstMs, endMs: firstMs });
  const begun = kept.map(({ startMs, endMs }) => {
    const at = playedMs * perMs;
    playedMs += endMs - startMs;
    const startFrame = Math.min(movingFrames, Math.round(at));
    return { startFrame, uncutFrame: Math.round((startMs - firstMs) * perMs + startFrame - at) };
  });
  return begun
    .map((part, index) => ({
      ...part,
      frames: (begun[index + 1]?.startFrame ?? movingFrames) - part.startFrame,
    }))
    .filter(({ frames }) => frames > 0);
}
