import { shortened } from '#text/letters/letters.ts';
import { excerptMs } from '#film/time/section-length.ts';
import { settingsOfParts } from '#film/section-settings.ts';
import { SECTION_TRIM_MIN_MS } from '#contract/sections.ts';
import type { Executor } from '#core/db/database.ts';
import { AppError } from '#core/lib/errors.ts';
import { recordEdit } from '#core/repositories/projects/section-edits.ts';
import { type SectionChange, writeStates } from '#core/repositories/projects/section-states.ts';
import { findWords } from '#core/repositories/projects/section-words.ts';
import {
  boundariesOf,
  findAllSections,
  insertSection,
  type Original,
  type SectionRow,
} from '#core/repositories/projects/sections.ts';
import { originalOf } from '../section-views/section-text.ts';
import { mediaOf } from '#core/repositories/projects/section-media.ts';
import { placeAfter } from './create.ts';
import type { Caller, ProjectId, SectionId } from '../caller.ts';
import { editSection, type EditParts, quoted, refuseDeleted } from './edit.ts';
import { followRange } from './follow-range.ts';
import { preservedOriginal } from './original.ts';
import { splitAtShare } from './split-text.ts';

const TITLE_LETTERS = 200;

/**
 * Splits a section at a time of its video in seconds: the first part retains its ID, the second one follows
 * it.
 * @throws AppError `not_found`; `unprocessable` for an image, or if a part would be too short
 */
export async function splitSection(
  backend: EditParts,
  caller: Caller,
  ids: SectionId,
  { at }: { at: number },
): Promise<ProjectId> {
  const atMs = Math.round(at * 1000);
  return editSection(backend, caller, ids, async (trx, row) => {
    refuseDeleted(row);
    if (mediaOf(row) !== 'video') {
      throw new AppError('unprocessable', 'Only videos can be split, not images or title cards.');
    }
    const { startMs, endMs, cuts } = row;
    const halves = [
      { startMs, endMs: atMs, cuts },
      { startMs: atMs, endMs, cuts },
    ];
    if (halves.some((half) => excerptMs(half) < SECTION_TRIM_MIN_MS)) {
      throw new AppError('unprocessable', 'Both parts must last at least half a second.');
    }
    const rows = await findAllSections(trx, row.projectId);
    const edit = { kind: 'split', label: `Split ${quoted(row.title)}` };
    await recordEdit(trx, row.projectId, edit, () => split(trx, { row, rows, atMs }));
    return { projectId: row.projectId };
  });
}

async function split(
  trx: Executor,
  { row, rows, atMs }: { row: SectionRow; rows: SectionRow[]; atMs: number },
): Promise<void> {
  const firstTitle = titleOfFirstPart(row.title, rows);
  const title = nextTitle(firstTitle, rows);
  const settings = settingsOfParts(row);
  const words = (await findWords(trx, [row.id])).get(row.id) ?? [];
  const cut: Cut = {
    share: (atMs - row.startMs) / (row.endMs - row.startMs),
    first: followRange(row, words, { to: { startMs: row.startMs, endMs: atMs } }),
    second: followRange(row, words, { to: { startMs: atMs, endMs: row.endMs } }),
  };
  const originals = splitOriginal(row, { atMs, title, cut });
  const texts = splitTexts(row, cut);
  const second = await insertSection(trx, {
    projectId: row.projectId,
    kind: row.kind,
    title,
    position: row.position,
    videoId: row.videoId,
    objectId: row.objectId,
    fetchKey: row.fetchKey,
    scanKey: row.scanKey,
    startMs: atMs,
    endMs: row.endMs,
    boundaries: { start: 'edited', end: boundariesOf(row).end },
    ...settings.second,
    // Their text follows the range, also after a part is trimmed.
    words,
    original: originals.second,
  });
  await writeStates(trx, {
    [row.id]: {
      title: firstTitle,
      endMs: atMs,
      endReason: 'edited',
      ...settings.first,
      original: originals.first,
      texts: texts.first,
    },
    [second]: { texts: texts.second },
  });
  await placeAfter(trx, { projectId: row.projectId, rows }, second, row.id);
}

