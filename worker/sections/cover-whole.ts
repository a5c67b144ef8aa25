import { WHOLE_SECTION_MS } from '#film/drafts/material.ts';
import type { Choice, Range } from './choose-ranges.ts';
import type { Cut, Footage } from './cuts.ts';

/** Lengths of the sections of a video that is covered completely, in ms. */
export const COVER = { minMs: 5_000, idealMs: WHOLE_SECTION_MS, maxMs: 20_000 };
/** The cost of a section whose length differs from the ideal by the ideal length. */
const OFF_IDEAL = 6;

/**
 * Returns the cuts of a video that is covered completely. Each section starts where the previous one ends: at a change of
 * shot in the pause between them, otherwise in the middle of the pause.
 */
export function joinedCuts({ shotsMs }: Footage, cuts: readonly Cut[]): Cut[] {
  return cuts.map((cut) => {
    const { endMs, startMs } = cut;
    const shot = shotsMs.find((ms) => ms >= endMs && ms <= startMs);
    const ms = shot ?? Math.round((endMs + startMs) / 2);
    return { ...cut, endMs: ms, startMs: ms };
  });
}

/**
 * Returns, for each number of sections up to `maxCount`, the best way to cover a video with sections of 5 to 20 seconds;
 * `null` if that number cannot cover it. Uses dynamic programming over the cuts.
 * @param cuts of joinedCuts
 * @returns index 0 is for one section
 */
export function coverWhole(cuts: readonly Cut[], maxCount: number): (Choice | null)[] {
  let best: (Choice | null)[] = cuts.map((_, i) => (i === 0 ? { score: 0, ranges: [] } : null));
  return Array.from({ length: maxCount }, () => {
    best = cuts.map((_, to) => bestUpTo(cuts, best, to));
    return best.at(-1) ?? null;
  });
}

/** Returns the best choice whose last section ends at this cut. */
function bestUpTo(cuts: readonly Cut[], before: readonly (Choice | null)[], to: number): Choice | null {
  let best: { score: number; from: number } | null = null;
  for (let from = to - 1; from >= 0; from -= 1) {
    const length = cuts[to]!.endMs - cuts[from]!.startMs;
    if (length > COVER.maxMs) break;
    const earlier = before[from];
    if (!earlier || length < COVER.minMs) continue;
    const off = (length - COVER.idealMs) / COVER.idealMs;
    const score = earlier.score - cuts[to]!.cost - OFF_IDEAL * off ** 2;
    if (!best || score > best.score) best = { score, from };
  }
  if (!best) return null;
  const range: Range = { from: best.from, to };
  return { score: best.score, ranges: [...before[best.from]!.ranges, range] };
}
