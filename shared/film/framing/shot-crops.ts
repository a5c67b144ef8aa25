import type { Part } from '#contract/cuts.ts';
import { MAX_SHOT_CROPS, type ShotCrops } from '#contract/subjects.ts';

/** Removes the manual crop of one shot. */
export const withoutShotCrop = (crops: ShotCrops, { startMs, endMs }: Part): ShotCrops =>
  crops.filter(({ atMs }) => atMs < startMs || atMs >= endMs);

/** Sets the manual crop of one shot. Returns the crops unchanged if there are too many. */
export function withShotCrop(crops: ShotCrops, shot: Part, crop: number): ShotCrops {
  const others = withoutShotCrop(crops, shot);
  if (others.length >= MAX_SHOT_CROPS) return crops;
  return [...others, { atMs: shot.startMs, crop }].toSorted((a, b) => a.atMs - b.atMs);
}
