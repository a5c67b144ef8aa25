import type { TranscriptWord } from '#contract/jobs/processing.ts';
import { trimSigns } from '#text/letters/trim-signs.ts';

/**
 * An English recogniser finds English in any speech, and in singing. Other languages come out as real, short
 * words that are repeated again and again, with exclamations in between. Confidence minus the shares of both
 * was 0.43 to 0.85 for English (also under music and noise) and -0.06 to 0.31 for Hindi, Bengali, French,
 * German, Spanish and Russian, in trials of 10 to 30 seconds with pocketsphinx. A detector
 * excludes audio without speech.
 */
const WORD_FLOOR = 0.005;
/** A longer pause ends a passage, in ms. */
const PASSAGE_PAUSE_MS = 2000;
const PASSAGE_MAX_MS = 30_000;
/** The minimum length of a passage that is judged separately, in words. */
const MIN_WORDS = 5;
const MIN_CONFIDENCE = 0.42;
/** The minimum score: confidence minus the shares of repeated and of odd words. */
const MIN_SENSE = 0.38;
/** A word that is among this many previous words counts as repeated. */
const MEMORY_WORDS = 8;
/**
 * Two equal words with a shorter pause between them, in ms, are both retained only if both have this
 * confidence.
 */
const DOUBLED_PAUSE_MS = 300;
const DOUBLED_CONFIDENCE = 0.6;
/** Words that are common in every sentence. They count as repeated only if they follow themselves. */
const LITTLE = new Set(['the', 'a', 'of', 'and', 'to', 'in']);
/** For words outside any credible passage, in a video with some. */
const LONE_CONFIDENCE = 0.6;
/** The smallest share of different words in a passage of VARIETY_WORDS or more. */
const MIN_VARIETY = 0.35;
const VARIETY_WORDS = 10;
const MAX_ODD = 0.15;
/** The smallest share of credible words among all recognised ones. */
const MIN_CREDIBLE = 0.35;
/** Sounds and single letters that are not words. */
const ODD = /^(?:oh+|ah+|uh+|um+|hm+|mm+|ooh|whoa|wow|ya|la|na|da|eh|huh|[b-hj-z]\.?)$/i;

export interface Verdict {
  credible: boolean;
  /** The credible words; empty if the verdict is negative. */
  words: TranscriptWord[];
  /** The reason, one short sentence for the log. */
  reason: string;
  figures: Figures;
}

/** Figures of the words before the verdict. All but `words` are 0 if no words were recognised. */
export interface Figures {
  words: number;
  /** The mean, weighted by the words' lengths. */
  confidence: number;
  /** The share of different words, 0 to 1. */
  variety: number;
  /** The share of exclamations and single letters, 0 to 1. */
  odd: number;
  /** The share of words that occurred shortly before, 0 to 1. */
  repeated: number;
}

/**
 * Decides whether words are in the recogniser's language, passage by passage.
 * @param words in order of time
 */
export function judge(words: readonly TranscriptWord[]): Verdict {
  const plausible = words.filter((word) => word.confidence >= WORD_FLOOR);
  const figures = measure(plausible);
  const no = (reason: string): Verdict => ({ credible: false, words: [], reason, figures });
  if (words.length === 0) return no('No words were recognised.');

  const passages = splitIntoPassages(plausible);
  const faults = passages.map(faultOf);
  const credibleWords = passages.flatMap((passage, i) => (faults[i] === null ? passage : []));
  if (credibleWords.length < MIN_WORDS) {
    return no(faults.find((fault) => fault !== null && fault !== TOO_FEW) ?? TOO_FEW);
  }
  if (credibleWords.length < MIN_CREDIBLE * words.length)
    return no('Most of the recognised words are not speech.');
  // A lone word, such as an answer after a pause, counts if the rest is speech.
  const lone = passages.flatMap((passage, i) =>
    faults[i] === TOO_FEW && measure(passage).confidence >= LONE_CONFIDENCE && !passage.some(isOdd)
      ? passage
      : [],
  );
  const all = withoutDoubled([...credibleWords, ...lone].sort((a, b) => a.startMs - b.startMs));
  return { credible: true, words: all, reason: 'Speech was recognised.', figures: measure(all) };
}

const TOO_FEW = 'Too few words were recognised.';

function faultOf(passage: readonly TranscriptWord[]): string | null {
  const f = measure(passage);
  if (f.words < MIN_WORDS) return TOO_FEW;
  if (f.confidence < MIN_CONFIDENCE) return 'The recogniser is not confident.';
  if (f.words >= VARIETY_WORDS && f.variety < MIN_VARIETY)
    return 'The same words are repeated again and again.';
  if (f.odd > MAX_ODD) return 'Most words are exclamations or single letters.';
  if (f.confidence - f.repeated - f.odd < MIN_SENSE) return 'The words make no sense together.';
  return null;
}

/** Figures of words in order of time. */
export function measure(words: readonly TranscriptWord[]): Figures {
  const spokenMs = words.reduce((sum, word) => sum + word.endMs - word.startMs, 0);
  if (words.length === 0 || spokenMs === 0) {
    const none = { confidence: 0, variety: 0, odd: 0, repeated: 0 };
    return { words: words.length, ...none };
  }
  const weighted = words.reduce((sum, word) => sum + word.confidence * (word.endMs - word.startMs), 0);
  return {
    words: words.length,
    confidence: weighted / spokenMs,
    variety: new Set(words.map((word) => word.text.toLowerCase())).size / words.length,
    odd: words.filter(isOdd).length / words.length,
    repeated: countRepeated(words) / words.length,
  };
}

function countRepeated(words: readonly TranscriptWord[]): number {
  const texts = words.map((word) => word.text.toLowerCase());
  return texts.filter((text, i) => {
    const memory = LITTLE.has(text) ? 1 : MEMORY_WORDS;
    return texts.slice(Math.max(0, i - memory), i).includes(text);
  }).length;
}

function isOdd(word: TranscriptWord): boolean {
  return ODD.test(word.text.replace(/(?<![.,!?])[.,!?]+$/, ''));
}

/** Drops the less certain of two equal adjacent words: recognisers report a drawn-out word twice. */
function withoutDoubled(words: readonly TranscriptWord[]): TranscriptWord[] {
  const result: TranscriptWord[] = [];
  for (const word of words) {
    const last = result.at(-1);
    const isDoubled =
      last !== undefined &&
      bare(last) === bare(word) &&
      word.startMs - last.endMs < DOUBLED_PAUSE_MS &&
      Math.min(last.confidence, word.confidence) < DOUBLED_CONFIDENCE;
    if (!isDoubled) result.push(word);
    else if (word.confidence > last.confidence) result[result.length - 1] = word;
  }
  return result;
}

/** Returns a word for comparison: without case and surrounding signs. */
function bare({ text }: TranscriptWord): string {
  return trimSigns(text.toLowerCase());
}

function splitIntoPassages(words: readonly TranscriptWord[]): TranscriptWord[][] {
  const passages: TranscriptWord[][] = [];
  for (const word of words) {
    const passage = passages.at(-1);
    const fits =
      passage !== undefined &&
      word.startMs - passage.at(-1)!.endMs <= PASSAGE_PAUSE_MS &&
      word.endMs - passage[0]!.startMs <= PASSAGE_MAX_MS;
    if (fits) passage.push(word);
    else passages.push([word]);
  }
  return passages;
}
