import { cutsWithin, isCut, partOfWords } from '#film/time/cuts.ts';
import type { Part } from '#contract/cuts.ts';
import type { Section, Word } from '#contract/sections.ts';
import { sectionExcerpt } from './ranges.ts';

export const partOf = ({ start, end }: Word): Part => ({
  startMs: Math.round(start * 1000),
  endMs: Math.round(end * 1000),
});

/** Returns the indexes of the words that a section's cuts remove. */
export function cutWords({ cuts }: Section, words: Word[]): Set<number> {
  return new Set(words.flatMap((word, index) => (isCut(cuts, partOf(word)) ? [index] : [])));
}

/** Returns the cut parts that contain no word, such as pauses, by the index of the following word. */
export function cutPauses(section: Section, words: Word[]): Map<number, Part[]> {
  const pauses = new Map<number, Part[]>();
  for (const cut of cutsWithin(sectionExcerpt(section))) {
    if (words.some((word) => isCut([cut], partOf(word)))) continue;
    const after = words.findIndex((word) => word.start * 1000 >= cut.startMs);
    const at = after < 0 ? words.length : after;
    pauses.set(at, [...(pauses.get(at) ?? []), cut]);
  }
  return pauses;
}

/**
 * Returns the part that is cut with the words from one index to another.
 * @param silences the silences of the video, to find the pause after the words
 */
export function partBetween(
  words: Word[],
  [first, last]: [first: number, last: number],
  silences: readonly Part[] | undefined,
): Part | null {
  const [from, to, next] = [words[first], words[last], words[last + 1]];
  return from && to ? partOfWords(partOf(from), partOf(to), { next: next && partOf(next), silences }) : null;
}

/** Returns the cut that removes a word. */
export const cutOf = ({ cuts }: Section, word: Word): Part | undefined =>
  cuts.find((cut) => isCut([cut], partOf(word)));

/** Returns the first few words, for a message. */
export function firstWords(words: Word[]): string {
  const excerpt = words.slice(0, 4).map(({ text }) => text);
  return `“${excerpt.join(' ')}${words.length > excerpt.length ? ' …' : ''}”`;
}
