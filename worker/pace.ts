/** How far a step is at any time, between what its work says and where it says nothing. */
export interface Pace {
  /** What the work itself says: the part done, 0 to 1. */
  report(fraction: number, nowMs: number): void;
  /** The part done at a time, 0 to 1: never falling, always rising before 1. */
  at(nowMs: number): number;
}

/** How much of the expected time tells as much of a step's speed as its own reports do. */
const PRIOR = 0.1;
/** How fast it goes on that was ahead of what is then reported, as a part of the speed. */
const AHEAD = 0.2;

/** So much of what is left, the less the more is asked for. */
const approach = (left: number, step: number) => (left > 0 ? (left * step) / (left + step) : 0);

/**
 * Goes on at a step's own speed from its last report; before any at the speed that was expected. What takes longer than
 * that slows down and never reaches its end by itself.
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
