import type { Part } from '#contract/cuts.ts';
import type { Excerpt } from '#contract/excerpt.ts';
import type { Scan } from '#contract/jobs/processing.ts';
import { MAX_HANDLE_MS, type SectionEdges } from '#contract/section-edges.ts';
import { remainingParts } from '../time/cuts.ts';
import { NARRATION_LEAD_MS, NARRATION_TAIL_MS } from '../time/section-length.ts';

/** A shot that begins or ends this close to a section's edge counts as the section's own, in ms. */
const ON_CUT_MS = 60;
/** A silence that begins or ends this close to a section's edge reaches it, in ms. */
const ON_SILENCE_MS = 20;
/** Speech pauses at least this often, in ms. Audio with fewer pauses is music or ambience. */
const MS_PER_PAUSE = 20_000;

/** The audio of a section: its video's own audio, a narration, or none. */
export type PlayedAudio = 'own' | 'narrated' | 'none';

const NOTHING = { insideMs: 0, outsideMs: 0 };
const ALL = { insideMs: MAX_HANDLE_MS, outsideMs: MAX_HANDLE_MS };

/**
 * Returns what crossfades may use at the edges of a section. Video beyond an edge is of the same shot, so
 * that no other shot flashes up. Audio counts as free of words if it is a measured silence, since recognisers
 * miss words. If no word was recognised, audio without the pauses of speech counts too.
 * @param scan of the section's video; absent for an image and a title card
 * @param hasWords whether words were recognised in the video
 */
export function sectionEdges(
  excerpt: Excerpt,
  { scan, hasWords, plays }: { scan: Scan | undefined; hasWords: boolean; plays: PlayedAudio },
): SectionEdges {
  const remaining = remainingParts(excerpt);
  const startMs = remaining[0]?.startMs ?? excerpt.startMs;
  const endMs = remaining.at(-1)?.endMs ?? excerpt.endMs;
  const inFilm = (ms: number) => Math.max(0, Math.min(MAX_HANDLE_MS, Math.round(ms / excerpt.speed)));
  const room = scan
    ? { start: inFilm(startMs - shotStart(startMs, scan)), end: inFilm(shotEnd(endMs, scan) - endMs) }
    : { start: 0, end: 0 };
  const quiet = quietAround({ startMs, endMs }, { scan, hasWords, plays });
  const edge = (of: 'start' | 'end') => ({
    handleMs: room[of],
    insideMs: plays === 'own' ? inFilm(quiet[of].insideMs) : quiet[of].insideMs,
    outsideMs: plays === 'own' ? inFilm(quiet[of].outsideMs) : quiet[of].outsideMs,
  });
  return { start: edge('start'), end: edge('end') };
}

/** Returns the last cut before a time, or the time itself if it is on a cut. */
function shotStart(ms: number, { shotsMs }: Scan): number {
  const before = shotsMs.findLast((cut) => cut <= ms + ON_CUT_MS) ?? 0;
  return Math.min(ms, before);
}

function shotEnd(ms: number, { shotsMs, durationMs }: Scan): number {
  const after = shotsMs.find((cut) => cut >= ms - ON_CUT_MS) ?? durationMs;
  return Math.max(ms, after);
}

interface Quiet {
  insideMs: number;
  outsideMs: number;
}

/** Returns the length of audio without words at both edges of a range, in ms of the source. */
function quietAround(
  { startMs, endMs }: Part,
  { scan, hasWords, plays }: { scan: Scan | undefined; hasWords: boolean; plays: PlayedAudio },
): Record<'start' | 'end', Quiet> {
  if (plays === 'narrated') {
    return {
      start: { insideMs: NARRATION_LEAD_MS, outsideMs: 0 },
      end: { insideMs: NARRATION_TAIL_MS, outsideMs: 0 },
    };
  }
  if (plays === 'none') return { start: ALL, end: ALL };
  if (!scan) return { start: NOTHING, end: NOTHING };
  const { silences, durationMs } = scan;
  const isSpeechless = !hasWords && silences.length * MS_PER_PAUSE < durationMs;
  if (isSpeechless) {
    return {
      start: { ...ALL, insideMs: endMs - startMs, outsideMs: startMs },
      end: { insideMs: endMs - startMs, outsideMs: durationMs - endMs },
    };
  }
  const around = (ms: number) =>
    silences.find((one) => one.startMs <= ms + ON_SILENCE_MS && one.endMs >= ms - ON_SILENCE_MS) ?? {
      startMs: ms,
      endMs: ms,
    };
  const [first, last] = [around(startMs), around(endMs)];
  return {
    start: { insideMs: first.endMs - startMs, outsideMs: startMs - first.startMs },
    end: { insideMs: endMs - last.startMs, outsideMs: last.endMs - endMs },
  };
}
