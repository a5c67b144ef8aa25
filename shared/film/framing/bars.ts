import type { Bars } from '#contract/bars.ts';
import type { Part } from '#contract/cuts.ts';
import type { Scan } from '#contract/jobs/processing.ts';

/** Bars that differ by less count as equal, as a share of the frame. */
const ALIKE = 0.012;
/** A shot has a bar if this share of it is black there. A narrow bar is no wider than bars may differ. */
const MIN_BLACK = 0.5;
/** The share of a range that must have stable bars. */
const MIN_STABLE = 0.5;
const SIDES = ['left', 'top', 'right', 'bottom'] as const;

type Shot = NonNullable<Scan['bars']>[number];

/**
 * Returns the bars that all shots of a range have; `undefined` if they differ or are stable in less than half
 * of the range. If all shots of the video have the same bars, they also apply to a range whose own shots are
 * too dark or too short to show them.
 */
export function barsIn(range: Part, { bars = [] }: Pick<Scan, 'bars'>): Bars | undefined {
  const inRange = bars.filter((shot) => shot.startMs < range.endMs && shot.endMs > range.startMs);
  const lengthMs = bars.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  return commonBars(bars, lengthMs) ?? commonBars(clip(inRange, range), range.endMs - range.startMs);
}

const clip = (shots: readonly Shot[], range: Part): Shot[] =>
  shots.map((shot) => ({
    ...shot,
    startMs: Math.max(shot.startMs, range.startMs),
    endMs: Math.min(shot.endMs, range.endMs),
  }));

function commonBars(shots: readonly Shot[], lengthMs: number): Bars | undefined {
  const stable = shots.filter((shot) => shot.stable);
  const stableMs = stable.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  if (stableMs === 0 || stableMs < lengthMs * MIN_STABLE) return undefined;
  const least = (side: (typeof SIDES)[number]) => Math.min(...stable.map((shot) => shot[side]));
  const common = { left: least('left'), top: least('top'), right: least('right'), bottom: least('bottom') };
  const isShared = SIDES.every(
    (side) =>
      stable.every((shot) => shot[side] - common[side] <= ALIKE) &&
      shots.every((shot) => common[side] - shot[side] <= Math.min(ALIKE, common[side] * MIN_BLACK)),
  );
  return isShared ? common : undefined;
}
