import type { DraftMinutes } from '#contract/material.ts';
import { searchKey, searchWords } from '#contract/search-words.ts';
import type { Video } from '#contract/videos.ts';

/** How many videos a film of so many minutes is drafted from, at most. */
const MOST: Record<DraftMinutes, number> = { 1: 3, 2: 4, 5: 8 };
/** A longer video takes long to be heard, and is seldom about one thing, in seconds. */
const LONGEST = 1800;

interface Limits {
  maxVideos: number;
  maxTotalSeconds: number;
}

/**
 * The hits that a film is drafted from, in their order: those whose title and description have most of the words, with
 * earlier ones before later ones, as long as the installation takes them together. The same hits always give the same
 * videos.
 */
export function chooseVideos(
  hits: readonly Video[],
  words: string,
  minutes: DraftMinutes,
  { maxVideos, maxTotalSeconds }: Limits,
): Video[] {
  const wanted = searchWords(words);
  const score = ({ title, description }: Video): number => {
    const text = searchKey(`${title} ${description ?? ''}`);
    return wanted.filter((word) => text.includes(word)).length;
  };
  const best = hits
    .map((video, place) => ({ video, place, score: score(video) }))
    .filter(({ video }) => video.duration <= LONGEST)
    .toSorted((a, b) => b.score - a.score || a.place - b.place);
  const chosen: typeof best = [];
  let seconds = 0;
  for (const hit of best) {
    if (chosen.length === Math.min(MOST[minutes], maxVideos)) break;
    if (seconds + hit.video.duration > maxTotalSeconds) continue;
    seconds += hit.video.duration;
    chosen.push(hit);
  }
  return chosen.toSorted((a, b) => a.place - b.place).map(({ video }) => video);
}
