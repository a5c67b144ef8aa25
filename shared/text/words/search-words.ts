import { normalise } from '../letters/normalise.ts';
import { isStopWord } from './stop-words.ts';

/** Returns a text in the form in which searches compare it: file names of macOS have another normal form. */
export const searchKey = (text: string): string => normalise(text, 'NFC').toLowerCase();

/** Returns the words of a search that carry its meaning, in lower case; all of them if none does. */
export function searchWords(query: string): string[] {
  const all = searchKey(query).split(/\s+/).filter(Boolean);
  const telling = all.filter((word) => !isStopWord(word));
  return telling.length > 0 ? telling : all;
}
