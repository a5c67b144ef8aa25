import type { Part } from '#contract/cuts.ts';
import type { Finding } from '#contract/film-check.ts';
import { fadeGain } from '#film/time/section-length.ts';
import type { MeasuredFilm } from '../measure-film.ts';
import type { PlannedSection } from '../plan.ts';
import { FLOOR_DB, readLevels, samplesInWav, STEP_MS } from './levels.ts';
import type { PlacedSection } from './lengths.ts';
import { piecesIn } from './promised.ts';
import type { Sources } from './proxies.ts';
import { shiftOfSound } from './sound-shift.ts';

/** Larger shifts are reported, in ms. Smaller ones are not noticeable. */
const NOTICED_MS = 80;
/** The longest part of a section that is compared, in ms of the film. */
const MAX_MS = 120_000;

/**
 * Returns by how many ms a section's own audio is later in the film than planned; `null` if this is unknown.
 */
export async function soundShiftOf(
  section: PlannedSection,
  inner: Part,
  { sound }: MeasuredFilm,
  sources: Sources,
): Promise<number | null> {
  if (!section.audible) return null;
  const span = { startMs: inner.startMs, endMs: Math.min(inner.endMs, inner.startMs + MAX_MS) };
  const expected = await promisedLevels(section, span, sources);
  return expected && shiftOfSound(expected, (await readLevels(sound, span)).mean);
}

/**
 * Reports sections whose own audio is out of sync with their picture.
 * @param isMoved whether any frames of the film have moved; then a section with unknown frames may have moved, too
 */
export function judgeSounds(placed: readonly PlacedSection[], isMoved: boolean): Finding[] {
  return placed.flatMap(({ section, place, soundShiftMs }) => {
    const { sectionId, startMs, endMs } = section;
    const [start, end] = [place?.startShiftMs ?? null, place?.endShiftMs ?? null];
    const pictureMs = start ?? end ?? (isMoved ? null : 0);
    if (soundShiftMs === null || pictureMs === null) return [];
    // A section whose picture is too short or too long has its own finding.
    if (Math.abs((end ?? pictureMs) - pictureMs) > NOTICED_MS) return [];
    const shiftMs = Math.round(soundShiftMs - pictureMs);
    if (Math.abs(shiftMs) <= NOTICED_MS) return [];
    return { kind: 'out-of-sync', severity: 'fault', shiftMs, startMs, endMs, sectionId } as const;
  });
}

/**
 * Returns the levels that a section's audio should have in the film, without its gain; `null` if they are
 * unknown.
 */
async function promisedLevels(
  { played, startMs, endMs }: PlannedSection,
  span: Part,
  sources: Sources,
): Promise<Float32Array | null> {
  const path = played && (await (await sources.scanOf(played.scanKey))?.pathIfAny('speech.wav'));
  if (!played || !path) return null;
  const samples = await samplesInWav(path);
  const first = Math.max(0, Math.floor(span.startMs / STEP_MS));
  const levels = new Float32Array(Math.max(0, Math.ceil(span.endMs / STEP_MS) - first)).fill(FLOOR_DB);
  for (const piece of piecesIn(played.parts, span)) {
    const source = await readLevels(samples, piece);
    const [from, to] = [piece.inFilm.startMs, piece.inFilm.endMs];
    for (let step = Math.max(first, Math.ceil(from / STEP_MS)); step * STEP_MS < to; step += 1) {
      const atMs = step * STEP_MS;
      const sourceMs = piece.startMs + ((atMs - from) / (to - from)) * (piece.endMs - piece.startMs);
      const level = source.mean[Math.round((sourceMs - source.startMs) / STEP_MS)];
      const fade = fadeGain((atMs - startMs) / 1000, (endMs - startMs) / 1000, played.excerpt);
      if (level !== undefined) levels[step - first] = Math.max(FLOOR_DB, level + 20 * Math.log10(fade));
    }
  }
  return levels;
}
