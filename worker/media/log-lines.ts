/** Parses the log of ffmpeg's analysing filters (level `info`), line by line. */

export interface Span {
  startMs: number;
  endMs: number;
}

const inMs = (seconds: string): number => Math.max(0, Math.round(Number(seconds) * 1000));

/** Collects spans whose starts and ends are on separate lines. A span without an end is closed at `endMs`. */
function spanReader(starts: RegExp, ends: RegExp) {
  const spans: Span[] = [];
  let open: number | null = null;
  return {
    line: (text: string): void => {
      const start = starts.exec(text)?.[1];
      const end = ends.exec(text)?.[1];
      if (start !== undefined) open = inMs(start);
      if (end !== undefined && open !== null) {
        spans.push({ startMs: open, endMs: inMs(end) });
        open = null;
      }
    },
    result: (endMs: number): Span[] =>
      (open === null ? spans : [...spans, { startMs: open, endMs: Math.max(open, endMs) }])
        .map((s) => ({ startMs: s.startMs, endMs: Math.min(s.endMs, endMs) }))
        .filter((s) => s.endMs > s.startMs),
  };
}

/** Collects the silences of `silencedetect`. */
export const silenceReader = () => spanReader(/silence_start: (-?[\d.]+)/, /silence_end: (-?[\d.]+)/);

/** Collects the frozen parts that `freezedetect` reports. */
export const freezeReader = () => spanReader(/freeze_start: ([\d.]+)/, /freeze_end: ([\d.]+)/);

/** Collects the black parts that `blackdetect` reports. */
export function blackReader(): { line: (text: string) => void; result: () => Span[] } {
  const spans: Span[] = [];
  return {
    line: (text) => {
      const [, start, end] = /black_start:([\d.]+) black_end:([\d.]+)/.exec(text) ?? [];
      if (start !== undefined && end !== undefined) spans.push({ startMs: inMs(start), endMs: inMs(end) });
    },
    result: () => spans,
  };
}

/** The lowest score of a difference between two frames that `scdet` must report, 0 to 100. */
export const MIN_CHANGE = 0.5;
/**
 * The score of a hard cut, and of one between two still pictures. A slide with one more line of text scores
 * 1, a keyframe of a noisy still picture 0.7.
 */
const HARD_CUT = 10;
const STILL_CUT = 0.9;
/** A picture is still if nothing else changes it within this time, in ms. */
const STILL_MS = 1000;

/**
 * Collects the times, in ms, of the cuts among the differences that `scdet` reports: all of them, and the hard
 * ones alone. Those of still pictures can also be a step within a slow fade.
 */
export function cutReader(): { line: (text: string) => void; result: () => number[]; hard: () => number[] } {
  const changes: { atMs: number; score: number }[] = [];
  const isStill = (index: number): boolean =>
    [changes[index - 1], changes[index + 1]].every(
      (other) => !other || Math.abs(other.atMs - changes[index]!.atMs) > STILL_MS,
    );
  return {
    line: (text) => {
      const [, score, seconds] = /lavfi\.scd\.score: ([\d.]+), lavfi\.scd\.time: ([\d.]+)/.exec(text) ?? [];
      if (seconds !== undefined) {
        changes.push({ atMs: Math.round(Number(seconds) * 1000), score: Number(score) });
      }
    },
    result: () =>
      changes.flatMap(({ atMs, score }, index) =>
        score >= HARD_CUT || (score >= STILL_CUT && isStill(index)) ? atMs : [],
      ),
    hard: () => changes.filter(({ score }) => score >= HARD_CUT).map(({ atMs }) => atMs),
  };
}
