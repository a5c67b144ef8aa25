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

/** Collects the times, in ms, of the cuts that `scdet` reports. */
export function cutReader(): { line: (text: string) => void; result: () => number[] } {
  const times: number[] = [];
  return {
    line: (text) => {
      const seconds = /lavfi\.scd\.score: [\d.]+, lavfi\.scd\.time: ([\d.]+)/.exec(text)?.[1];
      if (seconds !== undefined) times.push(Math.round(Number(seconds) * 1000));
    },
    result: () => times,
  };
}
