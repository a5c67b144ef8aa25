import { splitLetters } from '#contract/letters.ts';

/** Where a sentence ends: the danda of Hindi and Bengali is one too. */
const SENTENCE_END = /(?<=[.!?।…])\s+/u;

/**
 * Cuts a text into pieces of at most maxLength UTF-16 code units: between sentences, otherwise between words, otherwise
 * inside a word, never inside a character. White space at the cuts is dropped.
 * @returns no empty pieces; none for a text of white space.
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

/** As few pieces as the order allows, joined by single spaces. */
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
