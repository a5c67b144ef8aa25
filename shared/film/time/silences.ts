import type { Part } from '#contract/cuts.ts';

/** The part of a silence that lies in a gap between words. */
export interface GapSilence {
  /** The part that was measured as silent. */
  part: Part;
  /** The same part, extended to the end of the previous word and the start of the next one. */
  whole: Part;
}

/** Audio this close to a word belongs to the word: recognisers end words early and begin them late, in ms. */
const BESIDE_WORD_MS = 300;
/** Audio between two silences that is shorter than this is a click, in ms. */
const CLICK_MS = 120;

const lengthOf = ({ startMs, endMs }: Part): number => endMs - startMs;

/**
 * Divides a gap between words into silent parts and parts with audio, such as laughter, music or unrecognised
 * speech.
 * @param silences those measured in the video, in order; if `undefined`, it was not measured and nothing
 * counts as silent
 */
export function divideGap(
  gap: Part,
  silences: readonly Part[] | undefined,
): { silent: GapSilence[]; sounding: Part[] } {
  const silent: GapSilence[] = joined(gap, silences ?? []).map((part) => ({ part, whole: { ...part } }));
  const [first, last] = [silent[0], silent.at(-1)];
  if (first && first.part.startMs - gap.startMs <= BESIDE_WORD_MS) first.whole.startMs = gap.startMs;
  if (last && gap.endMs - last.part.endMs <= BESIDE_WORD_MS) last.whole.endMs = gap.endMs;
  const sounding: Part[] = [];
  let fromMs = gap.startMs;
  for (const { whole } of silent) {
    if (whole.startMs > fromMs) sounding.push({ startMs: fromMs, endMs: whole.startMs });
    fromMs = whole.endMs;
  }
  if (fromMs < gap.endMs) sounding.push({ startMs: fromMs, endMs: gap.endMs });
  return { silent, sounding };
}

/** Returns the silences inside a gap. Silences that only a click divides are joined. */
function joined(gap: Part, silences: readonly Part[]): Part[] {
  const result: Part[] = [];
  for (const silence of silences) {
    const startMs = Math.max(gap.startMs, silence.startMs);
    const endMs = Math.min(gap.endMs, silence.endMs);
    const last = result.at(-1);
    if (endMs <= startMs) continue;
    if (last && startMs - last.endMs < CLICK_MS) last.endMs = Math.max(last.endMs, endMs);
    else result.push({ startMs, endMs });
  }
  return result;
}

/** The duration that a detector's speech spans include before and after the speech, in ms. */
const LEAD_MS = 200;
const TAIL_MS = 300;
/** Speech in audio quieter than this is as quiet as what counts as silence, in LUFS. */
const QUIET_LUFS = -33;

/**
 * Returns the silences of a video in a range: where its level is low and no speech was detected.
 * @param scan.loudness `null` without audio, or if all of it is silence
 * @param speech the speech spans of a detector; `null` without one
 * @returns `undefined` if quiet speech cannot be distinguished from silence
 */
export function silencesIn(
  scan: {
    durationMs: number;
    audio: object | null;
    silences: readonly Part[];
    loudness: { integratedLufs: number } | null;
  },
  speech: readonly Part[] | null,
  range: Part,
): Part[] | undefined {
  if (scan.audio === null) return within([{ startMs: 0, endMs: scan.durationMs }], range);
  const isQuiet = scan.loudness !== null && scan.loudness.integratedLufs < QUIET_LUFS;
  if (speech === null && isQuiet) return undefined;
  const spoken = (speech ?? [])
    .map(({ startMs, endMs }) => ({ startMs: startMs + LEAD_MS, endMs: endMs - TAIL_MS }))
    .filter((stretch) => lengthOf(stretch) > 0);
  const silent: Part[] = [];
  let next = 0;
  for (const silence of within(scan.silences, range)) {
    let fromMs = silence.startMs;
    while (next < spoken.length && spoken[next]!.endMs <= fromMs) next += 1;
    for (let at = next; at < spoken.length && spoken[at]!.startMs < silence.endMs; at += 1) {
      if (spoken[at]!.startMs > fromMs) silent.push({ startMs: fromMs, endMs: spoken[at]!.startMs });
      fromMs = Math.max(fromMs, spoken[at]!.endMs);
    }
    if (fromMs < silence.endMs) silent.push({ startMs: fromMs, endMs: silence.endMs });
  }
  return silent;
}

/** Returns the spans clipped to a range, in order. */
const within = (spans: readonly Part[], range: Part): Part[] =>
  spans
    .map(({ startMs, endMs }) => ({
      startMs: Math.max(startMs, range.startMs),
      endMs: Math.min(endMs, range.endMs),
    }))
    .filter((span) => lengthOf(span) > 0);
