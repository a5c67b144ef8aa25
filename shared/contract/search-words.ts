import { isStopWord } from './stop-words.ts';

/** The words of a search that carry its meaning, in lower case; all of them where none does. */
export function searchWords(query: string): string[] {
  const all = query.toLowerCase().split(/\s+/).filter(Boolean);
  const telling = all.filter((word) => !isStopWord(word));
  return telling.length > 0 ? telling : all;
}
