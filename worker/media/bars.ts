import type { ShotBars } from '#contract/jobs/processing.ts';

/** Frames examined per second. */
const FRAMES_PER_SECOND = 2;
/** The highest luma of a bar: video black is 16, and coding adds noise. */
const BLACK = 28;
/** The luma above which a pixel is bright: that of a vignette rises slowly from black. */
const BRIGHT = 40;
/** The share of a line that is bright where the frame's picture begins. */
const FILLED = 0.25;

/**
 * Filters that report two boxes for each examined frame: `any` contains every line with more than a few pixels that are
 * not black, `most` begins at lines that are bright for a quarter of their length. The averages that `cropdetect` takes
 * of a frame itself would ignore a logo in a bar and the details of a dark scene.
 */
export const BAR_FILTERS = [
  // The frame shown at each time: one of the next shot would be taken for the shot before.
  `fps=fps=${FRAMES_PER_SECOND}:start_time=0:round=up`,
  'extractplanes=y',
  `lut=c0='if(gt(val,${BRIGHT}),255,32*gt(val,${BLACK}))'`,
  'cropdetect@any=limit=0:reset=1:skip=0',
  `cropdetect@most=limit=${Math.round(255 * FILLED)}:reset=1:skip=0`,
].join(',');

/** Smaller frames are too coarse, in pixels. */
const LEAST_SIDE = 100;
/** A shot with fewer examined frames has no stable bars. */
const LEAST_FRAMES = 3;
/** The share of a shot's frames that must show the edges of its bars. */
const STABLE_SHARE = 0.5;
/** A frame shows an edge if `any` begins within the first number of pixels from it, and `most` within the second. */
const STEADY_PIXELS = 3;
const SHARP_PIXELS = 4;
/** The scaled edge of a bar is blurred: this many pixels more are cropped. */
const EDGE_PIXELS = 1;
/** Narrower bars are kept, as a share of the frame. */
const NARROWEST = 0.015;
/** The largest difference between opposite bars, as a share of the frame: a dark scene is rarely symmetrical. */
const UNEVEN = 0.02;
/** The smallest picture between two bars and inside four, as a share of the frame's side. */
const LEAST_BETWEEN_TWO = 0.2;
const LEAST_INSIDE_FOUR = 0.5;

const SIDES = ['left', 'top', 'right', 'bottom'] as const;
/** Distances from the frame's sides, in pixels. */
type Margins = Record<(typeof SIDES)[number], number>;
interface Frame {
  atMs: number;
  any: Margins;
  most: Margins;
}
interface Size {
  width: number;
  height: number;
}

/** Collects the reports of BAR_FILTERS for frames of this size, in pixels. */
export function barReader(size: Size): {
  line: (text: string) => void;
  /** Returns `undefined` if no shot has stable bars. */
  result: (shotsMs: readonly number[], durationMs: number) => ShotBars[] | undefined;
} {
  const frames: Frame[] = [];
  let last: Omit<Frame, 'most'> | null = null;
  return {
    line: (text) => {
      const report = parseReport(text, size);
      if (report?.box === 'any') last = { atMs: report.atMs, any: report.margins };
      if (report?.box !== 'most' || report.atMs !== last?.atMs) return;
      const { any } = last;
      const isBlack = any.left + any.right >= size.width || any.top + any.bottom >= size.height;
      if (!isBlack) frames.push({ ...last, most: report.margins });
    },
    result: (shotsMs, durationMs) => {
      let from = 0;
      const shots = [0, ...shotsMs].flatMap((startMs, index): ShotBars[] => {
        const endMs = shotsMs[index] ?? durationMs;
        let until = from;
        while (until < frames.length && frames[until]!.atMs < endMs) until++;
        const shot = frames.slice(from, until);
        from = until;
        return shot.length > 0 ? [{ startMs, endMs, ...barsOf(shot, size) }] : [];
      });
      return shots.some(({ stable }) => stable) ? shots : undefined;
    },
  };
}

function parseReport(
  text: string,
  { width, height }: Size,
): { box: string; atMs: number; margins: Margins } | undefined {
  const found = /^\[cropdetect@(any|most) [^\]]*\] x1:(\d+) x2:(\d+) y1:(\d+) y2:(\d+) /.exec(text);
  const seconds = / t:([\d.]+)/.exec(text)?.[1];
  if (!found || seconds === undefined) return undefined;
  const [left, x2, top, y2] = found.slice(2).map(Number) as [number, number, number, number];
  return {
    box: found[1]!,
    atMs: Math.round(Number(seconds) * 1000),
    margins: { left, top, right: width - 1 - x2, bottom: height - 1 - y2 },
  };
}

/** The bars of a shot, or what is black in all of its frames. */
function barsOf(frames: readonly Frame[], { width, height }: Size): Omit<ShotBars, 'startMs' | 'endMs'> {
  const least = (box: 'any' | 'most'): Margins => {
    const of = (side: keyof Margins) => Math.min(...frames.map((frame) => frame[box][side]));
    return { left: of('left'), top: of('top'), right: of('right'), bottom: of('bottom') };
  };
  const [black, filled] = [least('any'), least('most')];
  const whole = { left: width, top: height, right: width, bottom: height };
  const share = (side: keyof Margins) => black[side] / whole[side];
  const barred = SIDES.filter((side) => share(side) >= NARROWEST);
  const showsEdges = ({ any, most }: Frame) =>
    barred.every(
      (side) => any[side] - black[side] <= STEADY_PIXELS && most[side] - black[side] <= SHARP_PIXELS,
    );
  const stable =
    Math.min(width, height) >= LEAST_SIDE &&
    hasShapeOfBars(share, barred) &&
    frames.length >= LEAST_FRAMES &&
    frames.filter(showsEdges).length >= frames.length * STABLE_SHARE;
  const part = (side: keyof Margins) => {
    if (share(side) < NARROWEST) return 0;
    // The noise of coding around an edge reaches into its bar.
    const pixels = stable ? filled[side] + EDGE_PIXELS : black[side];
    return Math.min(0.5, Math.round((pixels / whole[side]) * 10_000) / 10_000);
  };
  return { left: part('left'), top: part('top'), right: part('right'), bottom: part('bottom'), stable };
}

/** Whether the bars are pairs of nearly the same width, around a picture of a plausible size. */
function hasShapeOfBars(share: (side: keyof Margins) => number, barred: readonly string[]): boolean {
  const pairs = [
    ['left', 'right'],
    ['top', 'bottom'],
  ] as const;
  const paired = pairs.filter((pair) => pair.every((side) => barred.includes(side)));
  if (paired.length === 0 || paired.length * 2 !== barred.length) return false;
  const leastPicture = paired.length === 1 ? LEAST_BETWEEN_TWO : LEAST_INSIDE_FOUR;
  return paired.every(
    ([one, other]) =>
      Math.abs(share(one) - share(other)) <= UNEVEN && 1 - share(one) - share(other) >= leastPicture,
  );
}
