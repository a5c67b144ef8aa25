import { STEP_MS } from './levels.ts';

/** The largest shift that is searched in either direction, in steps. */
const REACH = 2500 / STEP_MS;
/** A shift up to this size counts as in place, in steps: it is too small to notice. */
const IN_PLACE = 40 / STEP_MS;
/** Larger shifts are reported, in steps. */
const NOTICED = 80 / STEP_MS;
/** The approximate length of a window, in steps. */
const WINDOW = 10_000 / STEP_MS;
/** The minimum length that is compared, in steps. */
const LEAST = 1500 / STEP_MS;
/** The minimum share of a window that both sides still have after a shift. */
const MIN_OVERLAP = 0.5;
/** Levels further below the loudest one are clipped, in dB: music and noise cover them. */
const RANGE_DB = 35;
/** The minimum standard deviation of a window's levels, in dB. Steadier audio looks the same at any shift. */
const MIN_VARIATION_DB = 3;
/** The minimum correlation of the levels at a shift. */
const SIMILAR = 0.85;
/** How much lower the correlation in place must be. */
const LESS_IN_PLACE = 0.25;
/** How much lower the correlation at any other shift must be. */
const LESS_ELSEWHERE = 0.1;
/** Shifts within this distance count as the same one, in steps. */
const SAME = 150 / STEP_MS;
/** The part of the windows that must agree. */
const AGREEING = 0.7;

/**
 * Returns by how many ms a section's audio is later in the film than planned: negative if it is earlier, 0 if
 * it is in place. Returns `null` if the levels do not show it.
 * @param expected the levels that the film should have, in dB, one per 10 ms
 * @param film the film's levels at the same times
 */
export function shiftOfSound(expected: Float32Array, film: Float32Array): number | null {
  const length = Math.min(expected.length, film.length);
  if (length < LEAST) return null;
  const levels = { promised: clipped(expected), film: clipped(film) };
  const count = Math.max(1, Math.round(length / WINDOW));
  const shifts = Array.from({ length: count }, (_, window) =>
    shiftWithin(levels, {
      from: Math.floor((length * window) / count),
      to: Math.floor((length * (window + 1)) / count),
      length,
    }),
  ).filter((shift) => shift !== null);
  if (shifts.length === 0) return null;
  const moved = shifts.filter((shift) => Math.abs(shift) > NOTICED).toSorted((a, b) => a - b);
  if (moved.length === 0) return 0;
  const middle = moved[Math.floor(moved.length / 2)]!;
  const agreeing = moved.filter((shift) => Math.sign(shift) === Math.sign(middle)).length;
  return agreeing >= shifts.length * AGREEING ? middle * STEP_MS : null;
}

interface Both {
  promised: Float32Array;
  film: Float32Array;
}

/** Returns the shift of a window's levels, in steps; `null` if they match at no shift or at several ones. */
function shiftWithin(
  { promised, film }: Both,
  { from, to, length }: { from: number; to: number; length: number },
): number | null {
  if (deviation(promised.subarray(from, to)) < MIN_VARIATION_DB) return null;
  const least = Math.max(LEAST, (to - from) * MIN_OVERLAP);
  const similarity = new Map<number, number>();
  for (let shift = -REACH; shift <= REACH; shift += 1) {
    const first = Math.max(from, -shift);
    const end = Math.min(to, length - shift);
    if (end - first < least) continue;
    const similar = correlation(promised.subarray(first, end), film.subarray(first + shift, end + shift));
    similarity.set(shift, similar);
  }
  const entries = [...similarity];
  const highest = (those: [number, number][]) => Math.max(-1, ...those.map(([, similar]) => similar));
  const best = highest(entries);
  const [shift] = entries.find(([, similar]) => similar === best)!;
  const elsewhere = highest(entries.filter(([other]) => Math.abs(other - shift) > SAME));
  if (best < SIMILAR || elsewhere > best - LESS_ELSEWHERE) return null;
  if (Math.abs(shift) <= NOTICED) return shift;
  const inPlace = highest(entries.filter(([other]) => Math.abs(other) <= IN_PLACE));
  return inPlace > best - LESS_IN_PLACE ? null : shift;
}

function clipped(levels: Float32Array): Float32Array {
  const loudest = levels.reduce((highest, level) => Math.max(highest, level), Number.NEGATIVE_INFINITY);
  return levels.map((level) => Math.max(level, loudest - RANGE_DB));
}

/** The standard deviation. */
function deviation(values: Float32Array): number {
  let [sum, squares] = [0, 0];
  for (const value of values) {
    sum += value;
    squares += value * value;
  }
  return Math.sqrt(Math.max(0, squares / values.length - (sum / values.length) ** 2));
}

/** Pearson's correlation, -1 to 1; 0 if either does not vary. */
function correlation(a: Float32Array, b: Float32Array): number {
  const { length } = a;
  let [sumA, sumB, squaresA, squaresB, both] = [0, 0, 0, 0, 0];
  for (let step = 0; step < length; step += 1) {
    const x = a[step]!;
    const y = b[step]!;
    sumA += x;
    sumB += y;
    squaresA += x * x;
    squaresB += y * y;
    both += x * y;
  }
  const [onlyA, onlyB] = [squaresA - sumA ** 2 / length, squaresB - sumB ** 2 / length];
  return onlyA > 1e-6 && onlyB > 1e-6 ? (both - (sumA * sumB) / length) / Math.sqrt(onlyA * onlyB) : 0;
}
