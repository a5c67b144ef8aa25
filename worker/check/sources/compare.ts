import type { Part } from '#contract/cuts.ts';
import type { Finding } from '#contract/film-check.ts';
import type { Scan } from '#contract/jobs/processing.ts';
import { fadeGain } from '#contract/section-length.ts';
import { sectionGainDb, UNDER_NARRATION_DB } from '#core/film/loudness.ts';
import type { Built } from '#core/storage/artifact-store.ts';
import { LEAST_MS, SILENCE_DB } from '../measure-film.ts';
import { quietSpans, readLevels, samplesInWav } from './levels.ts';
import { silencesAfterNarration } from '../narrations.ts';
import { type HeardPart, type PlannedSection, type PlayedAudio, sectionAt } from '../plan.ts';
import { without } from '../spans.ts';
import type { Caption } from '../texts.ts';
import { piecesIn, spansInFilm } from './promised.ts';
import type { Seen, Sources } from './proxies.ts';

type Of<K extends Finding['kind']> = Extract<Finding, { kind: K }>;

/** Filters and other frame rates move the ends of a measured span, in ms. */
const MARGIN_MS = 250;
/** How much of a piece is left out at either end, and how long the rest is at least, in ms of the film. */
const FOR_MOTION = { marginMs: MARGIN_MS, leastMs: 500 };
const FOR_LIGHT = { marginMs: 100, leastMs: 100 };
/** The last frames of a held piece are enough to know whether it is dark, in ms. */
const HELD_MS = 200;
/** A video is as quiet as its film up to this many dB louder: it was mixed down, and the film's limiter acts on it. */
const QUIET_MARGIN_DB = 6;
/** Shorter silences of a video are pauses, in ms of the film. */
const LEAST_QUIET_MS = LEAST_MS * 0.75;

/**
 * Compares the black, still and silent parts of a film with what its sections promise: leaves out those which the video
 * has too, and marks stills whose video moves as faults. What cannot be compared stays as it was found.
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
  const { seen, isAll } = await look(finding, sections, sources, { ...FOR_LIGHT, withHeld: true });
  return isAll && seen.every((how) => how?.dark) ? [] : [finding];
}

async function compareStill(
  finding: Of<'frozen'>,
  sections: readonly PlannedSection[],
  sources: Sources,
): Promise<Finding[]> {
  if (finding.forNarration) return [finding];
  const { seen, isAll } = await look(finding, sections, sources, { ...FOR_MOTION, withHeld: false });
  if (seen.some((how) => how?.moves)) return [{ ...finding, severity: 'fault', videoMoves: true }];
  return isAll && seen.every((how) => how) ? [] : [finding];
}

interface LookOptions {
  marginMs: number;
  leastMs: number;
  /** Whether to look at frames that stand for a narration, too. */
  withHeld: boolean;
}

/** How the videos look which the film should show in a span, and whether these are all that it should show there. */
async function look(
  span: Part,
  sections: readonly PlannedSection[],
  sources: Sources,
  { marginMs, leastMs, withHeld }: LookOptions,
): Promise<{ seen: (Seen | null)[]; isAll: boolean }> {
  const seen: (Seen | null)[] = [];
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
      if (piece) seen.push(await sources.look(shown.scanKey, shown.placement, piece));
    }
  }
  return { seen, isAll: seen.length > 0 && shownMs >= span.endMs - span.startMs - MARGIN_MS };
}

/** The end of a video that is held, as a part of it. */
const heldPart = ({ atMs, inFilm }: { atMs: number; inFilm: Part }): HeardPart => ({
  startMs: Math.max(0, atMs - HELD_MS),
  endMs: Math.max(HELD_MS, atMs),
  inFilm,
});

/** What is left of a silence where the video is silent too; nothing if too little is left. */
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
    const long = spansInFilm(pieces, spans).filter(({ startMs, endMs }) => endMs - startMs >= LEAST_QUIET_MS);
    const spoken = without([section], silencesAfterNarration(section, [finding], captions));
    quiet.push(...without(long, section.narrated === null ? [] : spoken));
  }
  return without([finding], quiet)
    .filter(({ startMs, endMs }) => endMs - startMs >= LEAST_MS)
    .map((span) => ({
      ...finding,
      ...span,
      sectionId: sectionAt(sections, span.startMs)?.sectionId ?? null,
    }));
}

/** When a video is as quiet as what counts as silent in a film, in ms of the video. */
async function quietIn(
  { data, files }: Built<Scan>,
  { excerpt, noise }: PlayedAudio,
  { narrated, startMs, endMs }: PlannedSection,
  pieces: readonly HeardPart[],
): Promise<Part[]> {
  if (!data.audio || !data.loudness) return [{ startMs: 0, endMs: Number.POSITIVE_INFINITY }];
  const path = files['speech.wav'];
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
