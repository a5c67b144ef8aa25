import { normalise } from '../letters/normalise.ts';
import { numberWords } from '../words/number-words.ts';
import { compareSpeech } from './said-words.ts';

/** A range of a video, in ms; the end is exclusive. */
export interface Range {
  startMs: number;
  endMs: number;
}

/** A recognised word, in ms of its video. */
export interface RangedWord extends Range {
  text: string;
}

/**
 * A text that follows its section's range: the part inside, and the parts that trims removed before and after
 * it.
 */
export interface TrimmedText {
  before: string;
  inside: string;
  after: string;
}

/** Above this many pairs of words, a corrected text is spread evenly over the recognised words. */
const MAX_PAIRS = 4_000_000;

const middle = ({ startMs, endMs }: Range): number => (startMs + endMs) / 2;

/** Returns the words of a range. A word that an edge cuts belongs to the side of its middle. */
export function wordsWithin<T extends Range>(words: readonly T[], { startMs, endMs }: Range): T[] {
  return words.filter((word) => middle(word) >= startMs && middle(word) < endMs);
}

/** Returns a section's words, and those of its video that a wider range would include, in order of time. */
export function widenWords<T extends RangedWord>(
  words: readonly T[],
  transcript: readonly T[],
  to: Range,
): T[] {
  const first = words[0] ? middle(words[0]) : Infinity;
  const last = words.length > 0 ? middle(words.at(-1)!) : Infinity;
  const added = new Map<string, T>();
  for (const word of wordsWithin(transcript, to)) {
    const at = middle(word);
    if (at < first || at > last) added.set(`${word.startMs} ${word.endMs} ${word.text}`, word);
  }
  if (added.size === 0) return [...words];
  return [...added.values(), ...words].sort((a, b) => middle(a) - middle(b));
}

/**
 * Fits a text to another range of its section. Words spoken outside it are removed, and those that an earlier
 * trim removed return with their corrections. The whole text is preserved as `before`, `inside` and `after`.
 * @param change.kept the text after the last trim, or `null` before the first one
 * @param change.words the words of the section's video within `kept`, in order of time
 * @param change.widened the same, with the words that `to` adds
 * @returns `null` if the text does not match the speech: a text written by hand follows no range
 */
export function trimText(change: {
  text: string;
  kept: TrimmedText | null;
  words: readonly RangedWord[];
  widened: readonly RangedWord[];
  from: Range;
  to: Range;
}): TrimmedText | null {
  const { widened, to } = change;
  const whole = wholeOf(change);
  if (whole === null) return null;
  const at = tokenPlaces(whole, widened);
  const place = (ms: number) => {
    const index = widened.findIndex((word) => middle(word) >= ms);
    const token = index < 0 ? undefined : at.find(({ word }) => word >= index);
    return token?.index ?? whole.length;
  };
  const [begin, end] = [place(to.startMs), place(to.endMs)];
  const inside = whole.slice(begin, end);
  const text = inside.trim();
  const before = whole.slice(0, begin) + inside.slice(0, inside.length - inside.trimStart().length);
  return { before, inside: text, after: whole.slice(before.length + text.length) };
}

const SENTENCE_END = /(?<![.!?।॥…])([.!?।॥…]+)["'”’)\]]*\s*$/u;

/**
 * Removes pieces of a text, such as words. A sentence whose last words are removed keeps its closing
 * punctuation. Space may follow the word of a piece.
 */
export function withoutPieces<T extends { text: string }>(
  pieces: readonly T[],
  isOut: (piece: T) => boolean,
): T[] {
  const remaining: T[] = [];
  for (const piece of pieces) {
    if (!isOut(piece)) {
      remaining.push({ ...piece });
      continue;
    }
    const sign = SENTENCE_END.exec(piece.text)?.[1];
    const last = remaining.at(-1);
    if (sign === undefined || last === undefined || SENTENCE_END.test(last.text)) continue;
    const space = /(?<!\s)\s*$/u.exec(piece.text)![0];
    last.text = last.text.trimEnd().replace(/(?<![,;:])[,;:]+$/u, '') + sign + space;
  }
  return remaining;
}

function wholeOf({
  text,
  kept,
  words,
  widened,
  from,
}: Omit<Parameters<typeof trimText>[0], 'to'>): string | null {
  if (widened.length === 0) return null;
  const [first, last] = [words[0], words.at(-1)];
  const added = {
    before: joined(first ? widened.filter((word) => middle(word) < middle(first)) : []),
    after: joined(last ? widened.filter((word) => middle(word) > middle(last)) : []),
  };
  const transcript = joined(wordsWithin(widened, from));
  if (kept) {
    if (!matchesSpeech(text, kept.inside) && !matchesSpeech(text, transcript)) return null;
    return glue(added.before, kept.before, text, kept.after, added.after);
  }
  const asAll = compare(text, joined(words));
  const asSpoken = compare(text, transcript);
  // Each part of a section that was split several times has the words of all parts.
  if (asSpoken.light && asSpoken.changed < asAll.changed) {
    const before = widened.filter((word) => middle(word) < from.startMs);
    const after = widened.filter((word) => middle(word) >= from.endMs);
    return glue(joined(before), text, joined(after));
  }
  return asAll.light ? glue(added.before, text, added.after) : null;
}

const joined = (words: readonly RangedWord[]): string => words.map(({ text }) => text).join(' ');

/** Joins pieces of a text with spaces. */
function glue(...pieces: string[]): string {
  return pieces
    .filter((piece) => piece !== '')
    .reduce((done, piece) => {
      const touching = done !== '' && !/\s$/u.test(done) && !/^\s/u.test(piece);
      return touching ? `${done} ${piece}` : done + piece;
    }, '');
}

/** Whether a text matches the speech, or is a light correction of the transcript. */
export function matchesSpeech(text: string, transcript: string): boolean {
  return compare(text, transcript).light;
}

function compare(text: string, transcript: string): { changed: number; light: boolean } {
  const [tokens, words] = [tokensOf(text), tokensOf(transcript)];
  const { changed } = align(tokens, words);
  return { changed, light: compareSpeech(transcript, text) !== 'other' };
}

/** Returns a token for comparison, without case and punctuation. */
function plain(token: string): string {
  const letters = normalise(token, 'NFC').replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '');
  return letters === '' ? token : letters.toLowerCase();
}

