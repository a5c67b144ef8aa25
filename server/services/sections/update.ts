import { MAX_TEXT } from '#contract/limits.ts';
import type { Language } from '#contract/primitives.ts';
import { excerptMs, STILL_MAX_MS } from '#film/time/section-length.ts';
import { NEW_ZOOM, SECTION_DEFAULTS, type SectionSettings } from '#contract/section-settings.ts';
import { settingsIn } from '#film/section-settings.ts';
import { SECTION_TRIM_MIN_MS, type SectionUpdate, STILL_MIN_MS } from '#contract/sections.ts';
import type { Executor } from '#core/db/database.ts';
import { AppError } from '#core/lib/errors.ts';
import type { Backend } from '#core/backend.ts';
import { findScansOfFetched } from '#core/repositories/projects/scans.ts';
import { type Edit, recordChanges } from '#core/repositories/projects/section-edits.ts';
import type { SectionChange } from '#core/repositories/projects/section-states.ts';
import { findWords, findWordsAround, storeWords } from '#core/repositories/projects/section-words.ts';
import type { SectionRow } from '#core/repositories/projects/sections.ts';
import { findShownVideos } from '#core/repositories/media/videos.ts';
import { type Attachable, attachUpload } from '../uploads/attach-upload.ts';
import { mediaOf } from '#core/repositories/projects/section-media.ts';
import { writtenIn } from '../section-views/localized.ts';
import { writtenText } from '../section-views/section-text.ts';
import type { Caller, SectionId } from '../caller.ts';
import { ownSection } from '../ownership.ts';
import { editSection, quoted, refuseDeleted } from './edit.ts';
import { followRange } from './follow-range.ts';
import { preservedOriginal } from './original.ts';

/**
 * Changes text, title, range or media of a section.
 * @throws AppError `not_found`; `unprocessable` for an invalid range and unusable media
 */
export async function updateSection(
  backend: Backend,
  caller: Caller,
  ids: SectionId,
  { language, patch }: { language: Language; patch: SectionUpdate },
): Promise<SectionRow> {
  const { userId } = caller;
  const before = await ownSection(backend.db, ids.sectionId, userId);
  refuseDeleted(before);
  const { projectId } = before;
  const { videoURL } = patch;
  const media =
    videoURL === undefined
      ? undefined
      : await attachUpload(backend, caller, { projectId }, { objectPath: videoURL });
  return editSection(backend, caller, ids, async (trx, row) => {
    refuseDeleted(row);
    const zoom = media && isFirstImage(row, media) && { zoom: NEW_ZOOM };
    const change = media
      ? { ...zoom, ...changeOf(row, replaced(row, media), { language, patch }) }
      : await prepareChange(trx, row, { language, patch });
    await recordChanges(trx, projectId, describe(row, patch), { [row.id]: change });
    return ownSection(trx, row.id, userId);
  });
}

/**
 * Returns the change that a request without media makes, within an edit that writes it. Stores the words that
 * a wider range adds.
 * @throws AppError `unprocessable` for an invalid range
 */
export async function prepareChange(
  trx: Executor,
  row: SectionRow,
  input: { language: Language; patch: SectionUpdate },
): Promise<SectionChange> {
  refuseShort(row, input.patch);
  return changeOf(row, await trimmed(trx, row, input.patch), input);
}

/** Returns the change that a request makes. `played` is its change of the section's range or media. */
function changeOf(
  row: SectionRow,
  played: SectionChange,
  { language, patch }: { language: Language; patch: SectionUpdate },
): SectionChange {
  const { title, cardSubtitle, lowerName, lowerDetail, transcription, ...settings } = patch;
  const { localized = row.localized } = patch;
  return {
    ...settingsIn(settings),
    ...writtenIn({ ...row, localized }, language, { title, cardSubtitle, lowerName, lowerDetail }),
    ...played,
    // A text sent with a range is the text of that range.
    texts: {
      ...played.texts,
      ...(transcription !== undefined && {
        [language]: writtenText(row, language, transcription.trim()),
      }),
    },
  };
}

/** The names of settings in Undo's label, if they differ from the field names. */
const SETTING_WORDS: Partial<Record<keyof SectionSettings, string>> = {
  fadeIn: 'fade in of',
  fadeOut: 'fade out of',
  cardFrame: 'background of',
  shotCrops: 'framing of a shot of',
  titled: 'title over the image of',
  cardPlace: 'title position of',
  cardStyle: 'title style of',
  cardSubtitle: 'subtitle of',
  lowerName: 'name in the lower third of',
  lowerDetail: 'second line in the lower third of',
  lowerStyle: 'lower third style of',
  lowerStart: 'lower third start of',
  lowerSeconds: 'lower third length of',
  localized: 'text in other languages of',
  transition: 'transition after',
  transitionSeconds: 'transition after',
};

