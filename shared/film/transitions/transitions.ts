import type { SectionEdge, SectionEdges } from '#contract/section-edges.ts';
import type { SectionSettings } from '#contract/section-settings.ts';
import { FILM_FRAME_RATE, msToFrames } from '../frames.ts';

/** The transition that the creator chose after a section. The last section's has no effect. */
export type ChosenTransition = Pick<SectionSettings, 'transition' | 'transitionSeconds'>;

export const CUT: ChosenTransition = { transition: 'cut', transitionSeconds: 1 };

/** Used if the section's edges are unknown: its crossfade holds a frame, and its audio is not mixed. */
const UNKNOWN_EDGE: SectionEdge = { handleMs: 0, insideMs: 0, outsideMs: 0 };
const UNKNOWN_EDGES: SectionEdges = { start: UNKNOWN_EDGE, end: UNKNOWN_EDGE };

/** A part of a transition, in frames before and after its cut. */
export interface Reach {
  before: number;
  after: number;
}

/** The frames that a crossfade uses beside the two sections' own frames, in frames of the film. */
export interface Blend {
  /** The frames over which the first section's audio fades out, and the second one's fades in. */
  fall: Reach;
  rise: Reach;
  /** Video of the first section's source after its end, and of the second one's before its start. */
  handles: Reach;
}

/**
 * The transition between two sections, in frames of the film. It changes neither their positions nor the
 * film's length: what a crossfade shows of a section beyond its edge lies under or over the other section.
 */
export interface FilmJoin extends Reach {
  transition: 'crossfade' | 'dip';
  /** `null` for a dip. */
  blend: Blend | null;
}

/** The values of a section on which its joins depend. */
export type JoinedSection = ChosenTransition & { frames: number; edges?: SectionEdges | undefined };

/**
 * Returns the join after each section but the last, `null` for a cut. A transition takes at most half of
 * either section, so that the two transitions of a short section do not overlap.
 */
export function joinsOf(sections: readonly JoinedSection[], frameRate: number): (FilmJoin | null)[] {
  return sections.slice(1).map((second, index) => {
    const first = sections[index]!;
    const { transition, transitionSeconds } = first;
    if (transition === 'cut') return null;
    const room = Math.floor(Math.min(first.frames, second.frames) / 2);
    const requestedFrames = msToFrames(transitionSeconds * 1000, frameRate);
    const isDip = transition === 'dip';
    const before = Math.min(room, isDip ? Math.ceil(requestedFrames / 2) : Math.floor(requestedFrames / 2));
    const after = Math.min(room, Math.ceil(requestedFrames / 2));
    if (after === 0) return null;
    const edges = [first.edges ?? UNKNOWN_EDGES, second.edges ?? UNKNOWN_EDGES] as const;
    const blend = isDip ? null : blendOf({ before, after }, edges[0].end, edges[1].start, frameRate);
    return { transition, before, after, blend };
  });
}

/**
 * No word is mixed with another section: audio fades only where neither section has a word, and extends
 * beyond a section only where its source has none.
 */
function blendOf(
  { before, after }: Reach,
  first: SectionEdge,
  second: SectionEdge,
  frameRate: number,
): Blend {
  const framesIn = (ms: number) => Math.floor((ms * frameRate) / 1000);
  const quietBefore = Math.min(before, framesIn(first.insideMs));
  const quietAfter = Math.min(after, framesIn(second.insideMs));
  return {
    fall: { before: quietBefore, after: Math.min(quietAfter, framesIn(first.outsideMs)) },
    rise: { before: Math.min(quietBefore, framesIn(second.outsideMs)), after: quietAfter },
    handles: {
      before: Math.min(before, framesIn(second.handleMs)),
      after: Math.min(after, framesIn(first.handleMs)),
    },
  };
}

/** Returns the length of a transition in the film, in frames. */
export const joinFrames = ({ before, after }: Reach): number => before + after;

/** Returns how long a crossfade mixes the audio of its sections, in frames; `null` for a dip. */
export const mixedFrames = ({ blend }: Pick<FilmJoin, 'blend'>): number | null =>
  blend && Math.max(blend.fall.before, blend.rise.before) + Math.max(blend.fall.after, blend.rise.after);

/** The position of a section in its film, in frames of the film. */
export interface FramePlace {
  startFrame: number;
  frames: number;
}

/** Places sections one after another, without gaps. */
export function framePlaces(sections: readonly { frames: number }[]): FramePlace[] {
  let startFrame = 0;
  return sections.map(({ frames }) => {
    const place = { startFrame, frames };
    startFrame += frames;
    return place;
  });
}

/** Converts a section's length to frames of the film. */
export const framesOf = (seconds: number): number => msToFrames(seconds * 1000, FILM_FRAME_RATE);

/** Returns the length of a film in seconds: the sum of its sections' lengths. */
export const filmSeconds = (sections: readonly { effectiveDuration: number }[]): number =>
  sections.reduce((sum, { effectiveDuration }) => sum + framesOf(effectiveDuration), 0) / FILM_FRAME_RATE;

/** A time range in ms of a section. */
interface Range {
  startMs: number;
  endMs: number;
}

/** A caption that a crossfade would shorten below this is shown during the crossfade, in ms. */
const MIN_CAPTION_MS = 700;

/**
 * Returns when a caption of a section is shown: outside the crossfades at the section's edges. A caption that
 * would almost disappear keeps its own time up to the cut, so that no text is lost. Captions of two sections
 * never overlap.
 * @param length of the section, and of its crossfades' parts inside it, in ms
 * @returns `null` if no part of the caption is in the section
 */
export function captionRange(
  { startMs, endMs }: Range,
  { lengthMs, headMs, tailMs }: { lengthMs: number; headMs: number; tailMs: number },
): Range | null {
  const own = { startMs: Math.max(0, startMs), endMs: Math.min(lengthMs, endMs) };
  if (own.startMs >= own.endMs) return null;
  const clear = { startMs: Math.max(own.startMs, headMs), endMs: Math.min(own.endMs, lengthMs - tailMs) };
  if (clear.endMs - clear.startMs >= Math.min(MIN_CAPTION_MS, own.endMs - own.startMs)) return clear;
  const isLate = own.startMs + own.endMs > lengthMs;
  return isLate
    ? { ...own, startMs: Math.max(own.startMs, Math.min(headMs, own.endMs - MIN_CAPTION_MS)) }
    : { ...own, endMs: Math.min(own.endMs, Math.max(lengthMs - tailMs, own.startMs + MIN_CAPTION_MS)) };
}
