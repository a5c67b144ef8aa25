import type { TranscriptWord } from '#contract/jobs/processing.ts';
import {
  AUXILIARIES,
  CLAUSE_STARTERS,
  GREETINGS,
  NEVER_LAST,
  PROPER_WORDS,
  QUESTION_WORDS,
  STARTERS,
  WEAK_STARTERS,
} from '../text/function-words.ts';
import { plain } from '../text/plain.ts';

export interface Sentence {
  /** The words' texts with capitals and punctuation, joined with spaces. */
  text: string;
  /** The words with their texts as in `text`. */
  words: TranscriptWord[];
  startMs: number;
  endMs: number;
}

/** Gaps between words of at least this length are pauses, in ms. */
const PAUSE_MS = 50;
/** The pause that ends a sentence half of the time, in ms, depends on the speaker and lies between these. */
const TELLING_PAUSE_MS = { min: 130, usual: 300, max: 450 };
/** With fewer pauses than this, a speaker's habit cannot be estimated. */
const HABIT_PAUSES = 4;
/** After a pause this long, a new sentence starts even after a word such as "the". In ms. */
const CERTAIN_PAUSE_MS = 2000;
const COMMA_PAUSE_MS = 240;
/** Sentences with this many words cost nothing. */
const COMFORTABLE = { min: 5, max: 20 };
const LONGEST_WORDS = 45;
/** If at least this share of words has a final mark, the engine's own punctuation is trusted. */
const PUNCTUATED_SHARE = 0.02;
const END_MARK = /[.!?।॥…؟。！？]["'”’)\]]*$/u;
const ABBREVIATION = /^(?:mr|mrs|ms|dr|st|prof|vs|etc|e\.g|i\.e|[a-z]|डॉ|प्रो|श्री|ড|ডা|মো)\.$/i;

/**
 * Divides timed words into readable sentences. An engine's own punctuation is preserved. Without any, a
 * scored search over pauses, function words and lengths determines the sentence ends.
 * @param words in order of time; texts without white space
 * @returns every word exactly once, in order
 */
export function toSentences(words: readonly TranscriptWord[]): Sentence[] {
  if (words.length === 0) return [];
  const punctuated = isPunctuated(words);
  const ends = punctuated ? endsByPunctuation(words) : endsByPauses(words);
  let from = 0;
  return ends.map((end) => {
    const part = words.slice(from, end);
    from = end;
    return makeSentence(punctuated ? part : dress(part));
  });
}

/** Joins words with spaces, as Devanagari, Bengali and Latin text do. */
export function joinWords(words: readonly TranscriptWord[]): string {
  return words.map((word) => word.text).join(' ');
}

function makeSentence(words: TranscriptWord[]): Sentence {
  return { text: joinWords(words), words, startMs: words[0]!.startMs, endMs: words.at(-1)!.endMs };
}

function isPunctuated(words: readonly TranscriptWord[]): boolean {
  const marked = words.filter((word) => endsSentence(word)).length;
  const capitals = words.filter((word) => /^\p{Lu}/u.test(word.text)).length;
  const withoutCase = words.some((word) => /\p{Lo}/u.test(word.text));
  return marked > 0 && marked / words.length >= PUNCTUATED_SHARE && (capitals > 0 || withoutCase);
}

function endsSentence(word: TranscriptWord): boolean {
  return END_MARK.test(word.text) && !ABBREVIATION.test(word.text);
}

function endsByPunctuation(words: readonly TranscriptWord[]): number[] {
  const ends = words.flatMap((word, i) => (endsSentence(word) ? [i + 1] : []));
  if (ends.at(-1) !== words.length) ends.push(words.length);
  return ends;
}

/**
 * Returns the ends (exclusive) with the best total of breakScore and lengthScore, using dynamic programming.
 */
function endsByPauses(words: readonly TranscriptWord[]): number[] {
  const tellingMs = tellingPause(words);
  const best: number[] = [0];
  const from: number[] = [0];
  for (let end = 1; end <= words.length; end += 1) {
    best[end] = Number.NEGATIVE_INFINITY;
    from[end] = end - 1;
    const atEnd = end === words.length ? 0 : breakScore(words, end, tellingMs);
    for (let start = Math.max(0, end - LONGEST_WORDS); start < end; start += 1) {
      const score = best[start]! + atEnd + lengthScore(end - start);
      if (score > best[end]!) {
        best[end] = score;
        from[end] = start;
      }
    }
  }
  const ends: number[] = [];
  for (let end = words.length; end > 0; end = from[end]!) ends.unshift(end);
  return ends;
}

/** Some speakers pause for a second between sentences, synthetic voices for a tenth of one. */
function tellingPause(words: readonly TranscriptWord[]): number {
  const pauses = words
    .slice(1)
    .map((word, i) => word.startMs - words[i]!.endMs)
    .filter((gap) => gap >= PAUSE_MS)
    .sort((a, b) => a - b);
  if (pauses.length < HABIT_PAUSES) return TELLING_PAUSE_MS.usual;
  const middle = pauses[Math.floor(pauses.length / 2)]!;
  return Math.min(Math.max(middle * 1.3, TELLING_PAUSE_MS.min), TELLING_PAUSE_MS.max);
}

/** Returns the score of ending a sentence before words[i]; negative if it should continue. */
function breakScore(words: readonly TranscriptWord[], i: number, tellingMs: number): number {
  const pauseMs = words[i]!.startMs - words[i - 1]!.endMs;
  const before = plain(words[i - 1]!.text);
  const after = plain(words[i]!.text);
  let score = 2 * Math.min(pauseMs / tellingMs, 3) - 2;
  if (pauseMs >= CERTAIN_PAUSE_MS) score += 4;
  else if (NEVER_LAST.has(before)) score -= 5;
  if (STARTERS.has(after)) score += 1.2;
  else if (WEAK_STARTERS.has(after)) score += 0.4;
  // "… and the", "… or a": far more often a list or a clause than a new sentence.
  if (CLAUSE_STARTERS.has(after)) score -= 0.6;
  return score;
}

function lengthScore(count: number): number {
  if (count < COMFORTABLE.min) return -0.5 * (COMFORTABLE.min - count);
  if (count > COMFORTABLE.max) return -0.25 * (count - COMFORTABLE.max);
  return 0;
}

/** Adds capitals, commas at pauses before a clause, and the final mark. */
function dress(words: readonly TranscriptWord[]): TranscriptWord[] {
  const mark = isIndic(words) ? '।' : isQuestion(words) ? '?' : '.';
  return words.map((word, i) => {
    let text = capitalise(word.text, i === 0);
    const next = words[i + 1];
    if (!next) text = text.replace(/(?<![.,;:])[.,;:]+$/, '') + mark;
    else if (i === 0 && GREETINGS.has(plain(word.text)) && next.startMs - word.endMs >= PAUSE_MS) text += ',';
    else if (
      next.startMs - word.endMs >= COMMA_PAUSE_MS &&
      CLAUSE_STARTERS.has(plain(next.text)) &&
      !NEVER_LAST.has(plain(word.text))
    ) {
      text += ',';
    }
    return { ...word, text };
  });
}

/** Whether words are in Devanagari or Bengali script, whose sentences end with a danda. */
function isIndic(words: readonly TranscriptWord[]): boolean {
  return words.some((word) => /[\u0900-\u09FF]/.test(word.text));
}

function isQuestion(words: readonly TranscriptWord[]): boolean {
  const first = plain(words[0]?.text ?? '');
  const second = plain(words[1]?.text ?? '');
  return words.length >= 3 && QUESTION_WORDS.has(first) && AUXILIARIES.has(second);
}

function capitalise(text: string, first: boolean): string {
  const word = plain(text);
  // "s." is the letter S of an abbreviation; "i'm" begins with I.
  if (/^[a-z]\.$/.test(text)) return text.toUpperCase();
  if (first || word === 'i' || word.startsWith("i'") || PROPER_WORDS.has(word.replace(/'s$/, ''))) {
    return text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
  }
  return text;
}
