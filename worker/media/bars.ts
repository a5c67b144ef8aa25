import type { ShotBars } from '#contract/jobs/processing.ts';

/** Frames examined per second. */
const FRAMES_PER_SECOND = 2;
/** The highest luma of a bar: video black is 16, and many recordings have a brighter one. */
const BLACK = 32;
/** The luma above which a pixel is bright. A vignette rises slowly from black to this. */
const BRIGHT = 44;
/** The share of a line that must be bright where the content of the frame begins. */
const FILLED = 0.25;
/** This many pixels along a line are averaged, so that a bar may be noisy. */
const ALONG = 16;

/** Filters that report the lines of one direction. The frame is narrower along them. */
const reportLines = (lines: Lines): string =>
  [
    `scale=${lines === 'rows' ? `w='max(1,iw/${ALONG})':h=ih` : `w=iw:h='max(1,ih/${ALONG})'`}:flags=area`,
    `lut=c0='if(gt(val,${BRIGHT}),255,32*gt(val,${BLACK}))'`,
    `cropdetect@${lines}-any=limit=0:reset=1:skip=0`,
    `cropdetect@${lines}-most=limit=${Math.round(255 * FILLED)}:reset=1:skip=0`,
    'nullsink',
  ].join(',');

/**
 * Returns a filter graph that reports two boxes for each examined frame. `any` contains every line with more
 * than a few pixels that are not black. `most` begins at lines that are bright for a quarter of their length.
 * The averages of a whole line that `cropdetect` computes by itself would ignore a logo in a bar and the
 * details of a dark scene.
 * @param input the label of frames
 */
export const barGraph = (input: string): string[] => [
  // The frame shown at each time. A frame of the next shot would be attributed to the previous one.
  `[${input}]fps=fps=${FRAMES_PER_SECOND}:start_time=0:round=up,extractplanes=y,split[rows][columns]`,
  `[rows]${reportLines('rows')}`,
  `[columns]${reportLines('columns')}`,
];

/** Smaller frames are too coarse, in pixels. */
const MIN_SIDE = 100;
/** A shot with fewer examined frames has no stable bars. */
const MIN_FRAMES = 3;
/** The share of a shot's frames that must show the edges of its bars. */
const STABLE_SHARE = 0.5;
/**
 * A frame shows an edge if `any` begins within the first number of pixels from it, and `most` within the
 * second.
 */
const STEADY_PIXELS = 3;
const SHARP_PIXELS = 4;
/** The scaled edge of a bar is blurred, so this many more pixels are cropped. */
const EDGE_PIXELS = 1;
/** Narrower bars are not cropped, in pixels. */
const NARROWEST = 3;
/**
 * The widest bar that may be at one side only, as a share of the frame: such a small crop does no harm to a
 * dark scene.
 */
const NARROW = 0.025;
/**
 * The largest difference between opposite bars, as a share of the frame: a dark scene is rarely symmetrical.
 */
const EVEN = 0.02;
/** The largest difference between bars around large content. */
const UNEVEN = 0.1;
/**
 * The smallest content between two bars, inside four and beside uneven ones, as a share of the frame's side.
 */
const MIN_BETWEEN_TWO = 0.2;
const MIN_INSIDE_FOUR = 0.5;
const MIN_BESIDE_UNEVEN = 0.6;

const SIDES = ['left', 'top', 'right', 'bottom'] as const;
type Side = (typeof SIDES)[number];
const OPPOSITE: readonly (readonly [Side, Side])[] = [
  ['left', 'right'],
  ['top', 'bottom'],
];
type Lines = 'rows' | 'columns';
/** Distances from the frame's sides, in pixels. */
type Margins = Record<Side, number>;
interface Frame {
  atMs: number;
  any: Margins;
  most: Margins;
}
interface Size {
  width: number;
  height: number;
}

