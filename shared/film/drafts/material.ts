import { type DraftLength, ALL_MATERIAL } from '#contract/draft-lengths.ts';

/** The shortest material that becomes a film, in seconds. */
export const MIN_FILM_SECONDS = 3;

/** The longest video that is covered completely, in ms. */
export const WHOLE_UP_TO_MS = 60_000;
/** The ideal length of a section of a video that is covered completely, in ms. */
export const WHOLE_SECTION_MS = 12_000;
/** The number of sections of a project. Many short videos that are covered completely may have more. */
export const SECTIONS_IN_ALL = { min: 4, max: 36 };
/** The speech of a longer video per section, in ms. The sections are its best parts. */
export const SPEECH_PER_SECTION_MS = 30_000;
/** How much of it a section shows, in ms. */
const SHOWN_PER_SECTION_MS = 20_000;

/**
 * Estimates how much of videos of these lengths becomes sections, in ms: short videos completely, of longer
 * ones the best parts. Exact for short videos.
 * @param lengthsMs without unknown lengths
 */
export function usableMs(lengthsMs: readonly number[]): number {
  const least = Math.ceil(SECTIONS_IN_ALL.min / Math.max(1, lengthsMs.length));
  const ideals = lengthsMs.map((ms) =>
    Math.max(least, Math.round(ms / (ms <= WHOLE_UP_TO_MS ? WHOLE_SECTION_MS : SPEECH_PER_SECTION_MS))),
  );
  const scale = Math.min(1, SECTIONS_IN_ALL.max / ideals.reduce((sum, count) => sum + count, 0));
  return lengthsMs.reduce((sum, ms, index) => {
    if (ms <= WHOLE_UP_TO_MS) return sum + ms;
    const sections = Math.max(1, Math.floor(ideals[index]! * scale));
    return sum + Math.min(ms, sections * SHOWN_PER_SECTION_MS);
  }, 0);
}

/**
 * Whether this much material, in ms, is enough for a film of this length. Compares whole seconds, as they are
 * shown.
 */
export const isEnough = (materialMs: number, length: DraftLength): boolean =>
  Math.round(materialMs / 1000) >= (length === ALL_MATERIAL ? MIN_FILM_SECONDS : length * 60);

/** Returns why a film of this length cannot be made from this much material, in ms, and what to do. */
export function tooShort(materialMs: number, length: DraftLength): string {
  const material = `These videos have ${clock(Math.round(materialMs / 1000))} of usable material`;
  if (length === ALL_MATERIAL || !isEnough(materialMs, ALL_MATERIAL)) {
    return `${material}, and a film needs at least ${clock(MIN_FILM_SECONDS)}. Add videos.`;
  }
  const film = `${length} ${length === 1 ? 'minute' : 'minutes'}`;
  return `${material}, which is too short for a film of ${film}. Choose a shorter film or add videos.`;
}

/** Formats seconds as m:ss. */
const clock = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
