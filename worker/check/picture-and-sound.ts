import type { Finding } from '#contract/film-check.ts';
import { TARGET_LUFS } from '#film/sound/loudness.ts';
import type { Span } from '../media/log-lines.ts';
import { MIN_MS, type MeasuredFilm } from './measure-film.ts';
import { silencesAfterNarration } from './narrations.ts';
import { type PlannedSection, sectionAt } from './plan.ts';
import { without } from './spans.ts';
import type { Caption } from './texts.ts';

/** How far a film's loudness may be from the target, in LU. */
const LOUDNESS_TOLERANCE = 4;
/** True peaks above this clip in players, in dBTP. */
const PEAK_LIMIT_DB = 0;
/** Noise below this is not noticed beside speech, in LUFS. */
const AUDIBLE_NOISE_LUFS = -45;
/** The interval of momentary loudness values, in ms. */
const EACH_MS = 100;
/** A frozen part that begins this close to a planned one counts as planned, in ms. */
const NEAR_MS = 200;

/** Reports measured parts that were not planned. */
export function judgeMeasured(
  { black, frozen, silent, loudness, momentary }: MeasuredFilm,
  sections: readonly PlannedSection[],
  { durationMs, captions }: { durationMs: number; captions: readonly Caption[] },
): Finding[] {
  const still = sections.filter((section) => section.still);
  const dips = sections.flatMap(({ endMs, dipMs }) =>
    dipMs > 0 ? [{ startMs: endMs - dipMs, endMs: endMs + dipMs }] : [],
  );
  const quiet = [
    ...sections.filter((section) => section.quiet),
    ...sections
      .filter(({ played }) => !played)
      .flatMap((section) => silencesAfterNarration(section, silent, captions)),
    ...dips,
  ];
  const unplanned = (spans: readonly Span[], planned: readonly Span[]) =>
    without(spans, planned)
      .filter(({ startMs, endMs }) => endMs - startMs >= MIN_MS)
      .map((span) => ({ ...span, section: sectionAt(sections, span.startMs) }));
  const findings: Finding[] = [];
  for (const { section, ...span } of unplanned(black, [...still, ...dips]))
    findings.push({ kind: 'black', severity: 'fault', ...span, sectionId: section?.sectionId ?? null });
  // A black part is frozen too, but is reported only once.
  for (const { section, ...span } of unplanned(frozen, [...still, ...dips, ...black]))
    findings.push({
      kind: 'frozen',
      severity: 'hint',
      ...span,
      sectionId: section?.sectionId ?? null,
      videoMoves: false,
      forNarration: section !== undefined && span.startMs + NEAR_MS >= section.endMs - section.freezeMs,
    });
  for (const { section, ...span } of unplanned(silent, quiet))
    findings.push({ kind: 'silent', severity: 'fault', ...span, sectionId: section?.sectionId ?? null });
  for (const { sectionId, startMs, endMs } of sections.filter(({ noise }) => noise)) {
    const floorLufs = floorOf(momentary, { startMs, endMs });
    if (floorLufs > AUDIBLE_NOISE_LUFS)
      findings.push({ kind: 'noise', severity: 'hint', floorLufs, startMs, endMs, sectionId });
  }
  if (!loudness) return findings;

  const whole = { startMs: 0, endMs: durationMs, sectionId: null };
  const { integratedLufs: lufs, truePeakDb } = loudness;
  if (Math.abs(lufs - TARGET_LUFS) > LOUDNESS_TOLERANCE)
    findings.push({ kind: 'loudness', severity: 'fault', lufs, wantedLufs: TARGET_LUFS, ...whole });
  if (truePeakDb > PEAK_LIMIT_DB) findings.push({ kind: 'peak', severity: 'fault', truePeakDb, ...whole });
  return findings;
}

/** Returns the noise floor of a part of a film: the loudness below which a tenth of it stays. */
function floorOf(momentary: readonly number[], { startMs, endMs }: Span): number {
  const within = momentary.slice(Math.ceil(startMs / EACH_MS), Math.floor(endMs / EACH_MS));
  return within.toSorted((a, b) => a - b)[Math.floor(within.length / 10)] ?? Number.NEGATIVE_INFINITY;
}
