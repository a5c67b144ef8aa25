import type { FilmTimeline, PlacedClip, PlacedPart, Slope } from './timeline.ts';

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
