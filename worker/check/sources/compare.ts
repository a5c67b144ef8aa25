import type { Part } from '#contract/cuts.ts';
import type { Finding } from '#contract/film-check.ts';
import type { Scan } from '#contract/jobs/processing.ts';
import { fadeGain } from '#film/time/section-length.ts';
import { sectionGainDb, UNDER_NARRATION_DB } from '#film/sound/loudness.ts';
import type { Built } from '#core/storage/artifact-store.ts';
import { MIN_MS, SILENCE_DB } from '../measure-film.ts';
import { quietSpans, readLevels, samplesInWav } from './levels.ts';
import { silencesAfterNarration } from '../narrations.ts';
import { type PlayedPart, type PlannedSection, type PlayedAudio, sectionAt } from '../plan.ts';
import { without } from '../spans.ts';
import type { Caption } from '../texts.ts';
import { piecesIn, spansInFilm } from './promised.ts';
import type { RangeAppearance, Sources } from './proxies.ts';

type Of<K extends Finding['kind']> = Extract<Finding, { kind: K }>;

/** Filters and different frame rates move the ends of a measured span by up to this, in ms. */
const MARGIN_MS = 250;
/** The part of a piece that is ignored at either end, and the least length of the rest, in ms of the film. */
const FOR_MOTION = { marginMs: MARGIN_MS, leastMs: 500 };
const FOR_LIGHT = { marginMs: 100, leastMs: 100 };
/** How much of the video before a held frame is examined for darkness, in ms. */
const HELD_MS = 200;
/**
 * A video may be this much louder than silence in the film, in dB, because the mix and the limiter of the
 * film change it.
 */
const QUIET_MARGIN_DB = 6;
/** Shorter silences of a video are ignored as pauses, in ms of the film. */
const MIN_QUIET_MS = MIN_MS * 0.75;

/**
 * Compares the black, frozen and silent parts of a film with the videos of its sections. Removes findings
 * that the video has as well, and marks frozen parts of a moving video as faults. Findings that cannot be
 * compared stay unchanged.
 */
export async function compareWithSources(
  findings: readonly Finding[],
  sections: readonly PlannedSection[],
  { captions, ...sources }: Sources & { captions: readonly Caption[] },
): Promise<Finding[]> {
  const compared: Finding[] = [];
  for (const finding of findings) {
    if (finding.kind === 'black') compared.push(...(await compareBlack(finding, sections, sources)));
    else if (finding.kind === 'frozen') compared.push(...(await compareStill(finding, sections, sources)));
    else if (finding.kind === 'silent')
      compared.push(...(await compareSilence(finding, sections, { captions, ...sources })));
    else compared.push(finding);
  }
  return compared;
}

async function compareBlack(
  finding: Of<'black'>,
  sections: readonly PlannedSection[],
  sources: Sources,
): Promise<Finding[]> {
  const { seen, isAll } = await examine(finding, sections, sources, { ...FOR_LIGHT, withHeld: true });
  return isAll && seen.every((how) => how?.dark) ? [] : [finding];
}

async function compareStill(
  finding: Of<'frozen'>,
  sections: readonly PlannedSection[],
  sources: Sources,
): Promise<Finding[]> {
  if (finding.forNarration) return [finding];
  const { seen, isAll } = await examine(finding, sections, sources, { ...FOR_MOTION, withHeld: false });
  if (seen.some((how) => how?.moves)) return [{ ...finding, severity: 'fault', videoMoves: true }];
  return isAll && seen.every((how) => how) ? [] : [finding];
}

interface LookOptions {
  marginMs: number;
  leastMs: number;
  /** Whether frames that are held during a narration are examined too. */
  withHeld: boolean;
}

/**
 * Examines the videos that the film should show in a span.
 * @returns `isAll`: whether the examined videos cover the whole span
 */