const tokensOf = (text: string): string[] => [...text.matchAll(/\S+/gu)].map(([token]) => plain(token));

/** Returns where each token of a text starts, and the index of its recognised word, in order. */
export function tokenPlaces(text: string, words: readonly RangedWord[]): { index: number; word: number }[] {
  const transcriptTokens = words.flatMap((word, index) =>
    tokensOf(word.text).map((token) => ({ token, index })),
  );
  const { at } = align(
    tokensOf(text),
    transcriptTokens.map(({ token }) => token),
  );
  return [...text.matchAll(/\S+/gu)].map(({ index }, token) => ({
    index,
    word: transcriptTokens[at[token]!]?.index ?? 0,
  }));
}

/**
 * Finds the word of each token. Tokens between two matches are spread evenly over the words there; without
 * words, they join the previous word.
 * @returns in `at` a word's index for each token, never decreasing; in `changed` how many words differ
 */
function align(tokens: readonly string[], words: readonly string[]): { at: number[]; changed: number } {
  const at: number[] = [];
  let changed = 0;
  let from = { token: -1, word: -1 };
  for (const same of [...sameIn(tokens, words), { token: tokens.length, word: words.length }]) {
    const count = same.token - from.token - 1;
    const transcriptCount = same.word - from.word - 1;
    changed += Math.max(count, transcriptCount);
    for (let i = 0; i < count; i += 1) {
      at.push(
        transcriptCount > 0
          ? from.word + 1 + Math.floor((i * transcriptCount) / count)
          : Math.max(0, from.word),
      );
    }
    if (same.token < tokens.length) at.push(same.word);
    from = same;
  }
  return { at, changed };
}

/** Returns the longest list of equal pairs in the order of both. */
function sameIn(texts: readonly string[], transcript: readonly string[]): { token: number; word: number }[] {
  const [tokens, words] = numberWords(texts, transcript);
  const shorter = Math.min(tokens.length, words.length);
  let head = 0;
  while (head < shorter && tokens[head] === words[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && tokens.at(-1 - tail) === words.at(-1 - tail)) tail += 1;
  const rows = tokens.length - head - tail;
  const columns = words.length - head - tail;
  const pairs = Array.from({ length: head }, (_, i) => ({ token: i, word: i }));
  if (rows * columns <= MAX_PAIRS) {
    const width = columns + 1;
    const isSame = (row: number, column: number) => tokens[head + row] === words[head + column];
    // The number of pairs left from each position on.
    const lengths = new Uint16Array((rows + 1) * width);
    for (let row = rows - 1; row >= 0; row -= 1) {
      for (let column = columns - 1; column >= 0; column -= 1) {
        lengths[row * width + column] = isSame(row, column)
          ? lengths[(row + 1) * width + column + 1]! + 1
          : Math.max(lengths[(row + 1) * width + column]!, lengths[row * width + column + 1]!);
      }
    }
    for (let row = 0, column = 0; row < rows && column < columns;) {
      if (isSame(row, column)) pairs.push({ token: head + row++, word: head + column++ });
      else if (lengths[(row + 1) * width + column]! >= lengths[row * width + column + 1]!) row += 1;
      else column += 1;
    }
  }
  for (let i = tail; i > 0; i -= 1) pairs.push({ token: tokens.length - i, word: words.length - i });
  return pairs;
}
