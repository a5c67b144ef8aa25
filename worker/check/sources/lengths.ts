import type { Finding } from '#contract/film-check.ts';
import type { PlannedSection } from '../plan.ts';
import type { SectionPlace } from './picture-shift.ts';

/** A section with the position of its frames in the film. */
export interface PlacedSection {
  section: PlannedSection;
  /** `null` if the frames were not examined. */
  place: SectionPlace | null;
  /** By how many ms its own audio is later than planned; `null` if this is unknown. */
  soundShiftMs: number | null;
}

/** Smaller differences are not a fault, in ms: frames are compared only a few times per second. */
const MIN_MS = 250;
/** The same for missing frames, in ms. */
const MIN_MISSING_MS = 700;
/** A tolerance in ms: frames of the film and of its videos are not read at the same times. */
const NEARLY_MS = 100;

/**
 * Reports sections that are shorter or longer in the film than planned. If frames are earlier or later than
 * planned, the previous section has a wrong length, or the beginning of their own section is missing.
 * @param filmShiftMs by how many ms the film is longer than planned
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
    const isShifted = Math.abs(wrong[index]!) >= MIN_MS;
    if (!isShifted && missingMs < MIN_MISSING_MS) return [];
    const differenceMs = isShifted ? wrong[index]! : -missingMs;
    const plannedMs = Math.round(plannedMsOf(section));
    const actualMs = Math.max(0, Math.round(plannedMs + differenceMs));
    const times = { startMs, endMs, sectionId };
    return { kind: 'wrong-length', severity: 'fault', plannedMs, actualMs, ...times } as const;
  });
}

/**
 * Returns by how many ms the start and the end of a section are later than planned. If the picture does not
 * show it, the audio is used, as long as it is in place or has moved as much as the film's end.
 */
function shiftsOf({ place, soundShiftMs }: PlacedSection, filmShiftMs: number) {
  const [start, end] = [place?.startShiftMs ?? null, place?.endShiftMs ?? null];
  if (start !== null || end !== null || soundShiftMs === null) return { start, end };
  const isInPlace = Math.abs(soundShiftMs) <= NEARLY_MS;
  const isAsFilm = Math.abs(filmShiftMs) >= MIN_MS && Math.abs(soundShiftMs - filmShiftMs) <= NEARLY_MS;
  return isInPlace || isAsFilm ? { start: soundShiftMs, end: soundShiftMs } : { start, end };
}

const plannedMsOf = ({ promisedMs, startMs, endMs }: PlannedSection) => promisedMs ?? endMs - startMs;

/**
 * Returns the index of the section with the wrong length if the section at `index` is shifted from its start
 * on.
 */
function lacks(placed: readonly PlacedSection[], index: number, jumpMs: number): number {
  const before = placed[index - 1];
  if (!before) return index;
  // If the end of the previous section is in the film, the beginning of this one is missing.
  const lastMs = before.place?.lastFoundMs ?? null;
  const isWhole = lastMs !== null && before.section.endMs - lastMs < -jumpMs - NEARLY_MS;
  return isWhole ? index : index - 1;
}
