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

/**
 * Returns the index among `leads` of the clip at a second of the film. It is the last one at the film's end,
 * and -1 if there are no clips.
 */
export function clipAt({ leads }: FilmTimeline, second: number): number {
  const index = leads.findIndex(({ leads: { to } }) => second < to);
  return index >= 0 ? index : leads.length - 1;
}

export const isCrossfade = (slope: Slope | null): slope is Slope => slope?.transition === 'crossfade';

/**
 * Returns the clips that are shown while a clip leads; during a crossfade also the other part's clip. The
 * later part is in front of the earlier one.
 */
export function shownWith({ clips }: FilmTimeline, lead: PlacedClip, second: number): PlacedClip[] {
  const { rise, fall } = lead.place;
  if (!isCrossfade(rise) && !isCrossfade(fall)) return [lead];
  const secondary = clips.find(({ place, start, end }) => {
    const isJoined = place.end === lead.place.start ? isCrossfade(rise) : isCrossfade(fall);
    const isNext = place.end === lead.place.start || place.start === lead.place.end;
    return place !== lead.place && isNext && isJoined && start <= second && second < end;
  });
  if (!secondary) return [lead];
  return secondary.place.from < lead.place.from ? [secondary, lead] : [lead, secondary];
}

/**
 * Returns the completed share of a slope, 0 to 1, at this many seconds after its beginning. Without a slope
 * it is 1.
 */
const fractionElapsed = (slope: Slope | null, since: number): number =>
  slope ? Math.max(0, Math.min(1, since / slope.seconds)) : 1;

/**
 * Returns how far a part has appeared (0 to 1), and how far it has not yet disappeared, at a second of the
 * film.
 */
const slopesAt = ({ rise, fall, from, until }: PlacedPart, second: number): [number, number] => [
  fractionElapsed(rise, second - from),
  fractionElapsed(fall, until - second),
];

/** Returns the opacity of a part's video over the one behind it, 0 to 1. */
export const opacityAt = (place: PlacedPart, second: number): number =>
  isCrossfade(place.rise) ? slopesAt(place, second)[0] : 1;

/**
 * Returns the visible share of a part's video, 0 to 1. Everything drawn into the video has the same opacity.
 */
export const seenAt = (place: PlacedPart, second: number): number => Math.min(...slopesAt(place, second));

/** Returns the brightness of a part, 0 to 1, which a dip reduces. */
export function dippedAt(place: PlacedPart, second: number): number {
  const dipped = (slope: Slope | null): Slope | null => (isCrossfade(slope) ? null : slope);
  return seenAt({ ...place, rise: dipped(place.rise), fall: dipped(place.fall) }, second);
}

/** Returns the brightness of the film, 0 to 1. */
export function lightAt(timeline: FilmTimeline, second: number): number {
  const place = timeline.leads[clipAt(timeline, second)]?.place;
  return place ? dippedAt(place, second) : 1;
}

/** Returns how far audio has passed its slope at a cut, 0 to 1. A slope of no length is a step at the cut. */
function audioGone(slope: Slope | null, since: number): number {
  if (!slope) return 1;
  const { before, after } = slope.audio;
  return before + after > 0
    ? Math.max(0, Math.min(1, (since + before) / (before + after)))
    : Number(since >= 0);
}

/**
 * Returns the gain of a part at a second of the film, 0 to 1. Two parts that crossfade keep constant power.
 */
export function loudnessAt({ rise, fall, start, end }: PlacedPart, second: number): number {
  const risen = audioGone(rise, second - start);
  const remaining = 1 - (fall ? audioGone(fall, second - end) : 0);
  return Math.sin((risen * Math.PI) / 2) * Math.sin((remaining * Math.PI) / 2);
}

/** Returns the second of the source that a clip shows at a second of the film. */
export const sourceAt = ({ from, rate, start, end }: PlacedClip, second: number): number =>
  from + (Math.min(end, Math.max(start, second)) - start) * rate;

/** Returns the second of the film at which a clip shows a second of its source that is inside the clip. */
export const filmAt = ({ from, rate, start, end }: PlacedClip, source: number): number =>
  rate === 0 ? start : Math.min(end, Math.max(start, start + (source - from) / rate));

/**
 * Returns the second of the film at which a part shows a second of its source, or the nearest one that it
 * shows. Returns `null` for a part without a source.
 */
export function filmSecondOf(timeline: FilmTimeline, id: string, source: number): number | null {
  let best: { away: number; at: number } | null = null;
  for (const clip of timeline.leads) {
    if (clip.part.id !== id) continue;
    const at = Math.min(clip.leads.to, Math.max(clip.leads.from, filmAt(clip, source)));
    const away = Math.abs(sourceAt(clip, at) - source);
    if (!best || away < best.away) best = { away, at };
  }
  return best && best.at;
}

/** Whether a part shows a second of a video. */
const shows = ({ leads }: FilmTimeline, id: string, src: string, source: number): boolean =>
  leads.some(
    ({ part, rate, from, start, end }) =>
      part.id === id && part.src === src && source >= from && source < from + (end - start) * rate,
  );

/**
 * Returns the second of an edited film that continues the frame at `second` of the earlier one. It is the
 * same frame of the same part, or of a part that has contained it since, as after a split. Otherwise it is
 * the nearest second of the part or, if the part was removed, the start of the next remaining part.
 */
export function followEdit(before: FilmTimeline, after: FilmTimeline, second: number): number {
  const at = clipAt(before, second);
  const clip = before.leads[at];
  if (!clip) return 0;
  const { id, src } = clip.part;
  const place = after.parts.get(id);
  if (src !== null && clip.rate > 0) {
    const source = sourceAt(clip, second);
    const heir = [id, ...after.parts.keys()].find(
      (one) => shows(after, one, src, source) && (one === id || !shows(before, one, src, source)),
    );
    const filmSecond = filmSecondOf(after, heir ?? id, source);
    if (filmSecond !== null) return filmSecond;
  }
  if (place) return Math.min(place.end, Math.max(place.start, place.start + second - clip.place.start));
  const next = before.leads.slice(at).find(({ part }) => after.parts.has(part.id));
  return next ? after.parts.get(next.part.id)!.start : after.length;
}
