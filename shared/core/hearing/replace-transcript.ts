import type { TranscriptWord } from '#contract/jobs/processing.ts';
import { MAX_TEXT } from '#contract/limits.ts';
import { type Range, wordsWithin } from '#text/transcript/spoken-text.ts';
import type { SectionChange } from '../repositories/projects/section-states.ts';
import { originalSchema, type SectionRow } from '../repositories/projects/sections.ts';
import { boundText } from '#text/transcript/bound-text.ts';

/** A new transcript of a video, in order of time. */
export interface NewTranscript {
  words: TranscriptWord[];
  /** ISO 639-1 code of the words. */
  language: string;
}

interface Options {
  /** Whether texts that the creator edited are replaced too. */
  overEdits: boolean;
}

/**
 * Returns the range of its own video that a section's text is about. A replacement has a range of its own.
 */
export function rangeOfWords(row: Pick<SectionRow, 'original' | 'objectId' | 'startMs' | 'endMs'>): Range {
  const { startMs, endMs } = originalSchema.parse(row.original);
  return row.objectId === null ? { startMs: row.startMs, endMs: row.endMs } : { startMs, endMs };
}

const saidWithin = (words: TranscriptWord[], range: Range): string =>
  wordsWithin(words, range)
    .map(({ text }) => text)
    .join(' ');

/**
 * Returns the transcript text within a range: the whole text, or, if it `isTooLong`, as many words as a text
 * can have.
 */
export function textWithin(words: TranscriptWord[], range: Range): string {
  return boundText(saidWithin(words, range));
}

/** Whether the transcript within a range is longer than a section's text can be, so that its end is lost. */
export const isTooLong = (words: TranscriptWord[], range: Range): boolean =>
  saidWithin(words, range).length > MAX_TEXT;

/**
 * Replaces the recognised words of an analysed section. A text that was edited stays, unless edits are to be
 * replaced too. So does a text that was written in the new language.
 * @returns the change of the section, and whether an edited text stayed
 */
export function replaceTranscript(
  row: SectionRow,
  { words, language }: NewTranscript,
  { overEdits }: Options,
): { change: SectionChange; stayed: boolean } {
  const { wholeText: _, kept, ...original } = originalSchema.parse(row.original);
  const range = rangeOfWords(row);
  const whole = {
    startMs: Math.min(range.startMs, original.startMs),
    endMs: Math.max(range.endMs, original.endMs),
  };
  const text = textWithin(words, range);
  const wholeText = textWithin(words, original);
  const before = row.texts[original.language];
  const isEdited = before !== undefined && before.text.trim() !== original.text.trim();
  const isOther = original.language !== language;
  const isWritten = isOther ? row.texts[language]?.translatedFrom === null : isEdited;
  const keepsText = isWritten && !(overEdits && row.objectId === null);
  return {
    change: {
      words: wordsWithin(words, whole),
      original: {
        ...original,
        text,
        language,
        ...(wholeText !== text && { wholeText }),
        ...(keepsText && !isOther && kept && { kept }),
      },
      texts: {
        ...(!keepsText && { [language]: { text, translatedFrom: null } }),
        // A text recognised in the wrong language is removed.
        ...(isOther && before && !isEdited && { [original.language]: null }),
      },
    },
    stayed: keepsText || (isEdited && isOther),
  };
}
