import type { TranscriptWord } from '#contract/jobs/processing.ts';
import { trimText, widenWords, type Range } from '#text/transcript/spoken-text.ts';
import type { SectionChange } from '#core/repositories/projects/section-states.ts';
import type { Original, SectionRow } from '#core/repositories/projects/sections.ts';
import { rangeOf } from '../section-views/section-words.ts';
import { preservedOriginal } from './original.ts';

interface Followed {
  /** What Reset restores, with the words in the current range. */
  original: Original | null;
  /** The text in the spoken language; omitted for a text written by hand, which stays. */
  texts?: NonNullable<SectionChange['texts']>;
  /** The analysis' text in the range; omitted if it recognised no words there. */
  transcript?: string;
  words: TranscriptWord[];
}

/**
 * Returns the effect of another range on a section's text: words outside it are removed, and return with a
 * wider range. Translations belong to the earlier text, so they are out of date while it is shortened.
 * @param words the transcript words of the section's video
 * @param recognized words of the section's video that a wider range adds
 */
export function followRange(
  row: SectionRow,
  words: TranscriptWord[],
  { to, recognized = [] }: { to: Range; recognized?: TranscriptWord[] },
): Followed {
  const original = preservedOriginal(row);
  if (!original || row.objectId !== null) return { original, words };
  const { kept: before = null, wholeText, ...rest } = original;
  const whole = wholeText ?? original.text;
  const widened = widenWords(words, recognized, to);
  const { startMs, endMs, language } = original;
  const trimming = { kept: null, words: widened, widened, from: { startMs, endMs }, to };
  const transcriptText = trimText({ text: whole, ...trimming })?.inside;
  const written = row.texts[language]?.text ?? '';
  const trimmed = trimText({ text: written, kept: before, words, widened, from: rangeOf(row), to });
  const isCut = trimmed !== null && trimmed.before + trimmed.after !== '';
  return {
    original: {
      ...rest,
      text: transcriptText ?? original.text,
      ...((transcriptText ?? original.text) !== whole && { wholeText: whole }),
      ...(isCut && { kept: trimmed }),
    },
    ...(trimmed && { texts: { [language]: { text: trimmed.inside, translatedFrom: null } } }),
    ...(transcriptText !== undefined && { transcript: transcriptText }),
    words: widened,
  };
}
