import { normalise } from '../letters/normalise.ts';
import { isStopWord } from './stop-words.ts';

/** The default title of a project that was made without a search. */
const UNNAMED = /^Compilation - /;

/** Returns a text's words in order, in lower case and without punctuation. */
export function wordsIn(text: string): string[] {
  return (
    normalise(text, 'NFC')
      .replaceAll('’', "'")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+(?:'\p{L}+)*/gu) ?? []
  );
}

/** Returns the words of a text that carry its meaning, English plurals as singulars. */
export function termsIn(text: string): string[] {
  return wordsIn(text)
    .filter((word) => word.length > 1 && !isStopWord(word))
    .map(stemOf);
}

/** Whether a project has the page's default title. */
export const isUnnamed = (title: string): boolean => UNNAMED.test(title);

/** Returns the topic words of a project's title, each once; none for the page's default title. */
export function topicOf(title: string): string[] {
  return isUnnamed(title) ? [] : [...new Set(termsIn(title))];
}

/** Returns a stem that is the same for an English noun and its plural. It need not be a word. */
export function stemOf(word: string): string {
  const own = word.replace(/'s$/, '');
  if (!/^[a-z]{4,}$/.test(own)) return own;
  if (own.endsWith('ies')) return `${own.slice(0, -3)}y`;
  return own.replace(/(?:es|(?<=[^su])s|e)$/, '');
}
