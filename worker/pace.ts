/** A step's progress at any time, also between the reports of its work. */
export interface Pace {
  /** The work's own report: the part done, 0 to 1. */
  report(fraction: number, nowMs: number): void;
  /** The part done at a time, 0 to 1: never falling, always rising before 1. */
  at(nowMs: number): number;
}

/** The part of the expected time that counts as much for a step's speed as its own reports. */
const PRIOR = 0.1;
/** The speed of a step that is ahead of its next report, as a part of its own speed. */
const AHEAD = 0.2;

/** A part of the rest, smaller the more is asked for. */
const approach = (left: number, step: number) => (left > 0 ? (left * step) / (left + step) : 0);

/**
 * Continues at a step's own speed from its last report; before the first one at the expected speed. A step that takes
 * longer slows down and never reaches its end by itself.
 */
export function createPace(expectedMs: number, startMs: number): Pace {
  const prior = PRIOR * Math.max(1, expectedMs);
  let real = { fraction: 0, atMs: startMs };
  let shown = 0;
  let shownAtMs = startMs;
  return {
    report(fraction, nowMs) {
      if (fraction > real.fraction) real = { fraction: Math.min(1, fraction), atMs: nowMs };
    },
    at(nowMs) {
      const perMs = (real.fraction + PRIOR) / (real.atMs - startMs + prior);
      const likely = real.fraction + approach(1 - real.fraction, perMs * (nowMs - real.atMs));
      const left = 1 - shown;
      const least = shown + left * approach(left, left * AHEAD * perMs * (nowMs - shownAtMs));
      shown = Math.max(likely, least);
      shownAtMs = nowMs;
      return shown;
    },
  };
}
