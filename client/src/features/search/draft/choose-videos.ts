import type { DraftMinutes } from '#contract/draft-lengths.ts';
import { searchKey, searchWords } from '#text/words/search-words.ts';
import type { Video } from '#contract/videos.ts';

/** The largest number of videos from which a film of this many minutes is drafted. */
const MOST: Record<DraftMinutes, number> = { 1: 3, 2: 4, 5: 8 };
/**
 * The longest video that is chosen, in seconds. A longer one takes long to transcribe and seldom has a single
 * topic.
 */
const LONGEST = 1800;

interface Limits {
  maxVideos: number;
  maxTotalSeconds: number;
}

/**
 * Chooses the hits from which a film is drafted, in their order. Hits whose title and description contain
 * most of the words are preferred, then earlier ones, within the installation's limits. The same hits always
 * give the same videos.
 */
export function chooseVideos(
  hits: readonly Video[],
  words: string,
  minutes: DraftMinutes,
  { maxVideos, maxTotalSeconds }: Limits,
): Video[] {
  const searched = searchWords(words);
  const score = ({ title, description }: Video): number => {
    const text = searchKey(`${title} ${description ?? ''}`);
    return searched.filter((word) => text.includes(word)).length;
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