/** Collects the reports of barGraph for frames of this size, in pixels. */
export function barReader(size: Size): {
  line: (text: string) => void;
  /** Returns `undefined` if no shot has stable bars. */
  result: (shotsMs: readonly number[], durationMs: number) => ShotBars[] | undefined;
} {
  const frames: Frame[] = [];
  /** By time. Both directions of a frame are reported, in any order. */
  const reported = new Map<number, { any: Partial<Margins>; most: Partial<Margins> }>();
  return {
    line: (text) => {
      const report = parseReport(text, size);
      if (!report) return;
      const { atMs, box, margins } = report;
      const entry = reported.get(atMs) ?? { any: {}, most: {} };
      reported.set(atMs, entry);
      Object.assign(entry[box], margins);
      const { any, most } = entry;
      if (!isWhole(any) || !isWhole(most)) return;
      reported.delete(atMs);
      const isBlack = any.left + any.right >= size.width || any.top + any.bottom >= size.height;
      if (!isBlack) frames.push({ atMs, any, most });
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

const isWhole = (margins: Partial<Margins>): margins is Margins =>
  SIDES.every((side) => margins[side] !== undefined);

function parseReport(
  text: string,
  { width, height }: Size,
): { box: 'any' | 'most'; atMs: number; margins: Partial<Margins> } | undefined {
  const match = /^\[cropdetect@(rows|columns)-(any|most) [^\]]*\] x1:(\d+) x2:(\d+) y1:(\d+) y2:(\d+) /.exec(
    text,
  );
  const seconds = / t:([\d.]+)/.exec(text)?.[1];
  if (!match || seconds === undefined) return undefined;
  const [left, x2, top, y2] = match.slice(3).map(Number) as [number, number, number, number];
  return {
    box: match[2] as 'any' | 'most',
    atMs: Math.round(Number(seconds) * 1000),
    margins: match[1] === 'rows' ? { top, bottom: height - 1 - y2 } : { left, right: width - 1 - x2 },
  };
}

/** Returns the bars of a shot, or what is black in all of its frames. */
function barsOf(frames: readonly Frame[], { width, height }: Size): Omit<ShotBars, 'startMs' | 'endMs'> {
  const least = (box: 'any' | 'most'): Margins => {
    const of = (side: Side) => Math.min(...frames.map((frame) => frame[box][side]));
    return { left: of('left'), top: of('top'), right: of('right'), bottom: of('bottom') };
  };
  const [black, filled] = [least('any'), least('most')];
  const whole = { left: width, top: height, right: width, bottom: height };
  const showsEdge = ({ any, most }: Frame, side: Side) =>
    any[side] - black[side] <= STEADY_PIXELS && most[side] - black[side] <= SHARP_PIXELS;
  const isStable = (edges: readonly Side[]) =>
    frames.filter((frame) => edges.every((side) => showsEdge(frame, side))).length >=
    frames.length * STABLE_SHARE;
  // A narrow margin without an edge is a dark part of the scene, and proves nothing about other bars.
  const barred = SIDES.filter(
    (side) => black[side] >= NARROWEST && (black[side] > NARROW * whole[side] || isStable([side])),
  );
  const share = (side: Side) => (barred.includes(side) ? black[side] / whole[side] : 0);
  const stable =
    Math.min(width, height) >= MIN_SIDE &&
    barred.length > 0 &&
    hasShapeOfBars(share) &&
    frames.length >= MIN_FRAMES &&
    isStable(barred);
  const part = (side: Side) => {
    if (stable && !barred.includes(side)) return 0;
    // The noise of coding around an edge reaches into its bar.
    const pixels = stable ? filled[side] + EDGE_PIXELS : black[side];
    return Math.min(0.5, Math.round((pixels / whole[side]) * 10_000) / 10_000);
  };
  return { left: part('left'), top: part('top'), right: part('right'), bottom: part('bottom'), stable };
}

/** Whether the bars are narrow, or pairs of similar widths around content of a plausible size. */
function hasShapeOfBars(share: (side: Side) => number): boolean {
  const wide = OPPOSITE.filter((pair) => pair.some((side) => share(side) > NARROW));
  return wide.every(([one, other]) => {
    const apart = Math.abs(share(one) - share(other));
    const picture = 1 - share(one) - share(other);
    if (share(one) === 0 || share(other) === 0 || apart > UNEVEN) return false;
    const least = wide.length === 1 ? MIN_BETWEEN_TWO : MIN_INSIDE_FOUR;
    return picture >= (apart <= EVEN ? least : MIN_BESIDE_UNEVEN);
  });
}
