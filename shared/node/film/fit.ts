import { framesToMs, msToFrames, msToFramesUp } from './timing.ts';

/** A narration starts this long after its section, and the section lasts this long after the narration (ms). */
export const NARRATION_LEAD_MS = 150;
export const NARRATION_TAIL_MS = 150;
export const MAX_TEMPO = 1.2;
export const MAX_SLOW = 1.15;

export interface FitInput {
  /** Length of the range that the creator chose, in ms. */
  sectionMs: number;
  /** Length of the narration as recorded, in ms; null plays the original sound. */
  narrationMs: number | null;
  /** Picture of the source after the out point that may be shown when the narration is longer, in ms. */
  availableAfterMs: number;
  /** Frames a second of the film; divides 48,000. */
  frameRate: number;
  /** An image or a title card: it stands as long as its narration, at the narration's own speed. */
  still?: boolean;
}

export type FitStep = 'tempo' | 'extend' | 'slow' | 'freeze';

export interface FitPlan {
  /** How much faster the narration is played, 1 to 1.2. */
  tempo: number;
  /** Picture shown after the out point, in ms of the source. */
  extendMs: number;
  /** How many times longer the picture (extension included) takes, 1 to 1.15. */
  slow: number;
  /** How long the last picture stands at the end, in ms of the film. */
  freezeMs: number;
  /** Frames and length of the section in the film. */
  effectiveFrames: number;
  effectiveMs: number;
  /** What was needed, in the order it was taken; empty when the section stays as it is. */
  applied: FitStep[];
}

/**
 * Makes a section long enough for its narration, taking the least visible means first: the picture as it is, the
 * voice up to 1.2 times faster, more picture after the out point, the picture up to 1.15 times slower, the last
 * picture frozen. A narration is never cut and never slowed, and a section is never shorter than its range.
 */
export function planFit(input: FitInput): FitPlan {
  const { sectionMs, narrationMs, frameRate } = input;
  const baseFrames = Math.max(1, msToFrames(sectionMs, frameRate));
  const plan: FitPlan = {
    tempo: 1,
    extendMs: 0,
    slow: 1,
    freezeMs: 0,
    effectiveFrames: baseFrames,
    effectiveMs: framesToMs(baseFrames, frameRate),
    applied: [],
  };
  if (narrationMs === null) return plan;
  const around = NARRATION_LEAD_MS + NARRATION_TAIL_MS;

  if (!input.still && narrationMs + around > sectionMs) {
    const wanted = sectionMs > around ? narrationMs / (sectionMs - around) : MAX_TEMPO;
    plan.tempo = Math.min(MAX_TEMPO, Math.ceil(wanted * 1000) / 1000);
    if (plan.tempo > 1) plan.applied.push('tempo');
  }
  const frames = Math.max(baseFrames, msToFramesUp(narrationMs / plan.tempo + around, frameRate));
  plan.effectiveFrames = frames;
  plan.effectiveMs = framesToMs(frames, frameRate);
  const neededMs = (frames * 1000) / frameRate;
  if (frames === baseFrames) return plan;

  if (!input.still) {
    plan.extendMs = Math.round(Math.min(Math.max(0, input.availableAfterMs), neededMs - sectionMs));
    if (plan.extendMs > 0) plan.applied.push('extend');
    const pictureMs = sectionMs + plan.extendMs;
    // Less than a frame missing is no reason to resample the picture.
    if (msToFrames(pictureMs, frameRate) < frames && pictureMs > 0) {
      plan.slow = Math.min(MAX_SLOW, Math.ceil((neededMs / pictureMs) * 1000) / 1000);
      if (plan.slow > 1) plan.applied.push('slow');
    }
  }
  const frozen = frames - pictureFrames(sectionMs, plan, frameRate);
  if (frozen > 0) {
    plan.freezeMs = framesToMs(frozen, frameRate);
    plan.applied.push('freeze');
  }
  return plan;
}

/** Frames of the film that show moving picture under this plan; the rest of `effectiveFrames` is frozen. */
export function pictureFrames(sectionMs: number, plan: FitPlan, frameRate: number): number {
  const frames = Math.max(1, msToFrames((sectionMs + plan.extendMs) * plan.slow, frameRate));
  return Math.min(plan.effectiveFrames, frames);
}

/** The length in the film, in ms, of a section whose narration is known (null: the original sound). */
export function effectiveLength(input: FitInput): number {
  return planFit(input).effectiveMs;
}