function describe(row: SectionRow, patch: SectionUpdate): Edit {
  const title = quoted(row.title);
  if (patch.videoURL !== undefined) return { kind: 'replace', label: `Replace the media of ${title}` };
  const changed = [
    patch.transcription !== undefined && { kind: 'text', label: `Edit the text of ${title}` },
    ...(Object.keys(settingsIn(patch)) as (keyof SectionSettings)[]).map((name) => ({
      kind: name,
      label: `Change the ${SETTING_WORDS[name] ?? `${name} of`} ${title}`,
    })),
    patch.title !== undefined && { kind: 'title', label: `Rename ${title}` },
    (patch.startTime !== undefined || patch.endTime !== undefined) && {
      kind: 'trim',
      label: `Trim ${title}`,
    },
  ].filter((edit) => edit !== false);
  return changed.length === 1 ? changed[0]! : { kind: 'update', label: `Edit ${title}` };
}

function rangeAfter(row: SectionRow, { startTime, endTime }: SectionUpdate) {
  return {
    startMs: startTime === undefined ? row.startMs : Math.round(startTime * 1000),
    endMs: endTime === undefined ? row.endMs : Math.round(endTime * 1000),
  };
}

/**
 * Refuses a range, and cuts, that leave too little of a section.
 * @throws AppError `unprocessable`
 */
export function refuseShort(row: SectionRow, patch: SectionUpdate): void {
  const { startTime, endTime, cuts } = patch;
  if (startTime === undefined && endTime === undefined && cuts === undefined) return;
  const hasCuts = mediaOf(row) === 'video';
  const remainingMs = excerptMs({ ...rangeAfter(row, patch), cuts: hasCuts ? (cuts ?? row.cuts) : [] });
  if (remainingMs >= SECTION_TRIM_MIN_MS) return;
  throw new AppError('unprocessable', `${quoted(row.title)} must last at least half a second.`);
}

/** Whether media are the first image of a section for which no zoom was chosen. */
const isFirstImage = (row: SectionRow, media: Attachable): boolean =>
  media.kind === 'image' && mediaOf(row) !== 'image' && row.zoom === SECTION_DEFAULTS.zoom;

/** Replacement media plays from start to end. */
function replaced(row: SectionRow, media: Attachable): SectionChange {
  return {
    objectId: media.objectId,
    fetchKey: media.fetchKey,
    startMs: 0,
    endMs: media.durationMs ?? STILL_MIN_MS,
    startReason: 'start',
    endReason: 'end',
    // They belong to the previous video.
    cuts: [],
    shotCrops: [],
    original: preservedOriginal(row),
  };
}

async function trimmed(trx: Executor, row: SectionRow, patch: SectionUpdate): Promise<SectionChange> {
  if (patch.startTime === undefined && patch.endTime === undefined) return {};
  const { startMs, endMs } = rangeAfter(row, patch);
  if (startMs === row.startMs && endMs === row.endMs) return {};
  if (mediaOf(row) === 'video') refuseBeyond(endMs, await lengthOf(trx, row));
  else refuseStill(startMs, endMs);
  const widens = startMs < row.startMs || endMs > row.endMs;
  const to = { startMs, endMs };
  const recognized = widens && row.videoId ? await findWordsAround(trx, row, to) : [];
  const before = (await findWords(trx, [row.id])).get(row.id) ?? [];
  const { words, original, texts } = followRange(row, before, { to, recognized });
  if (widens) refuseLong(row, texts);
  if (words.length > before.length) await storeWords(trx, row.id, words);
  return {
    startMs,
    endMs,
    ...(startMs !== row.startMs && { startReason: 'edited' }),
    ...(endMs !== row.endMs && { endReason: 'edited' }),
    original,
    ...(texts && { texts }),
  };
}

/** A text that follows a wider range would lose its end, and then no longer match the speech. */
function refuseLong(row: SectionRow, texts: SectionChange['texts'] = {}): void {
  if (Object.values(texts).every((text) => (text?.text.length ?? 0) <= MAX_TEXT)) return;
  throw new AppError(
    'unprocessable',
    `The text of ${quoted(row.title)} would have more than ${MAX_TEXT} characters. Choose a shorter range, or split this section first.`,
  );
}

/** Returns the length of a section's video, in ms; before its preparation, from its file. */
export async function lengthOf(trx: Executor, row: SectionRow): Promise<number> {
  const scan = row.fetchKey ? (await findScansOfFetched(trx, [row.fetchKey])).get(row.fetchKey) : undefined;
  if (scan) return scan.durationMs;
  const [video] = await findShownVideos(trx, [row.objectVideoId ?? row.videoId!]);
  return Math.max(row.endMs, video?.durationMs ?? 0);
}

function refuseBeyond(endMs: number, lengthMs: number): void {
  if (endMs <= lengthMs) return;
  throw new AppError('unprocessable', `The video ends at ${(lengthMs / 1000).toFixed(2)} seconds.`);
}

function refuseStill(startMs: number, endMs: number): void {
  if (startMs !== 0) {
    throw new AppError('unprocessable', 'An image has no start to trim. Change its end instead.');
  }
  if (endMs > STILL_MAX_MS) throw new AppError('unprocessable', 'Images can be shown for up to 10 minutes.');
}
