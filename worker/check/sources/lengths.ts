import type { Finding } from '#contract/film-check.ts';
import type { PlannedSection } from '../plan.ts';
import type { SectionPlace } from './picture-shift.ts';

/** A section, and where its frames are in the film; `null` if that was not examined. */
export interface PlacedSection {
  section: PlannedSection;
  place: SectionPlace | null;
  /** By how many ms its own audio is later than promised; `null` if that cannot be known. */
  soundShiftMs: number | null;
}

/** Less is not a fault, in ms: frames are compared a few times a second. */
const LEAST_MS = 250;
const LEAST_MISSING_MS = 700;
/** Frames of a film and of its videos are not taken at the same times, in ms. */
const NEARLY_MS = 100;

/**
 * Sections that are shorter or longer in the film than promised. Frames that are earlier or later than promised follow
 * a section which is too short or too long, or are in one whose beginning is missing.
 * @param filmShiftMs by how much the film is longer than promised
 * @param found other findings: a black or frozen end of a section explains why its frames are missing
 */
export function judgeLengths(
  placed: readonly PlacedSection[],
  { filmShiftMs, found }: { filmShiftMs: number; found: readonly Finding[] },
): Finding[] {
  const shifts = placed.map((one) => shiftsOf(one, filmShiftMs));
  const wrong = placed.map(({ section }, index) => {
    const ownMs = section.endMs - section.startMs - plannedMsOf(section);
    const { start, end } = shifts[index]!;
    return ownMs + (start !== null && end !== null ? end - start : 0);
  });
  let shiftMs = 0;
  for (const [index, { start, end }] of shifts.entries()) {
    if (start !== null) {
      const jumpMs = start - shiftMs;
      wrong[lacks(placed, index, jumpMs)]! += jumpMs;
      shiftMs = start;
    }
    shiftMs = end ?? shiftMs;
  }
  if (placed.length > 0) wrong[placed.length - 1]! += filmShiftMs - shiftMs;
  return placed.flatMap(({ section, place }, index) => {
    const { sectionId, startMs, endMs } = section;
    const isExplained = found.some(
      (one) => (one.kind === 'black' || one.kind === 'frozen') && one.startMs < endMs && one.endMs > startMs,
    );
    const missingMs = isExplained || !place ? 0 : place.missingStartMs + place.missingEndMs;
    const isShifted = Math.abs(wrong[index]!) >= LEAST_MS;
    if (!isShifted && missingMs < LEAST_MISSING_MS) return [];
    const differenceMs = isShifted ? wrong[index]! : -missingMs;
    const plannedMs = Math.round(plannedMsOf(section));
    const actualMs = Math.max(0, Math.round(plannedMs + differenceMs));
    const times = { startMs, endMs, sectionId };
    return { kind: 'wrong-length', severity: 'fault', plannedMs, actualMs, ...times } as const;
  });
}

/**
 * By how many ms the start and the end of a section are later than promised. Where its picture stands still its audio
 * says so, if it is where it belongs or moved as much as the film's end.
 */
function shiftsOf({ place, soundShiftMs }: PlacedSection, filmShiftMs: number) {
  const [start, end] = [place?.startShiftMs ?? null, place?.endShiftMs ?? null];
  if (start !== null || end !== null || soundShiftMs === null) return { start, end };
  const isInPlace = Math.abs(soundShiftMs) <= NEARLY_MS;
  const isAsFilm = Math.abs(filmShiftMs) >= LEAST_MS && Math.abs(soundShiftMs - filmShiftMs) <= NEARLY_MS;
  return isInPlace || isAsFilm ? { start: soundShiftMs, end: soundShiftMs } : { start, end };
}

const plannedMsOf = ({ promisedMs, startMs, endMs }: PlannedSection) => promisedMs ?? endMs - startMs;

/** The section whose length is wrong where the frames of the section at `index` are shifted from its start on. */
function lacks(placed: readonly PlacedSection[], index: number, jumpMs: number): number {
  const before = placed[index - 1];
  if (!before) return index;
  // More of the section before is there than could be if its end were missing: it is the beginning of this one.
  const lastMs = before.place?.lastFoundMs ?? null;
  const isWhole = lastMs !== null && before.section.endMs - lastMs < -jumpMs - NEARLY_MS;
  return isWhole ? index : index - 1;
}
