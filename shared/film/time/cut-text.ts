import type { Part } from '#contract/cuts.ts';
import { type RangedWord, tokenPlaces, withoutPieces } from '#text/transcript/spoken-text.ts';
import { isCut } from './cuts.ts';

/**
 * Removes the words that cuts take out of a text. A sentence whose last words are removed keeps its closing
 * punctuation.
 * @param words the recognised words of the text, in order of time
 */
export function withoutCutWords(text: string, words: readonly RangedWord[], cuts: readonly Part[]): string {
  if (words.length === 0) return text;
  const places = tokenPlaces(text, words);
  const pieces = places.map(({ index, word }, at) => ({
    text: text.slice(index, places[at + 1]?.index),
    word,
  }));
  const remaining = withoutPieces(pieces, ({ word }) => isCut(cuts, words[word]!));
  return remaining
    .map((piece) => piece.text)
    .join('')
    .trim();
}
