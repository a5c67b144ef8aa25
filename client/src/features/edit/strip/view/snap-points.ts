import type { Section, SectionWords } from '#contract/sections.ts';
import { type Edge, edgesOfWords, hasRange, spanOf } from '../../section/ranges.ts';

/** The distance to the edge within which a point is ignored, in seconds. A short trim would snap back. */
const OWN_PLACE = 0.05;

interface DraggedEdge {
  section: Section;
  edge: Edge;
  sections: readonly Section[];
  /** The section's words and the silences around it; `null` until they are loaded. */
  words: SectionWords | null;
  /** The position of the preview, in seconds of the section's source; `null` while it shows another section. */
  playhead: number | null;
}

/**
 * Returns the times of a section's source to which a dragged edge snaps, in seconds: words and silences of
 * its video, edges of other sections of the video, and the playhead.
 */
export function snapPoints({ section, edge, sections, words, playhead }: DraggedEdge): number[] {
  const isOfVideo = (other: Section): boolean =>
    hasRange(other) && other.videoURL === null && other.videoId === section.videoId;
  const places = playhead === null ? [] : [playhead];
  const sounds: number[] = [];
  if (isOfVideo(section)) {
    const others = sections.filter((other) => other.id !== section.id && isOfVideo(other));
    places.push(...others.flatMap(({ startTime, endTime }) => [startTime, endTime]));
    const silences = words?.silences ?? [];
    // A section starts where a silence ends, and ends where one begins.
    sounds.push(...silences.map(({ startMs, endMs }) => (edge === 'start' ? endMs : startMs) / 1000));
    sounds.push(...edgesOfWords(edge, words?.heard ?? []));
  }
  const from = spanOf(section)[edge];
  return [...sounds, ...places.filter((place) => Math.abs(place - from) > OWN_PLACE)];
}
