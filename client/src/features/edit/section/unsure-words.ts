import { SURE_FROM } from '#contract/limits.ts';
import { placesOfHeard, type TextPlace } from '#contract/said-words.ts';
import type { Section, Word } from '#contract/sections.ts';

/** Where the text has each word that may be misheard, by the word's index; null where another text is shown. */
export function unsureWords(section: Section, words: Word[]): Map<number, TextPlace | null> {
  const { spoken, textLanguage, textSource, transcription } = section;
  const unsure = words.flatMap(({ confidence }, index) => (confidence < SURE_FROM ? [index] : []));
  if (unsure.length === 0) return new Map();
  const isSpoken = spoken?.language === textLanguage && textSource !== 'translated';
  if (!isSpoken) return new Map(unsure.map((index) => [index, null]));
  const heard = words.map(({ text }) => text);
  const places = placesOfHeard(heard, transcription);
  // A word that the text has otherwise was corrected.
  return new Map(unsure.flatMap((index) => (places[index] ? [[index, places[index]]] : [])));
}
