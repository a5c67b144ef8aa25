import type { Part } from '#contract/cuts.ts';
import { between, type Point } from './camera.ts';
import type { SubjectPlace } from './subject-places.ts';

/** The margin that a face keeps at each side of the view, so that it stays inside the middle 80%. */
const MARGIN = 0.1;
/** The camera rests while the subject moves by less than this from its middle, as a share of the view. */
const MAX_REST = 0.15;
const MIN_REST = 0.04;
/** The distance by which a face may enter the margin before the camera follows, as a share of the view. */
const SPARE = 0.05;
/** A shorter rest would look like a halt within a move, so the camera passes its middle instead. In ms. */
const MIN_REST_MS = 2500;
/**
 * If the subject was not detected for a while, the camera starts to move this long before it is detected
 * again, in ms.
 */
const LONGEST_MOVE_MS = 1500;
/** The camera's highest speed, in views per second. */
const MAX_SPEED = 0.8;
/** The path is smoothed over this time before and after each moment, in steps, both in ms. */
const SMOOTH_MS = 700;
const STEP_MS = 100;
/** A shot of hours is smoothed in longer steps. */
const MAX_STEPS = 100_000;
/** The greatest deviation of the simplified path, as a share of the view: about half a pixel of a film. */
const TOLERANCE = 0.0004;

/**
 * Returns the path of the camera through one shot: the middle of its view, as a share of the side that is
 * cut. The camera rests while the subject does, and otherwise moves smoothly. It never leaves the frame.
 * @param places in order of time, at least one
 * @param view the visible part of the frame, 0 to 1
 */
export function cameraMoves(
  places: readonly SubjectPlace[],
  { startMs, endMs }: Part,
  view: number,
): Point[] {
  const inside = (at: number): number => Math.max(view / 2, Math.min(1 - view / 2, at));
  const rests = restsOf(
    places.map((place) => ({ ...place, at: inside(place.at) })),
    view,
  );
  if (rests.every(({ value }) => value === rests[0]!.value))
    return [{ atMs: startMs, value: rests[0]!.value }];
  const length = Math.max(1, endMs - startMs);
  const stepMs = Math.max(STEP_MS, Math.ceil(length / MAX_STEPS));
  const way = sampled(rests, startMs, { steps: Math.ceil(length / stepMs), stepMs });
  const smooth = smoothed(slowed(way, (view * MAX_SPEED * stepMs) / 1000), Math.round(SMOOTH_MS / stepMs));
  const points = smooth.map((value, step) => ({ atMs: startMs + step * stepMs, value: inside(value) }));
  return simplified(points, TOLERANCE * view);
}

/**
 * Returns where the camera rests, as long as one position shows the subject well: two points each, or one to
 * pass.
 */
function restsOf(places: readonly SubjectPlace[], view: number): Point[] {
  const points: Point[] = [];
  let from = 0;
  while (from < places.length) {
    let [low, high] = [-Infinity, Infinity];
    let [least, most] = [Infinity, -Infinity];
    let until = from;
    for (; until < places.length; until += 1) {
      const { at, half } = places[until]!;
      const free = (0.5 - MARGIN - SPARE) * view - half;
      const rest = Math.max(MIN_REST * view, Math.min(MAX_REST * view, free));
      if (Math.max(low, at - rest) > Math.min(high, at + rest)) break;
      low = Math.max(low, at - rest);
      high = Math.min(high, at + rest);
      least = Math.min(least, at);
      most = Math.max(most, at);
    }
    const value = Math.max(low, Math.min(high, (least + most) / 2));
    const startMs = places[from]!.atMs;
    const endMs = places[until - 1]!.atMs;
    const before = points.at(-1);
    const movesMs = startMs - LONGEST_MOVE_MS;
    if (before && before.atMs < movesMs) points.push({ atMs: movesMs, value: before.value });
    const isAtEnd = from === 0 || until === places.length;
    if (isAtEnd || endMs - startMs >= MIN_REST_MS)
      points.push({ atMs: startMs, value }, { atMs: endMs, value });
    else points.push({ atMs: (startMs + endMs) / 2, value });
    from = until;
  }
  return points;
}

/** Samples a path at even steps. It rests before its first and after its last point. */
function sampled(
  points: readonly Point[],
  startMs: number,
  { steps, stepMs }: { steps: number; stepMs: number },
): number[] {
  let next = 0;
  return Array.from({ length: steps + 1 }, (_, step) => {
    const atMs = startMs + step * stepMs;
    while (next < points.length && points[next]!.atMs <= atMs) next += 1;
    return between(points[next - 1], points[next], atMs);
  });
}

/** Returns the middle between the nearest paths above and below that change by at most this much per step. */
function slowed(way: readonly number[], most: number): number[] {
  const bounded = (sign: 1 | -1): number[] => {
    const limited = way.map((value) => value * sign);
    for (let i = 1; i < limited.length; i += 1) limited[i] = Math.min(limited[i]!, limited[i - 1]! + most);
    for (let i = limited.length - 2; i >= 0; i -= 1)
      limited[i] = Math.min(limited[i]!, limited[i + 1]! + most);
    return limited.map((value) => value * sign);
  };
  const [below, above] = [bounded(1), bounded(-1)];
  return below.map((value, i) => (value + above[i]!) / 2);
}

/** Averages around each step with a cosine, so that each move begins and ends gently. */
function smoothed(way: readonly number[], reach: number): number[] {
  if (reach < 1) return [...way];
  const weights = Array.from(
    { length: 2 * reach + 1 },
    (_, i) => 1 + Math.cos((Math.PI * (i - reach)) / (reach + 1)),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const last = way.length - 1;
  return way.map((_, at) => {
    const sum = weights.reduce(
      (partial, weight, i) => partial + weight * way[Math.max(0, Math.min(last, at + i - reach))]!,
      0,
    );
    return sum / total;
  });
}

/** Removes points whose straight connections deviate from the given path by at most `most`. */
export function simplified(points: readonly Point[], most: number): Point[] {
  const retained = [points[0]!];
  let [low, high] = [-Infinity, Infinity];
  for (let i = 1; i < points.length; i += 1) {
    const from = retained.at(-1)!;
    const { atMs, value } = points[i]!;
    const slope = (value - from.value) / (atMs - from.atMs);
    if (slope < low || slope > high) {
      retained.push(points[i - 1]!);
      const { atMs: sinceMs, value: since } = points[i - 1]!;
      low = (value - most - since) / (atMs - sinceMs);
      high = (value + most - since) / (atMs - sinceMs);
      continue;
    }
    low = Math.max(low, (value - most - from.value) / (atMs - from.atMs));
    high = Math.min(high, (value + most - from.value) / (atMs - from.atMs));
  }
  const last = points.at(-1)!;
  return last === retained.at(-1) ? retained : [...retained, last];
}
