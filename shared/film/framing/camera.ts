/** The visible part of the frame at a time of the video, as a section's `crop`. */
export interface CameraPoint {
  atMs: number;
  crop: number;
}

/**
 * The camera within one shot. It moves linearly from point to point, and rests before the first and after the
 * last.
 */
export interface CameraShot {
  startMs: number;
  points: CameraPoint[];
}

/**
 * The camera's path through a video, shot by shot in order of time. At a cut it jumps to the next shot's
 * position.
 */
export type CameraPath = CameraShot[];

/** A point of a camera's path. Between two points, the camera moves linearly. */
export interface Point {
  atMs: number;
  value: number;
}

/** Interpolates the value at a time between two points, of which one may be missing. */
export function between(from: Point | undefined, to: Point | undefined, atMs: number): number {
  if (!from) return to!.value;
  if (!to || to.atMs <= from.atMs) return from.value;
  return from.value + (to.value - from.value) * ((atMs - from.atMs) / (to.atMs - from.atMs));
}

/** Returns the index of the last element that is not after a time; the first one if all are later. */
function lastAt<T>(ordered: readonly T[], atMs: number, timeOf: (one: T) => number): number {
  let [from, until] = [0, ordered.length];
  while (until - from > 1) {
    const middle = Math.floor((from + until) / 2);
    if (timeOf(ordered[middle]!) <= atMs) from = middle;
    else until = middle;
  }
  return from;
}

/** Returns the shot of a path that is shown at a time of the video; `undefined` for an empty path. */
export const shotAt = (path: CameraPath, atMs: number): CameraShot | undefined =>
  path[lastAt(path, atMs, ({ startMs }) => startMs)];

/** Returns the visible part of the frame at a time of the video. */
export function cropAt(path: CameraPath, atMs: number): number {
  const { points = [] } = shotAt(path, atMs) ?? {};
  const at = lastAt(points, atMs, (point) => point.atMs);
  const [from, to] = [points[at], points[at + 1]];
  if (!from) return 0.5;
  if (!to || atMs <= from.atMs) return from.crop;
  return between({ ...from, value: from.crop }, { ...to, value: to.crop }, atMs);
}
