import { z } from 'zod';
import type { TranscriptWord } from '#contract/jobs/processing.ts';
import { LANGUAGES } from '#contract/primitives.ts';
import { withoutRemarks } from '../remarks.ts';

/** Used if there are no probabilities: the average reliability of a Whisper model's word. */
const CONFIDENCE = 0.85;

/** A verbose_json response with words. Times are in seconds. */
export const transcriptionSchema = z.object({
  /** An English name, such as "hindi", or a code. */
  language: z.string().min(1),
  text: z.string(),
  words: z.array(
    z.object({
      word: z.string(),
      start: z.number().min(0),
      end: z.number().min(0),
      /** Only some servers send it. */
      probability: z.number().min(0).max(1).optional(),
    }),
  ),
});
export type Transcription = z.infer<typeof transcriptionSchema>;

/**
 * How far ahead in the text the next word may be, in UTF-16 code units. A match further on is another word.
 */
const REACH = 40;

/**
 * Returns words with times in milliseconds. Some servers omit the words' punctuation, which is then taken
 * from the text, since it ends sentences.
 */
export function wordsOf({ text, words }: Transcription): TranscriptWord[] {
  let at = 0;
  const placed = words.map(({ word, start, end, probability }) => {
    const bare = word.trim();
    const place = text.indexOf(bare, at);
    const isNear = bare !== '' && place >= at && place - at <= REACH;
    if (isNear) at = place + bare.length;
    const after = isNear ? /^[^\s\p{L}\p{M}\p{N}]*(?=\s|$)/u.exec(text.slice(at, at + REACH))![0] : '';
    at += after.length;
    return {
      text: bare + after,
      startMs: Math.round(start * 1000),
      endMs: Math.round(end * 1000),
      confidence: probability ?? CONFIDENCE,
    };
  });
  return withoutRemarks(placed.filter((word) => word.text !== ''));
}

/** Returns the code of a language given by its English name ("Bengali") or by a code ("bn", "bn-IN"). */
export function languageCode(language: string): string {
  const normalised = language.trim().toLowerCase();
  const ours = LANGUAGES.find(({ name }) => name.toLowerCase() === normalised);
  return ours?.code ?? CODES.get(normalised) ?? normalised.split(/[-_]/)[0]!;
}

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];
const NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
/** Two-letter codes by their lower-case English names. An older code maps to the newer one. */
const CODES = new Map(
  LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).flatMap((code) => {
    const name = NAMES.of(code)?.toLowerCase();
    return name === undefined ? [] : [[name, Intl.getCanonicalLocales(code)[0]!] as const];
  }),
);
