import type { CameraPath } from '#film/framing/camera.ts';
import { cameraPath, shotsOf } from '#film/framing/camera-path.ts';
import type { Placement } from '#contract/placement.ts';
import type { SectionSnapshot } from '#contract/jobs/generation.ts';
import type { Scan } from '#contract/jobs/processing.ts';
import { findSubjects } from '#contract/jobs/subjects.ts';
import type { FaceSample, ShotCrops } from '#contract/subjects.ts';
import { artifactKey } from '../lib/artifact-key.ts';
import { stepKey } from '../lib/step-key.ts';

/** `detector` is the engine with its version, as the worker reports it. */
export const subjectsKey = (scanKey: string, detector: string): string =>
  artifactKey(findSubjects, [scanKey, detector]);

/** Returns the key of the step that finds the faces of a scanned video. */
export const subjectsStep = (scanKey: string): string => stepKey(findSubjects, scanKey.slice(0, 16));

/** Adds the faces that a step of the run found to a section. */
export function withSubjects(
  section: SectionSnapshot,
  dependencies: Record<string, string | null>,
): SectionSnapshot {
  const { media } = section;
  const key = media.kind === 'video' ? dependencies[subjectsStep(media.scanKey)] : undefined;
  return key && section.framing === 'follow' ? { ...section, subjects: key } : section;
}

/** Returns the camera of a section that follows its subject; `undefined` for other framings. */
export function cameraOf(
  { framing, crop, shotCrops, bars }: Placement,
  scan: Pick<Scan, 'video' | 'shotsMs' | 'durationMs'>,
  samples: readonly FaceSample[],
  film: { width: number; height: number },
): CameraPath | undefined {
  if (framing !== 'follow' || !scan.video) return undefined;
  return cameraPath({ shots: shotsOf(scan), samples, picture: scan.video, film, bars, crop, shotCrops });
}

/** How far beyond a section a transition may show its video, in ms of the film at the highest speed. */
const BEYOND_MS = 4000;

/** Returns the manual crops of the shots that a section, or a transition beside it, may show. */
export function shotCropsIn(
  range: { startMs: number; endMs: number },
  scan: Pick<Scan, 'shotsMs' | 'durationMs'>,
  shotCrops: ShotCrops,
): ShotCrops {
  if (shotCrops.length === 0) return shotCrops;
  const shots = shotsOf(scan).filter(
    ({ startMs, endMs }) => startMs < range.endMs + BEYOND_MS && endMs > range.startMs - BEYOND_MS,
  );
  return shotCrops.filter(({ atMs }) => shots.some(({ startMs, endMs }) => startMs <= atMs && atMs < endMs));
}
