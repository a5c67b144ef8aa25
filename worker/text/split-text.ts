import { splitLetters } from '#text/letters/letters.ts';

/** The end of a sentence, including the danda of Hindi and Bengali. */
const SENTENCE_END = /(?<=[.!?।…])\s+/u;

/**
 * Splits a text into pieces of at most maxLength UTF-16 code units: between sentences, otherwise between
 * words, otherwise inside a word, never inside a character. White space at the cuts is dropped.
 * @returns no empty pieces; an empty list for a text of white space
 */
export function splitText(text: string, maxLength: number): string[] {
  return join(
    text
      .trim()
      .split(SENTENCE_END)
      .flatMap((sentence) =>
        sentence.length <= maxLength ? [sentence] : splitSentence(sentence, maxLength),
      ),
    maxLength,
  );
}

function splitSentence(sentence: string, maxLength: number): string[] {
  const words = sentence
    .split(/\s+/)
    .flatMap((word) => (word.length <= maxLength ? [word] : splitWord(word, maxLength)));
  return join(words, maxLength);
}

function splitWord(word: string, maxLength: number): string[] {
  const pieces = [''];
  for (const { from, to } of splitLetters(word)) {
    if (pieces.at(-1)!.length + to - from > maxLength) pieces.push('');
    pieces[pieces.length - 1] += word.slice(from, to);
  }
  return pieces;
}

/** Joins consecutive parts with single spaces into as few pieces as possible. */
function join(parts: readonly string[], maxLength: number): string[] {
  const joined: string[] = [];
  for (const part of parts.filter((part) => part !== '')) {
    const last = joined.at(-1);
    if (last !== undefined && last.length + 1 + part.length <= maxLength) {
      joined[joined.length - 1] = `${last} ${part}`;
    } else {
      joined.push(part);
    }
  }
  return joined;
}
