import type { VideoRow } from '#core/repositories/media/videos.ts';

/** What is stored of a hit: its source, and what distinguishes it. */
export interface Hit {
  id: string;
  source: string;
  /** The title's words in lower case, without punctuation. */
  title: string;
  channel: string;
  durationMs: number;
}

/** The tolerance of a video's length, in ms: sites measure it slightly differently. */
const TOLERANCE_MS = 2_000;
/** The share of words that two names of one channel have in common. */
const SIMILAR = 0.5;

export const toHit = (row: VideoRow): Hit => ({
  id: row.id,
  source: row.source,
  title: wordsOf(row.title),
  channel: wordsOf(row.channel),
  durationMs: row.durationMs,
});

/**
 * Whether two hits are the same video: the same one of a source, or of two sources with the same title,
 * length and channel. Two hits of one source are different videos.
 */
export function isSameVideo(a: Hit, b: Hit): boolean {
  if (a.source === b.source) return a.id === b.id;
  return (
    a.title !== '' &&
    a.title === b.title &&
    a.durationMs > 0 &&
    b.durationMs > 0 &&
    Math.abs(a.durationMs - b.durationMs) <= TOLERANCE_MS &&
    isSimilar(a.channel, b.channel)
  );
}

/** "NASA" and "NASA Official", "The Lake Channel" and "Lake Channel". */
function isSimilar(a: string, b: string): boolean {
  const [one, other] = [new Set(a.split(' ')), new Set(b.split(' '))];
  const common = [...one].filter((word) => other.has(word)).length;
  return common / Math.max(one.size, other.size) >= SIMILAR;
}

/** Marks belong to their letters: without them, Hindi and Bengali words would be split. */
const wordsOf = (text: string) =>
  (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  ).join(' ');