const NUMBERED = /^(.+) \((\d{1,3})\)$/su;

/** Returns 'Sunrise (1)' for 'Sunrise'; a title with a number keeps it. */
const titleOfFirstPart = (title: string, sections: readonly Pick<SectionRow, 'title'>[]): string =>
  NUMBERED.test(title) ? title : freeTitle(title, 1, sections);

/**
 * Returns 'Sunrise (2)' for 'Sunrise', or the next number that none of these sections has; for that, 'Sunrise
 * (3)'.
 */
export function nextTitle(title: string, sections: readonly Pick<SectionRow, 'title'>[]): string {
  const [, name = title, digits = '1'] = NUMBERED.exec(title) ?? [];
  return freeTitle(name, Number(digits) + 1, sections);
}

/** Returns a title with the first number from here on that none of these sections has. */
function freeTitle(name: string, from: number, sections: readonly Pick<SectionRow, 'title'>[]): string {
  const titles = new Set(sections.map((section) => section.title));
  for (let number = from; ; number += 1) {
    const suffix = ` (${number})`;
    const titled = shortened(name, TITLE_LETTERS - suffix.length) + suffix;
    if (!titles.has(titled)) return titled;
  }
}

/** Where a section is divided, and what a trim to each part would retain. */
interface Cut {
  /** The share of the time that the first part takes, 0 to 1. */
  share: number;
  first: ReturnType<typeof followRange>;
  second: ReturnType<typeof followRange>;
}

/** Returns the original of each part: its share of the words. Reset joins them again by the first part's. */
function splitOriginal(
  row: SectionRow,
  { atMs, title, cut }: { atMs: number; title: string; cut: Cut },
): { first: Original | null; second: Original | null } {
  const original = preservedOriginal(row);
  if (!original) return { first: null, second: null };
  const { wholeText = original.text, kept: _, ...rest } = original;
  const [first, second] =
    cut.first.transcript !== undefined && cut.second.transcript !== undefined
      ? [cut.first.transcript, cut.second.transcript]
      : splitAtShare(original.text, cut.share);
  const originalText = ({ original: followed }: Cut['first']) => followed?.kept && { kept: followed.kept };
  return {
    first: { ...rest, text: first, wholeText, ...originalText(cut.first) },
    second: {
      ...rest,
      title,
      text: second,
      startMs: atMs,
      endMs: row.endMs,
      reasons: { start: 'edited', end: row.endReason },
      splitOf: original.splitOf ?? row.id,
      ...originalText(cut.second),
    },
  };
}

type Texts = NonNullable<SectionChange['texts']>;

/**
 * Splits every text: at the word spoken there if the text matches the speech, otherwise at about that time.
 * Parts of a machine translation remain translations.
 */
function splitTexts(row: SectionRow, cut: Cut): { first: Texts; second: Texts } {
  const language = originalOf(row)?.language ?? '';
  const ownText = row.texts[language]?.text;
  const [saidFirst, saidSecond] = [cut.first.texts?.[language]?.text, cut.second.texts?.[language]?.text];
  const first: Texts = {};
  const second: Texts = {};
  const parts = (text: string): [string, string] =>
    text === ownText && saidFirst !== undefined && saidSecond !== undefined
      ? [saidFirst, saidSecond]
      : splitAtShare(text, cut.share);
  for (const [language, written] of Object.entries(row.texts)) {
    if (!written) continue;
    const [text, rest] = parts(written.text);
    const [from, restFrom] = written.translatedFrom === null ? [null, null] : parts(written.translatedFrom);
    first[language] = { text, translatedFrom: from };
    second[language] = { text: rest, translatedFrom: restFrom };
  }
  return { first, second };
}
