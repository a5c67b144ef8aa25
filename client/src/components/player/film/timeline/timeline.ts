import { FILM_FRAME_RATE } from '#film/frames.ts';
import type { ShownPlacement } from '#film/framing/framing.ts';
import type { SectionEdges } from '#contract/section-edges.ts';
import {
  framePlaces,
  framesOf,
  type FilmJoin,
  joinFrames,
  joinsOf,
  type Reach,
  type ChosenTransition,
} from '#film/transitions/transitions.ts';

/** A stretch of a part that plays its source at one speed, with times in seconds. */
export interface Clip {
  /** The clip's duration in the film. */
  length: number;
  /** The second of the source at which it begins. */
  from: number;
  /** Seconds of the source per second of the film; 0 holds the frame. */
  rate: number;
}

export interface PartSound {
  /** The gains of the own audio and of the audio under a narration; 0 is silent. */
  own: number;
  under: number;
  /**
   * Returns the gain of the own audio at a second of the part, relative to these gains. It may rise and fall.
   */
  fade: (at: number) => number;
  narration: {
    url: string;
    tempo: number;
    /** When the narration begins, and when it speaks, in seconds of the part. */
    lead: number;
    spoken: { start: number; end: number }[];
  } | null;
}

/** A part of a film, such as a section. */
export interface FilmPart {
  id: string;
  /** The video's URL; `null` for an image or a card. */
  src: string | null;
  /** The clips, one after another. */
  clips: Clip[];
  sound: PartSound;
  placement: ShownPlacement;
  /** The transition to the next part. */
  transition: ChosenTransition;
  /** The material that crossfades may use at its ends; absent while that is unknown. */
  edges?: SectionEdges | undefined;
}

/** The way in which a part appears or disappears, and its duration, in seconds. */
export interface Slope {
  transition: FilmJoin['transition'];
  seconds: number;
  /** The time over which its audio rises or falls, in seconds before and after the cut. */
  audio: Reach;
}

/** A part in the film, with times in seconds of the film. */
export interface PlacedPart {
  /** The part's range, up to the next part's start. */
  start: number;
  end: number;
  /**
   * The time in which the part is shown. A crossfade extends it beyond the range if the source has more
   * material.
   */
  from: number;
  until: number;
  /** `null` for a cut. */
  rise: Slope | null;
  fall: Slope | null;
}

/** A clip in the film, with times in seconds of the film. */
export interface PlacedClip extends Clip {
  part: FilmPart;
  place: PlacedPart;
  start: number;
  end: number;
  /** When the film's clock follows it: its time within its part's range. */
  leads: { from: number; to: number };
}

export interface FilmTimeline {
  /** All clips by their starts. During a crossfade two are shown concurrently. */
  clips: PlacedClip[];
  /** The clips that the clock follows, one after another without a gap. */
  leads: PlacedClip[];
  /** The range of each part, by its ID. */
  parts: Map<string, PlacedPart>;
  length: number;
}

export const EMPTY: FilmTimeline = { clips: [], leads: [], parts: new Map(), length: 0 };

const inSeconds = (frames: number): number => frames / FILM_FRAME_RATE;
const reachInSeconds = ({ before, after }: Reach): Reach => ({
  before: inSeconds(before),
  after: inSeconds(after),
});

/** Returns how the part after a join fades in. */
function riseOf(join: FilmJoin | null | undefined): Slope | null {
  if (!join) return null;
  const { transition, blend, after } = join;
  const audio = reachInSeconds(blend ? blend.rise : { before: 0, after });
  return { transition, seconds: inSeconds(blend ? joinFrames(join) : after), audio };
}

/** Returns how the part before a join fades out. */
function fallOf(join: FilmJoin | null | undefined): Slope | null {
  if (!join) return null;
  const { transition, blend, before } = join;
  const audio = reachInSeconds(blend ? blend.fall : { before, after: 0 });
  return { transition, seconds: inSeconds(blend ? joinFrames(join) : before), audio };
}

/** Places parts one after another with their transitions, as the rendered film does. */
export function layOut(parts: FilmPart[]): FilmTimeline {
  const sized = parts.map(({ clips, transition, edges }) => ({
    ...transition,
    edges,
    frames: framesOf(clips.reduce((sum, { length }) => sum + length, 0)),
  }));
  const joins = joinsOf(sized, FILM_FRAME_RATE);
  const places = framePlaces(sized).map(({ startFrame, frames }, index): PlacedPart => {
    const [before, after] = [joins[index - 1], joins[index]];
    return {
      start: inSeconds(startFrame),
      end: inSeconds(startFrame + frames),
      from: inSeconds(startFrame - (before?.blend ? before.before : 0)),
      until: inSeconds(startFrame + frames + (after?.blend ? after.after : 0)),
      rise: riseOf(before),
      fall: fallOf(after),
    };
  });
  const clips = parts.flatMap((part, index) =>
    placeClips(part, places[index]!, {
      before: inSeconds(joins[index - 1]?.blend?.handles.before ?? 0),
      after: inSeconds(joins[index]?.blend?.handles.after ?? 0),
    }),
  );
  return {
    clips: clips.toSorted((a, b) => a.start - b.start),
    leads: clips.filter(({ leads }) => leads.to > leads.from),
    parts: new Map(parts.map(({ id }, index) => [id, places[index]!])),
    length: places.at(-1)?.end ?? 0,
  };
}

/** A clip shorter than this is not shown, in seconds. */
const NOTHING = 0.001;

/**
 * Returns a part's clips in the film. Crossfades show more of its source beyond the part, or a held frame.
 */
function placeClips(part: FilmPart, place: PlacedPart, handles: Reach): PlacedClip[] {
  const own = part.clips.map((clip, index) => {
    // A part consists of whole frames.
    const before = part.clips.slice(0, index).reduce((sum, { length }) => sum + length, 0);
    const isLast = index === part.clips.length - 1;
    return isLast ? { ...clip, length: Math.max(0, place.end - place.start - before) } : { ...clip };
  });
  const [first, last] = [own[0], own.at(-1)];
  if (!first || !last) return [];
  const room = { before: place.start - place.from, after: place.until - place.end };
  const more = (clip: Clip, most: number, of: number): number =>
    clip.rate === 0 ? most : Math.min(most, of);
  const [head, tail] = [more(first, room.before, handles.before), more(last, room.after, handles.after)];
  const ends = last.from + last.length * last.rate + tail * last.rate;
  first.from -= head * first.rate;
  first.length += head;
  last.length += tail;
  const hold = (length: number, from: number): Clip[] =>
    length > NOTHING ? [{ length, from, rate: 0 }] : [];
  const all = [...hold(room.before - head, first.from), ...own, ...hold(room.after - tail, ends)];
  let at = place.from;
  return all.map((clip, index) => {
    const start = at;
    at = index === all.length - 1 ? Math.max(start, place.until) : start + clip.length;
    const leads = { from: Math.max(start, place.start), to: Math.min(at, place.end) };
    return { ...clip, part, place, start, end: at, leads };
  });
}