async function examine(
  span: Part,
  sections: readonly PlannedSection[],
  sources: Sources,
  { marginMs, leastMs, withHeld }: LookOptions,
): Promise<{ seen: (RangeAppearance | null)[]; isAll: boolean }> {
  const appearances: (RangeAppearance | null)[] = [];
  let shownMs = 0;
  for (const { shown } of sections) {
    if (!shown) continue;
    const pieces = [
      ...piecesIn(shown.parts, span),
      ...(withHeld && shown.held ? piecesIn([heldPart(shown.held)], span) : []),
    ];
    for (const { inFilm } of pieces) {
      shownMs += inFilm.endMs - inFilm.startMs;
      const inner = { startMs: inFilm.startMs + marginMs, endMs: inFilm.endMs - marginMs };
      if (inner.endMs - inner.startMs < leastMs) continue;
      const [piece] = piecesIn(pieces, inner);
      if (piece) appearances.push(await sources.look(shown.scanKey, shown.placement, piece));
    }
  }
  return {
    seen: appearances,
    isAll: appearances.length > 0 && shownMs >= span.endMs - span.startMs - MARGIN_MS,
  };
}

/** Returns the part of the video that ends with the held frame. */
const heldPart = ({ atMs, inFilm }: { atMs: number; inFilm: Part }): PlayedPart => ({
  startMs: Math.max(0, atMs - HELD_MS),
  endMs: Math.max(HELD_MS, atMs),
  inFilm,
});

/** Returns the parts of a silence in which the video is not silent, without parts that are too short. */
async function compareSilence(
  finding: Of<'silent'>,
  sections: readonly PlannedSection[],
  { captions, ...sources }: Sources & { captions: readonly Caption[] },
): Promise<Finding[]> {
  const quiet: Part[] = [];
  for (const section of sections) {
    const { played } = section;
    const pieces = played ? piecesIn(played.parts, finding) : [];
    const scan = played && pieces.length > 0 ? await sources.scanOf(played.scanKey) : undefined;
    if (!played || !scan) continue;
    const spans = await quietIn(scan, played, section, pieces);
    const long = spansInFilm(pieces, spans).filter(({ startMs, endMs }) => endMs - startMs >= MIN_QUIET_MS);
    const spoken = without([section], silencesAfterNarration(section, [finding], captions));
    quiet.push(...without(long, section.narrated === null ? [] : spoken));
  }
  return without([finding], quiet)
    .filter(({ startMs, endMs }) => endMs - startMs >= MIN_MS)
    .map((span) => ({
      ...finding,
      ...span,
      sectionId: sectionAt(sections, span.startMs)?.sectionId ?? null,
    }));
}

/** Returns when a video is quiet enough to be silent in the film, in ms of the video. */
async function quietIn(
  { data, pathIfAny }: Built<Scan>,
  { excerpt, noise }: PlayedAudio,
  { narrated, startMs, endMs }: PlannedSection,
  pieces: readonly PlayedPart[],
): Promise<Part[]> {
  if (!data.audio || !data.loudness) return [{ startMs: 0, endMs: Number.POSITIVE_INFINITY }];
  const path = await pathIfAny('speech.wav');
  if (!path) return data.silences;
  const [first, last] = [pieces[0]!, pieces.at(-1)!];
  const gainDb =
    sectionGainDb(data.loudness, { noise }) +
    20 * Math.log10(excerpt.volume) +
    (narrated ? UNDER_NARRATION_DB : 0);
  const lengthS = (endMs - startMs) / 1000;
  const limitDb = (atMs: number) => {
    const piece = pieces.findLast((one) => one.startMs <= atMs) ?? first;
    const filmMs = piece.inFilm.startMs + (atMs - piece.startMs) / excerpt.speed;
    const fade = fadeGain((filmMs - startMs) / 1000, lengthS, excerpt);
    return SILENCE_DB + QUIET_MARGIN_DB - gainDb - 20 * Math.log10(fade);
  };
  const levels = await readLevels(await samplesInWav(path), { startMs: first.startMs, endMs: last.endMs });
  return quietSpans(levels, limitDb);
}
