/** Estimates a step's progress at any time, also between the reports of its work. */
export interface Pace {
  /** Records a report of the work: the completed part, 0 to 1. */
  report(fraction: number, nowMs: number): void;
  /** Returns the completed part at a time, 0 to 1. It never falls, and always rises before 1. */
  at(nowMs: number): number;
}

/** The part of the expected time that weighs as much in a step's speed as its own reports. */
const PRIOR = 0.1;
/** The speed of a step that is ahead of its next report, relative to its own speed. */
const AHEAD = 0.2;

/** Returns a part of the rest, smaller for larger requests. */
const approach = (remaining: number, step: number) =>
  remaining > 0 ? (remaining * step) / (remaining + step) : 0;

/**
 * Continues at a step's own speed from its last report, or at the expected speed before the first one. A step
 * that takes longer slows down and never reaches its end by itself.
 */
export function createPace(expectedMs: number, startMs: number): Pace {
  const prior = PRIOR * Math.max(1, expectedMs);
  let real = { fraction: 0, atMs: startMs };
  let displayed = 0;
  let shownAtMs = startMs;
  return {
    report(fraction, nowMs) {
      if (fraction > real.fraction) real = { fraction: Math.min(1, fraction), atMs: nowMs };
    },
    at(nowMs) {
      const perMs = (real.fraction + PRIOR) / (real.atMs - startMs + prior);
      const likely = real.fraction + approach(1 - real.fraction, perMs * (nowMs - real.atMs));
      const remaining = 1 - displayed;
      const least =
        displayed + remaining * approach(remaining, remaining * AHEAD * perMs * (nowMs - shownAtMs));
      displayed = Math.max(likely, least);
      shownAtMs = nowMs;
      return displayed;
    },
  };
}
