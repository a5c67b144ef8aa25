import type { Section, SectionWords } from '#contract/sections.ts';
import { type Edge, edgesOfWords, hasRange, spanOf } from '../../section/ranges.ts';

/** A place this close to the edge is no target: a short trim would snap back, in seconds. */
const OWN_PLACE = 0.05;

interface DraggedEdge {
  section: Section;
  edge: Edge;
  sections: readonly Section[];
  /** The section's words and the silences around it; `null` until they are loaded. */
  words: SectionWords | null;
  /** The second of the section's source that the preview shows; `null` while it shows another section. */
  playhead: number | null;
}

/**
 * The seconds of a section's source to which a dragged edge snaps: words and silences of its video, the edges of other
 * sections of the video, and the playhead.
 */
export function snapPoints({ section, edge, sections, words, playhead }: DraggedEdge): number[] {
  const isOfVideo = (one: Section): boolean =>
    hasRange(one) && one.videoURL === null && one.videoId === section.videoId;
  const places = playhead === null ? [] : [playhead];
  const sounds: number[] = [];
  if (isOfVideo(section)) {
    const others = sections.filter((one) => one.id !== section.id && isOfVideo(one));
    places.push(...others.flatMap(({ startTime, endTime }) => [startTime, endTime]));
    const silences = words?.silences ?? [];
    // A section starts where a silence ends, and ends where one begins.
    sounds.push(...silences.map(({ startMs, endMs }) => (edge === 'start' ? endMs : startMs) / 1000));
    sounds.push(...edgesOfWords(edge, words?.heard ?? []));
  }
  const from = spanOf(section)[edge];
  return [...sounds, ...places.filter((place) => Math.abs(place - from) > OWN_PLACE)];
}
