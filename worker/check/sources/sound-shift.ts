import { STEP_MS } from './levels.ts';

/** A shift is searched this far in both directions, in steps. */
const REACH = 2500 / STEP_MS;
/** Audio that is no further away than this is where it belongs, in steps: below it nobody notices. */
const IN_PLACE = 40 / STEP_MS;
/** A shift that is reported, in steps. */
const NOTICED = 80 / STEP_MS;
/** About how much is compared together, and at least, in steps. */
const WINDOW = 10_000 / STEP_MS;
const LEAST = 1500 / STEP_MS;
/** The part of a window that both have after a shift. */
const LEAST_OVERLAP = 0.5;
/** Levels further below the loudest are as quiet as it gets, in dB: music and noise cover them. */
const RANGE_DB = 35;
/** A window whose levels vary by less, as their standard deviation in dB, has nothing that could be shifted. */
const LEAST_VARIATION_DB = 3;
/** How similar levels are at a shift, as their correlation, and how much less they are in place and at any other one. */
const SIMILAR = 0.85;
const LESS_IN_PLACE = 0.25;
const LESS_ELSEWHERE = 0.1;
/** Shifts that are this close together are one, in steps. */
const SAME = 150 / STEP_MS;
/** The part of the windows that must agree. */
const AGREEING = 0.7;

/**
 * Returns by how many ms a section's audio is later in its film than promised, negative if earlier, 0 if it is where it
 * belongs, and `null` if that cannot be known.
 * @param promised the levels that the film should have, in dB, each 10 ms
 * @param film the film's levels at the same times
 */
export function shiftOfSound(promised: Float32Array, film: Float32Array): number | null {
  const length = Math.min(promised.length, film.length);
  if (length < LEAST) return null;
  const levels = { promised: clipped(promised), film: clipped(film) };
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

/** The shift of a window's levels, in steps; `null` if they fit nowhere, or at several shifts. */
function shiftWithin(
  { promised, film }: Both,
  { from, to, length }: { from: number; to: number; length: number },
): number | null {
  if (deviation(promised.subarray(from, to)) < LEAST_VARIATION_DB) return null;
  const least = Math.max(LEAST, (to - from) * LEAST_OVERLAP);
  const similarity = new Map<number, number>();
  for (let shift = -REACH; shift <= REACH; shift += 1) {
    const first = Math.max(from, -shift);
    const end = Math.min(to, length - shift);
    if (end - first < least) continue;
    const similar = correlation(promised.subarray(first, end), film.subarray(first + shift, end + shift));
    similarity.set(shift, similar);
  }
  const found = [...similarity];
  const highest = (those: [number, number][]) => Math.max(-1, ...those.map(([, similar]) => similar));
  const best = highest(found);
  const [shift] = found.find(([, similar]) => similar === best)!;
  const elsewhere = highest(found.filter(([other]) => Math.abs(other - shift) > SAME));
  if (best < SIMILAR || elsewhere > best - LESS_ELSEWHERE) return null;
  if (Math.abs(shift) <= NOTICED) return shift;
  const inPlace = highest(found.filter(([other]) => Math.abs(other) <= IN_PLACE));
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
