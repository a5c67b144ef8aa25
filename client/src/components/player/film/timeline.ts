import { FILM_FRAME_RATE } from '#contract/frames.ts';
import type { Placement } from '#contract/framing.ts';
import { framePlaces, framesOf, type FilmJoin, joinsOf, type TransitionWish } from '#contract/transitions.ts';

/** A stretch of a part that plays its source at one speed. Times in seconds. */
export interface Clip {
  /** How long it lasts in the film. */
  length: number;
  /** The second of the source with which it begins. */
  from: number;
  /** Seconds of the source in a second of the film; 0 holds the picture. */
  rate: number;
}

export interface PartSound {
  /** Factors of the own sound and of that under a narration; 0 is silent. */
  own: number;
  under: number;
  /** How loud the own sound is at a second of the part, as a part of these: it may rise and fall. */
  fade: (at: number) => number;
  narration: {
    url: string;
    tempo: number;
    /** When it begins, and when it speaks, in seconds of the part. */
    lead: number;
    spoken: { start: number; end: number }[];
  } | null;
}

/** A part of a film, such as a section. */
export interface FilmPart {
  id: string;
  /** The video's URL; null for a still. */
  src: string | null;
  /** One after another. */
  clips: Clip[];
  sound: PartSound;
  placement: Placement;
  /** How the film goes on to the next part. */
  transition: TransitionWish;
}

/** How a part appears or disappears, and for how long, in seconds. */
export interface Slope {
  transition: FilmJoin['transition'];
  seconds: number;
}

/** A part in the film; times in seconds of the film. */
export interface PlacedPart {
  /** Its place up to the next part's; in a crossfade that is the middle. */
  start: number;
  end: number;
  /** When it is seen and heard: in a crossfade two parts are at once. */
  from: number;
  until: number;
  /** Null for a cut. */
  rise: Slope | null;
  fall: Slope | null;
}

/** A clip in the film; times in seconds of the film. */
export interface PlacedClip extends Clip {
  part: FilmPart;
  place: PlacedPart;
  start: number;
  end: number;
  /** When the film's clock follows it: its time within its part's place. */
  leads: { from: number; to: number };
}

export interface FilmTimeline {
  /** By their starts. In a crossfade two are shown at once. */
  clips: PlacedClip[];
  /** Those that the clock follows, one after another without a gap. */
  leads: PlacedClip[];
  /** Where each part is, by its id. */
  parts: Map<string, PlacedPart>;
  length: number;
}

export const EMPTY: FilmTimeline = { clips: [], leads: [], parts: new Map(), length: 0 };

const slopeOf = (join: FilmJoin | null | undefined): Slope | null =>
  join ? { transition: join.transition, seconds: join.reach / FILM_FRAME_RATE } : null;

/** Puts parts one after another, with their transitions, as the rendered film has them. */
export function layOut(parts: FilmPart[]): FilmTimeline {
  const sized = parts.map(({ clips, transition }) => ({
    ...transition,
    frames: framesOf(clips.reduce((sum, { length }) => sum + length, 0)),
  }));
  const joins = joinsOf(sized, FILM_FRAME_RATE);
  const places = framePlaces(sized, joins).map(({ originFrame, startFrame, frames }, index): PlacedPart => {
    const seconds = (frame: number): number => frame / FILM_FRAME_RATE;
    return {
      start: seconds(startFrame),
      end: seconds(startFrame + frames),
      from: seconds(originFrame),
      until: seconds(originFrame + sized[index]!.frames),
      rise: slopeOf(joins[index - 1]),
      fall: slopeOf(joins[index]),
    };
  });
  const clips = parts.flatMap((part, index) => placeClips(part, places[index]!));
  return {
    clips: clips.toSorted((a, b) => a.start - b.start),
    leads: clips.filter(({ leads }) => leads.to > leads.from),
    parts: new Map(parts.map(({ id }, index) => [id, places[index]!])),
    length: places.at(-1)?.end ?? 0,
  };
}

