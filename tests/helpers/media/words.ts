import * as fc from 'fast-check';
import type { TranscriptWord } from '#contract/jobs/processing.ts';

/**
 * Returns words at a talking pace: a third of a second each, with pauses of 400 ms at full stops (marked by
 * "/").
 */
export function sayWords(
  text: string,
  { startMs = 0, confidence = 0.8, pauseMs = 400 } = {},
): TranscriptWord[] {
  let at = startMs;
  const words: TranscriptWord[] = [];
  for (const token of text.split(/\s+/).filter((part) => part !== '')) {
    if (token === '/') {
      at += pauseMs;
      continue;
    }
    const length = 60 + token.length * 55;
    words.push({ text: token, startMs: at, endMs: at + length, confidence });
    at += length + 10;
  }
  return words;
}

const VOCABULARY =
  'the of and a bread history river farmer i we this when morning shop school warm is was to in now every people'.split(
    ' ',
  );

/** Arbitrary recognised words: in order, without overlaps, at any density. */
export const anyWords = (durationMs: number) =>
  fc
    .array(
      fc.record({
        text: fc.constantFrom(...VOCABULARY),
        gap: fc.oneof(
          fc.integer({ min: 0, max: 60 }),
          fc.integer({ min: 0, max: 1500 }),
          fc.integer({ min: 0, max: 30_000 }),
        ),
        length: fc.integer({ min: 40, max: 1500 }),
        confidence: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
      { maxLength: 250 },
    )
    .map((list) => {
      let at = 0;
      const words: TranscriptWord[] = [];
      for (const { text, gap, length, confidence } of list) {
        const startMs = at + gap;
        at = startMs + length;
        if (at > durationMs) break;
        words.push({ text, startMs, endMs: at, confidence });
      }
      return words;
    });

/** The text of three sentences of subtitles, by language. */
export const HINDI = [
  'यह नदी ऊँचे पहाड़ों की बर्फ़ से जन्म लेती है।',
  'घाटी में किसान इसी पानी से अपने खेत सींचते हैं।',
  'शाम को लोग घाट पर दीये जलाते हैं।',
];
export const BENGALI = [
  'বর্ষার শুরুতে আকাশ কালো মেঘে ভরে যায়।',
  'কৃষকেরা কাদামাটিতে ধানের চারা রোপণ করেন।',
  'বৃষ্টি থামলে আকাশে রংধনু ওঠে।',
];
export const ENGLISH = [
  'The river begins in the snow.',
  'It waters the fields.',
  'People light lamps on its bank.',
];

/** SubRip with a cue of 5 s every 8 s. */
export const srt = (lines: string[]) =>
  lines
    .map((line, i) => `${i + 1}\n00:00:${two(1 + i * 8)},000 --> 00:00:${two(6 + i * 8)},000\n${line}\n`)
    .join('\n');
const two = (value: number) => String(value).padStart(2, '0');
