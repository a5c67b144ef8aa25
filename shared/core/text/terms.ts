import { normalise } from '#contract/normalise.ts';
import { isStopWord } from '#contract/stop-words.ts';

/** What the page calls a project that was made without a search. */
const UNNAMED = /^Compilation - /;

/** A text's words in order, in lower case and without punctuation. */
export function wordsIn(text: string): string[] {
  return (
    normalise(text, 'NFC')
      .replaceAll('’', "'")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+(?:'\p{L}+)*/gu) ?? []
  );
}

/** The words of a text that carry its meaning, English plurals as their singulars. */
export function termsIn(text: string): string[] {
  return wordsIn(text)
    .filter((word) => word.length > 1 && !isStopWord(word))
    .map(stemOf);
}

/** Whether the page made up this title of a project. */
export const isUnnamed = (title: string): boolean => UNNAMED.test(title);

/** What a project's title asks for, each word once; nothing when the page made up the title. */
export function topicOf(title: string): string[] {
  return isUnnamed(title) ? [] : [...new Set(termsIn(title))];
}

/** The same for an English noun and its plural; it need not be a word. */
export function stemOf(word: string): string {
  const own = word.replace(/'s$/, '');
  if (!/^[a-z]{4,}$/.test(own)) return own;
  if (own.endsWith('ies')) return `${own.slice(0, -3)}y`;
  return own.replace(/(?:es|(?<=[^su])s|e)$/, '');
}
