import type { VideoRow } from '#core/repositories/media/videos.ts';

/** What is remembered of a hit: its source, and what distinguishes it. */
export interface Hit {
  id: string;
  source: string;
  /** Words only, in lower case. */
  title: string;
  channel: string;
  durationMs: number;
}

/** Sites measure the same video slightly differently, in ms. */
const TOLERANCE_MS = 2_000;
/** The part of their words that two names of one channel share. */
const SIMILAR = 0.5;

export const toHit = (row: VideoRow): Hit => ({
  id: row.id,
  source: row.source,
  title: wordsOf(row.title),
  channel: wordsOf(row.channel),
  durationMs: row.duration_ms,
});

/**
 * Whether two hits are one video: the same one of a source, or in two sources one of the same title, length and
 * channel. Two of one source are different, since a source knows its own.
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

/** Marks belong to their letters: without them words of Hindi and Bengali would fall apart. */
const wordsOf = (text: string) =>
  (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  ).join(' ');
