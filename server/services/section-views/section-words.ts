import { setImmediate } from 'node:timers/promises';
import type { Part } from '#contract/cuts.ts';
import { scanMedia, type TranscriptWord } from '#contract/jobs/processing.ts';
import type { SectionWords, Word } from '#contract/sections.ts';
import { silencesIn } from '#film/time/silences.ts';
import { type Range, wordsWithin } from '#text/transcript/spoken-text.ts';
import type { Backend } from '#core/backend.ts';
import type { Executor } from '#core/db/database.ts';
import { findArtifacts } from '#core/repositories/media/artifacts.ts';
import { findSpeech } from '#core/repositories/projects/scans.ts';
import { findWords, findWordsAround } from '#core/repositories/projects/section-words.ts';
import type { SectionRow } from '#core/repositories/projects/sections.ts';
import { isWithheld } from '#text/transcript/withheld-words.ts';
import type { Caller, SectionId } from '../caller.ts';
import { ownSection } from '../ownership.ts';

/** The number of sections whose words are in memory at a time. */
const BATCH = 20;
/** How far around a section its page knows the words, in ms. */
const AROUND_MS = 300_000;

const seconds = (ms: number) => ms / 1000;

/** Returns a section's range of its video. */
export function rangeOf(row: Pick<SectionRow, 'startMs' | 'endMs'>): Range {
  return { startMs: row.startMs, endMs: row.endMs };
}

/** Returns which of a section's words are spoken in its own audio. A replacement has its own words. */
export function wordsIn(row: SectionRow, words: TranscriptWord[]): TranscriptWord[] {
  return row.objectId === null ? wordsWithin(words, rangeOf(row)) : [];
}

/** Processes the words of each section, a few sections at a time, so that it does not block other work. */
export async function forEachWords(
  db: Executor,
  rows: SectionRow[],
  act: (row: SectionRow, words: TranscriptWord[]) => void,
): Promise<void> {
  for (let from = 0; from < rows.length; from += BATCH) {
    const batch = rows.slice(from, from + BATCH);
    const withWords = batch.flatMap((row) => (row.wordsKey === null ? [] : row.id));
    const words = await findWords(db, withWords);
    for (const row of batch) {
      act(row, words.get(row.id) ?? []);
      await setImmediate();
    }
  }
}

/** Returns the words of a section and of its surroundings. @throws AppError `not_found` */
export async function readWords(
  { db }: Pick<Backend, 'db'>,
  { userId }: Caller,
  { sectionId }: SectionId,
): Promise<SectionWords> {
  const row = await ownSection(db, sectionId, userId);
  if (row.wordsKey === null || row.objectId !== null) return { words: [], cutWords: [], heard: [] };
  const { startMs, endMs } = rangeOf(row);
  const around = { startMs: startMs - AROUND_MS, endMs: endMs + AROUND_MS };
  const [own, transcribed, silences] = await Promise.all([
    findWords(db, [row.id]),
    findWordsAround(db, row, around),
    findSilences(db, row, around),
  ]);
  const all = own.get(row.id) ?? [];
  const within = new Set(wordsIn(row, all));
  return {
    words: [...within].map(wordView),
    cutWords: all.filter((word) => !within.has(word)).map(wordView),
    heard: transcribed.map(wordView),
    ...(silences && { silences }),
  };
}

/** Returns the silences of a section's video in a range; `undefined` if they were not measured. */
async function findSilences(db: Executor, row: SectionRow, range: Range): Promise<Part[] | undefined> {
  const { scanKey, videoId, projectId } = row;
  if (scanKey === null || videoId === null) return undefined;
  const [scans, speech] = await Promise.all([
    findArtifacts(db, [scanKey]),
    findSpeech(db, { projectId, videoId }),
  ]);
  const scan = scans.get(scanKey);
  return scan && silencesIn(scanMedia.result.parse(scan.data), speech, range);
}

function wordView({ startMs, endMs, ...word }: TranscriptWord): Word {
  const withheld = isWithheld(word) && { withheld: true as const };
  return { ...word, start: seconds(startMs), end: seconds(endMs), ...withheld };
}