function placeClips(part: FilmPart, place: PlacedPart): PlacedClip[] {
  let at = place.from;
  return part.clips.map((clip, index) => {
    const start = at;
    // A part has whole frames.
    at = index === part.clips.length - 1 ? Math.max(start, place.until) : start + clip.length;
    const leads = { from: Math.max(start, place.start), to: Math.min(at, place.end) };
    return { ...clip, part, place, start, end: at, leads };
  });
}

/** The place among `leads` of the clip at a second of the film; the last one at its end, -1 without any. */
export function clipAt({ leads }: FilmTimeline, second: number): number {
  const found = leads.findIndex(({ leads: { to } }) => second < to);
  return found >= 0 ? found : leads.length - 1;
}

const crossfades = (slope: Slope | null): boolean => slope?.transition === 'crossfade';

/** What is shown while a clip leads: in a crossfade also the other part's clip. The later part is over the earlier. */
export function shownWith({ clips }: FilmTimeline, lead: PlacedClip, second: number): PlacedClip[] {
  const { rise, fall } = lead.place;
  if (!crossfades(rise) && !crossfades(fall)) return [lead];
  const beside = clips.find(({ place, start, end }) => {
    const isJoined = place.end === lead.place.start ? crossfades(rise) : crossfades(fall);
    const isNext = place.end === lead.place.start || place.start === lead.place.end;
    return place !== lead.place && isNext && isJoined && start <= second && second < end;
  });
  if (!beside) return [lead];
  return beside.place.from < lead.place.from ? [beside, lead] : [lead, beside];
}

/** The part of its way that a slope has gone, 0 to 1, at seconds since its beginning; without one, all of it. */
const gone = (slope: Slope | null, since: number): number =>
  slope ? Math.max(0, Math.min(1, since / slope.seconds)) : 1;

/** How far a part has appeared (0 to 1), and how far it has not yet disappeared, at a second of the film. */
const slopesAt = ({ rise, fall, from, until }: PlacedPart, second: number): [number, number] => [
  gone(rise, second - from),
  gone(fall, until - second),
];

/** How much of a part's picture covers the one under it, 0 to 1. */
export const opacityAt = (place: PlacedPart, second: number): number =>
  crossfades(place.rise) ? slopesAt(place, second)[0] : 1;

/** How much of a part's picture is seen, 0 to 1: what is drawn into it is seen as much. */
export const seenAt = (place: PlacedPart, second: number): number => Math.min(...slopesAt(place, second));

/** How much light a film has, 0 to 1: a dip takes it away. */
export function lightAt(timeline: FilmTimeline, second: number): number {
  const place = timeline.leads[clipAt(timeline, second)]?.place;
  if (!place) return 1;
  const dipped = (slope: Slope | null): Slope | null => (crossfades(slope) ? null : slope);
  return seenAt({ ...place, rise: dipped(place.rise), fall: dipped(place.fall) }, second);
}

/** How loud a part is, 0 to 1, at a second of the film: two that crossfade keep their power. */
export function loudnessAt(place: PlacedPart, second: number): number {
  const [risen, left] = slopesAt(place, second);
  return Math.sin((risen * Math.PI) / 2) * Math.sin((left * Math.PI) / 2);
}

/** The second of the source that a clip shows at a second of the film. */
export const sourceAt = ({ from, rate, start, end }: PlacedClip, second: number): number =>
  from + (Math.min(end, Math.max(start, second)) - start) * rate;

/** The second of the film at which a clip shows a second of its source, inside the clip. */
export const filmAt = ({ from, rate, start, end }: PlacedClip, source: number): number =>
  rate === 0 ? start : Math.min(end, Math.max(start, start + (source - from) / rate));

/** The second of the film at which a part shows a second of its source, or the nearest that it shows; null without it. */
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
 * The second of an edited film that continues what showed at `second` of the earlier one: the same picture of the same
 * part, or of one that has it only since, as after a split; else what is nearest in the part, or where the part was
 * removed, the start of the next part that is still there.
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
    const found = filmSecondOf(after, heir ?? id, source);
    if (found !== null) return found;
  }
  if (place) return Math.min(place.end, Math.max(place.start, place.from + second - clip.place.from));
  const next = before.leads.slice(at).find(({ part }) => after.parts.has(part.id));
  return next ? after.parts.get(next.part.id)!.start : after.length;
}
