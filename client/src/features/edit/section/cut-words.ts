import { cutsWithin, isCut, partOfWords } from '#film/time/cuts.ts';
import type { Part } from '#contract/cuts.ts';
import type { Section, Word } from '#contract/sections.ts';
import { sectionExcerpt } from './ranges.ts';

export const partOf = ({ start, end }: Word): Part => ({
  startMs: Math.round(start * 1000),
  endMs: Math.round(end * 1000),
});

/** Which of a section's words its cuts take out, by index. */
export function cutWords({ cuts }: Section, words: Word[]): Set<number> {
  return new Set(words.flatMap((word, index) => (isCut(cuts, partOf(word)) ? [index] : [])));
}

/** The parts that are cut without a word in them, such as pauses, by the index of the word that each stands before. */
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
 * What is taken out with the words from one index to another.
 * @param silences those of the video, with which the pause after the words is found
 */
export function partBetween(
  words: Word[],
  [first, last]: [first: number, last: number],
  silences: readonly Part[] | undefined,
): Part | null {
  const [from, to, next] = [words[first], words[last], words[last + 1]];
  return from && to ? partOfWords(partOf(from), partOf(to), { next: next && partOf(next), silences }) : null;
}

/** The cut that takes a word out. */
export const cutOf = ({ cuts }: Section, word: Word): Part | undefined =>
  cuts.find((cut) => isCut([cut], partOf(word)));

/** The first few words, for a message. */
export function told(words: Word[]): string {
  const shown = words.slice(0, 4).map(({ text }) => text);
  return `“${shown.join(' ')}${words.length > shown.length ? ' …' : ''}”`;
}
