import { type CameraPath, cropAt, type Point } from '#film/framing/camera.ts';
import { simplified } from '#film/framing/camera-moves.ts';
import type { FramePart } from '#film/time/frame-parts.ts';

/**
 * The tolerance of a simplified path, as a share of what is cropped: about half a pixel of the largest film's
 * longer side.
 */
const TOLERANCE = 0.0002;
/**
 * More line segments would make an argument too long for the system. A camera that never rests is then less
 * exact.
 */
const MAX_POINTS = 1500;
/**
 * A frame of the film may show a source frame that begins this much after its time, in ms (see
 * `timeFilters`).
 */
const LATE_MS = 2.5;

/** Returns a path as an ffmpeg expression of a variable, linear between values at ascending positions. */
function wayExpression(way: readonly Point[], variable: string): string {
  let points: readonly Point[] = way;
  for (let most = TOLERANCE; (points = simplified(way, most)).length > MAX_POINTS; most *= 2);
  const within = (from: number, to: number): string => {
    if (to - from > 1) {
      const middle = Math.floor((from + to) / 2);
      return `if(lt(ld(0),${points[middle]!.atMs}),${within(from, middle)},${within(middle, to)})`;
    }
    const [a, b] = [points[from]!, points[to]!];
    const slope = (b.value - a.value) / (b.atMs - a.atMs);
    if (slope === 0) return short(a.value);
    return `${short(a.value)}${slope < 0 ? '-' : '+'}(ld(0)-${a.atMs})*${Math.abs(slope).toExponential(6)}`;
  };
  const last = points.at(-1)!;
  if (points.every(({ value }) => value === last.value)) return short(last.value);
  const first = points[0]!;
  return `(st(0,clip(${variable},${first.atMs},${last.atMs}));${within(0, points.length - 1)})`;
}

const short = (value: number): string => String(Math.round(value * 1e6) / 1e6);

/** Returns the visible part of the video in each frame of a section, as an expression. */
export function cameraExpression(
  path: CameraPath,
  parts: readonly FramePart[],
  {
    startMs,
    perFrameMs,
    holdFrames,
    frameRate,
  }: { startMs: number; perFrameMs: number; holdFrames: number; frameRate: number },
): string {
  const way: Point[] = [];
  let frame = holdFrames;
  for (const { uncutFrame, frames } of parts) {
    for (let at = uncutFrame; at < uncutFrame + frames; at += 1) {
      way.push({ atMs: frame, value: cropAt(path, startMs + at * perFrameMs + LATE_MS) });
      frame += 1;
    }
  }
  return wayExpression(way, `round(t*${frameRate})`);
}

/** Returns the visible part of a video's range that is read from a time on, as an expression. */
export function rangeCamera(
  path: CameraPath,
  { startMs, endMs }: { startMs: number; endMs: number },
): string {
  const inside = path.flatMap(({ startMs: atMs, points }) => [
    atMs - 1,
    atMs,
    ...points.map((point) => point.atMs),
  ]);
  const times = [
    startMs,
    ...inside.filter((atMs) => atMs > startMs && atMs < endMs),
    Math.max(endMs, startMs + 1),
  ];
  const way = [...new Set(times)]
    .toSorted((a, b) => a - b)
    .map((atMs) => ({ atMs: atMs - startMs, value: cropAt(path, atMs) }));
  return wayExpression(way, 't*1000');
}
