import { STOP_WORDS } from './stop-words.ts';

/** What the page calls a project that was made without a search. */
const UNNAMED = /^Compilation - /;

/** Hindi and Bengali words that carry little meaning by themselves. */
const OTHER_STOP_WORDS: ReadonlySet<string> = new Set(
  `का के की को से में पर ने और या कि यह ये वह वे एक इस उस इन उन जो है हैं था थे थी हो कर भी नहीं तो ही
  ও এবং আর বা কিন্তু যে এই ওই সেই একটি একটা এক তার তাদের আমার আমাদের থেকে দিয়ে জন্য না হয় করে কি এর`.split(
    /\s+/,
  ),
);

/** A text's words in order, in lower case and without punctuation. */
export function wordsIn(text: string): string[] {
  return (
    text
      .normalize('NFC')
      .replaceAll('’', "'")
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+(?:'\p{L}+)*/gu) ?? []
  );
}

/** The words of a text that carry its meaning, English plurals as their singulars. */
export function termsIn(text: string): string[] {
  return wordsIn(text)
    .filter((word) => word.length > 1 && !STOP_WORDS.has(word) && !OTHER_STOP_WORDS.has(word))
    .map(stemOf);
}

/** What a project's title asks for, each word once; nothing when the page made up the title. */
export function topicOf(title: string): string[] {
  return UNNAMED.test(title) ? [] : [...new Set(termsIn(title))];
}

/** The same for an English noun and its plural; it need not be a word. */
export function stemOf(word: string): string {
  const own = word.replace(/'s$/, '');
  if (!/^[a-z]{4,}$/.test(own)) return own;
  if (own.endsWith('ies')) return `${own.slice(0, -3)}y`;
  return own.replace(/(?:es|(?<=[^su])s|e)$/, '');
}
