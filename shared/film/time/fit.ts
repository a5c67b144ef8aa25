import type { Excerpt } from '#contract/excerpt.ts';
import type { Scan } from '#contract/jobs/processing.ts';
import type { Fit } from '#contract/sections.ts';
import { remainingParts } from './cuts.ts';
import { framesToMs, msToFrames } from '../frames.ts';
import { AROUND_MS, lengthMs, MAX_SPEED, narratedLength } from './section-length.ts';

export const MAX_SLOW = 1.15;

/** Speeds are rounded to steps, so that a trim by one frame does not need another recording. */
const SPEED_STEPS = 50;
/** An out point this close to a cut counts as being on it, in ms. */
const ON_CUT_MS = 60;
/** A foreign shot shown for less than this is a flash, in ms. */
const SHORTEST_SHOT_MS = 1_000;

/**
 * Video after the out point, in ms of the film: the length up to the next cut, and the shortest useful
 * length.
 */
export interface Room {
  availableMs: number;
  leastMs: number;
}

export const NO_ROOM: Room = { availableMs: 0, leastMs: 0 };

/**
 * Returns how far the video may continue after an out point: to the next suitable cut, so that no piece of a
 * foreign shot flashes up. After an out point on a cut, the whole next shot may follow, but not a fraction.
 */
export function roomAfter(excerpt: Excerpt, scan: Pick<Scan, 'shotsMs' | 'durationMs'>): Room {
  const endMs = remainingParts(excerpt).at(-1)?.endMs ?? excerpt.endMs;
  const onCut = scan.shotsMs.some((cut) => Math.abs(cut - endMs) <= ON_CUT_MS);
  const next = scan.shotsMs.find((cut) => cut > endMs + ON_CUT_MS) ?? scan.durationMs;
  const availableMs = Math.max(0, lengthMs({ ...excerpt, startMs: endMs, endMs: next, cuts: [] }));
  return { availableMs, leastMs: onCut ? SHORTEST_SHOT_MS : 0 };
}

/**
 * Returns the voice's speed relative to its normal pace, 1 to 1.1, that fits the speech into a section. A
 * still lasts as long as its narration. `narrationMs` is the length at normal pace.
 */
export function voiceSpeed(
  narrationMs: number,
  { excerpt, still }: { excerpt: Excerpt; still: boolean },
): number {
  const sectionMs = lengthMs(excerpt);
  if (still || narrationMs + AROUND_MS <= sectionMs) return 1;
  const exactSpeed = sectionMs > AROUND_MS ? narrationMs / (sectionMs - AROUND_MS) : MAX_SPEED;
  return Math.min(MAX_SPEED, Math.ceil(exactSpeed * SPEED_STEPS) / SPEED_STEPS);
}

export interface FitInput {
  /** Length of the excerpt in the film, in ms. */
  sectionMs: number;
  /** The narration as recorded: its length in ms and its speed; `null` plays the original audio. */
  narration: { durationMs: number; speed: number } | null;
  room: Room;
  /** The film's frames per second; divides 48,000. */
  frameRate: number;
  /** An image or a title card. It lasts as long as its narration, at the narration's own speed. */
  still?: boolean;
}

export interface FitPlan {
  /** The voice's speed relative to its normal pace, 1 to 1.1. */
  speed: number;
  /** The playback speed of the recording, 1 to 1.2. */
  tempo: number;
  /** Video shown after the out point, in ms of the film before it is slowed. */
  extendMs: number;
  /** The factor by which the video (including the extension) is stretched, 1 to 1.15. */
  slow: number;
  /** The duration for which the last frame is held at the end, in ms of the film. */
  freezeMs: number;
  /** Frames and length of the section in the film. */
  effectiveFrames: number;
  effectiveMs: number;
  /** The means used, in the order applied; empty if the section is unchanged. */
  applied: Fit['applied'];
}

/**
 * Makes a section long enough for its narration, by the least visible means first: the video as it is; the
 * voice up to 1.1 times faster (`voiceSpeed`, before it is recorded); its recording up to 1.2 times faster;
 * more video up to the next suitable cut; the video up to 1.15 times slower; the last frame held. A narration
 * is never cut and never slowed, and a section is never shorter than its range.
 */
export function planFit(input: FitInput): FitPlan {
  const { sectionMs, narration, frameRate } = input;
  const baseFrames = Math.max(1, msToFrames(sectionMs, frameRate));
  const plan: FitPlan = {
    speed: narration?.speed ?? 1,
    tempo: 1,
    extendMs: 0,
    slow: 1,
    freezeMs: 0,
    effectiveFrames: baseFrames,
    effectiveMs: framesToMs(baseFrames, frameRate),
    applied: [],
  };
  if (narration === null) return plan;
  if (plan.speed > 1) plan.applied.push('speed');

  const { tempo, frames } = narratedLength({
    sectionMs,
    narrationMs: narration.durationMs,
    frameRate,
    still: input.still ?? false,
  });
  plan.tempo = tempo;
  if (tempo > 1) plan.applied.push('tempo');
  plan.effectiveFrames = frames;
  plan.effectiveMs = framesToMs(frames, frameRate);
  if (frames === baseFrames || input.still) return plan;

  const neededMs = (frames * 1000) / frameRate;
  const missingMs = neededMs - sectionMs;
  const { availableMs, leastMs } = input.room;
  if (missingMs >= leastMs) plan.extendMs = Math.round(Math.min(Math.max(0, availableMs), missingMs));
  if (plan.extendMs > 0) plan.applied.push('extend');
  const pictureMs = sectionMs + plan.extendMs;
  // Less than one missing frame does not justify resampling the video.
  if (msToFrames(pictureMs, frameRate) < frames && pictureMs > 0) {
    plan.slow = Math.min(MAX_SLOW, Math.ceil((neededMs / pictureMs) * 1000) / 1000);
    if (plan.slow > 1) plan.applied.push('slow');
  }
  const frozen = frames - pictureFrames(sectionMs, plan, frameRate);
  if (frozen > 0) {
    plan.freezeMs = framesToMs(frozen, frameRate);
    plan.applied.push('freeze');
  }
  return plan;
}

/** Fits a section to its narration, based on the scan of its video. A still has no scan. */
export function fitSection({
  excerpt,
  scan,
  ...input
}: Omit<FitInput, 'sectionMs' | 'room'> & {
  excerpt: Excerpt;
  scan: Pick<Scan, 'shotsMs' | 'durationMs'> | undefined;
}): FitPlan {
  const room = scan ? roomAfter(excerpt, scan) : NO_ROOM;
  return planFit({ ...input, sectionMs: lengthMs(excerpt), room });
}

/** Returns a plan as the API reports it for a section and its film. */
export function reportedFit({ applied, speed, tempo, slow, extendMs, freezeMs }: FitPlan): Fit {
  return { applied, speed, tempo, slow, extend: extendMs / 1000, freeze: freezeMs / 1000 };
}

/**
 * Returns the number of film frames that show moving video under this plan. The rest of `effectiveFrames` is
 * held.
 */
export function pictureFrames(sectionMs: number, plan: FitPlan, frameRate: number): number {
  const frames = Math.max(1, msToFrames((sectionMs + plan.extendMs) * plan.slow, frameRate));
  return Math.min(plan.effectiveFrames, frames);
}
