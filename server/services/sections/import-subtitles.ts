import type { z } from 'zod';
import { MAX_TEXT, SUBTITLES_MAX_BYTES } from '#contract/limits.ts';
import type { subtitlesImportSchema, subtitlesResultSchema } from '#contract/sections.ts';
import { AppError } from '#core/lib/errors.ts';
import { mediaOf } from '#core/repositories/projects/section-media.ts';
import { recordChanges } from '#core/repositories/projects/section-edits.ts';
import type { SectionChange } from '#core/repositories/projects/section-states.ts';
import { findAllSections, type SectionRow } from '#core/repositories/projects/sections.ts';
import { guessLanguage } from '#text/transcript/guess-language.ts';
import { type Cue, readSubtitles, type Subtitles } from '#text/subtitles/parse-subtitles.ts';
import { wordsOfCues } from '#text/subtitles/subtitle-words.ts';
import {
  replaceTranscript,
  isTooLong,
  type NewTranscript,
  rangeOfWords,
  textWithin,
} from '#core/hearing/replace-transcript.ts';
import type { Caller, SectionId } from '../caller.ts';
import { originalOf } from '../section-views/section-text.ts';
import { editSection, type EditParts, quoted, refuseDeleted } from './edit.ts';
import { lengthOf } from './update.ts';

/** The maximum number of words that can be imported: a film of four hours has 40,000. */
const MAX_WORDS = 50_000;

/**
 * Replaces the transcript of a video, or of one of its sections, with the words of a subtitle file, or stores
 * them as its translation, as one edit. A section without subtitles in its range is not changed.
 * @throws AppError `not_found`; `unprocessable` for a file that cannot be used, which changes nothing
 */
export async function importSubtitles(
  backend: EditParts,
  caller: Caller,
  ids: SectionId,
  { file, language: wanted, scope, translation }: z.output<typeof subtitlesImportSchema>,
): Promise<z.infer<typeof subtitlesResultSchema>> {
  const { cues, unreadable } = readFile(Buffer.from(file, 'base64'));
  return editSection(backend, caller, ids, async (trx, section) => {
    refuseDeleted(section);
    const { projectId } = section;
    if (mediaOf(section) !== 'video' || section.objectId !== null || !originalOf(section)) {
      throw new AppError('unprocessable', 'Subtitles can be imported only for a video that was processed.');
    }
    const words = wordsOfCues(cues, await lengthOf(trx, section));
    refuseTooMany(words.length);
    const language = wanted ?? guessLanguage(words);
    const isMeant = (row: SectionRow) =>
      scope === 'section' ? row.id === section.id : row.videoId === section.videoId;
    const rows = (await findAllSections(trx, projectId)).filter((row) => isMeant(row) && originalOf(row));
    if (translation && originalOf(section)!.language === language) {
      throw new AppError(
        'unprocessable',
        'This is the language spoken in the video, so the file can’t be a translation.',
      );
    }
    const changes = rows.flatMap((row): [SectionRow, SectionChange][] => {
      if (textWithin(words, rangeOfWords(row)) === '') return [];
      if (!translation)
        return [[row, replaceTranscript(row, { words, language }, { overEdits: true }).change]];
      const change = translatedInstead(row, { words, language });
      return change ? [[row, change]] : [];
    });
    const changed = changes.filter(([row]) => row.deletedAt === null);
    if (changed.length === 0) {
      const where = scope === 'section' ? 'this section' : 'a section of this video';
      throw new AppError(
        'unprocessable',
        cues.length === 1
          ? `The subtitle in this file is not in ${where}.`
          : `None of the ${cues.length} subtitles in this file is in ${where}.`,
      );
    }
    const long = changed.find(([row]) => isTooLong(words, rangeOfWords(row)));
    if (long) {
      throw new AppError(
        'unprocessable',
        `The subtitles in ${quoted(long[0].title)} have more than ${MAX_TEXT} characters. Please split this section first.`,
      );
    }
    const action = translation ? 'Import a translation' : 'Import subtitles';
    const label = scope === 'section' ? `${action} for ${quoted(section.title)}` : `${action} for a video`;
    const changesById = Object.fromEntries(changes.map(([row, change]) => [row.id, change]));
    await recordChanges(trx, projectId, { kind: 'subtitles', label }, changesById, {
      replacesWords: translation ? [] : Object.keys(changesById),
    });
    const ranges = changed.map(([row]) => rangeOfWords(row));
    const isOutside = (cue: Cue) =>
      !ranges.some(({ startMs, endMs }) => cue.startMs < endMs && cue.endMs > startMs);
    const outside = cues.filter(isOutside).length;
    return { sections: changed.length, language, outside, unreadable };
  });
}

/**
 * Returns the words as the creator's own translation of a section's text; `null` if it was spoken in their
 * language, or if replacement media has a text of its own.
 */
function translatedInstead(row: SectionRow, { words, language }: NewTranscript): SectionChange | null {
  const original = originalOf(row)!;
  const isOwn = row.objectId !== null && row.texts[language]?.translatedFrom === null;
  if (isOwn || original.language === language) return null;
  const text = textWithin(words, rangeOfWords(row));
  const of = row.texts[original.language]?.text ?? '';
  return {
    original: { ...original, brought: { ...original.brought, [language]: { text, of } } },
    texts: { [language]: { text, translatedFrom: null } },
  };
}

function readFile(bytes: Buffer): Subtitles {
  if (bytes.byteLength > SUBTITLES_MAX_BYTES) {
    const most = SUBTITLES_MAX_BYTES / 2 ** 20;
    throw new AppError('unprocessable', `Subtitle files can be up to ${most} MB.`);
  }
  const subtitles = readSubtitles(bytes);
  const { cues, unreadable } = subtitles;
  if (cues.length === 0) {
    if (unreadable > 0) {
      throw new AppError(
        'unprocessable',
        'The subtitles in this file have invalid times. They must look like "00:01:02,500 --> 00:01:04,000".',
      );
    }
    throw new AppError(
      'unprocessable',
      'No subtitles were found in this file. It must be SubRip (.srt) or WebVTT (.vtt).',
    );
  }
  // Each subtitle has at least one word.
  refuseTooMany(cues.length);
  return subtitles;
}

function refuseTooMany(words: number): void {
  if (words > MAX_WORDS) throw new AppError('unprocessable', `This file has more than ${MAX_WORDS} words.`);
}
