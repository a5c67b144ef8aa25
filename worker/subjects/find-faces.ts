import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { shotsOf } from '#film/framing/camera-path.ts';
import type { Scan } from '#contract/jobs/processing.ts';
import type { FaceSample } from '#contract/subjects.ts';
import { inputArgs, words } from '#core/ffmpeg/inputs.ts';
import type { Ffmpeg } from '#core/ffmpeg/run.ts';
import { FACE_FRAME } from './decode-faces.ts';
import type { FaceDetector } from './face-detector.ts';

/** Frames are at multiples of this, in ms: one per second, and the first of each shot. */
const STEP_MS = 200;
const STEPS_A_SECOND = 1000 / STEP_MS;
/**
 * A cut is reported at its frame's time to the millisecond. The frame of a step may be this much earlier, in
 * ms.
 */
const AFTER_CUT_MS = 40;
/** How much of a video is examined at a time, in ms, which limits the disk space. */
const RANGE_MS = 300_000;

interface FindOptions {
  ffmpeg: Ffmpeg;
  /** The proxy, which is small and has the video's times. */
  proxyPath: string;
  scan: Pick<Scan, 'durationMs' | 'shotsMs'>;
  detector: FaceDetector;
  /** An existing folder. */
  workDir: string;
  signal?: AbortSignal;
  onProgress?: (fraction: number) => void;
}

/**
 * Returns the faces of one frame per second of a video, and of the first frame of each of its shots.
 * @throws MediaError; the signal's reason if aborted; EngineUnavailableError; EngineFailedError
 */
export async function findFaces({ scan, onProgress, ...options }: FindOptions): Promise<FaceSample[]> {
  const steps = stepsOf(scan);
  const samples: FaceSample[] = [];
  for (let startMs = 0; startMs < scan.durationMs; startMs += RANGE_MS) {
    const inRange = steps.filter((step) => step * STEP_MS >= startMs && step * STEP_MS < startMs + RANGE_MS);
    const before = samples.length;
    const onFrame = (frames: number) => onProgress?.(Math.min(1, (before + frames) / steps.length));
    samples.push(...(await findInRange(inRange, startMs, { ...options, onFrame })));
  }
  return samples;
}

/** Returns the numbers of the steps whose frames are examined, in order. */
export function stepsOf(scan: Pick<Scan, 'durationMs' | 'shotsMs'>): number[] {
  const { durationMs } = scan;
  const seconds = Array.from(
    { length: Math.ceil(durationMs / 1000) },
    (_, second) => second * STEPS_A_SECOND,
  );
  const firsts = shotsOf(scan)
    .filter(({ startMs, endMs }) => startMs > 0 && endMs - startMs > STEP_MS + AFTER_CUT_MS)
    .map(({ startMs }) => Math.ceil((startMs + AFTER_CUT_MS) / STEP_MS));
  return [...new Set([...seconds, ...firsts])]
    .filter((step) => step * STEP_MS < durationMs)
    .toSorted((a, b) => a - b);
}

async function findInRange(
  steps: readonly number[],
  startMs: number,
  {
    ffmpeg,
    proxyPath,
    detector,
    workDir,
    signal,
    onFrame,
  }: Omit<FindOptions, 'scan' | 'onProgress'> & { onFrame: (frames: number) => void },
): Promise<FaceSample[]> {
  const frames = join(workDir, 'faces.rgb');
  const first = startMs / STEP_MS;
  const extras = steps.filter((step) => step % STEPS_A_SECOND !== 0).map((step) => `eq(n,${step - first})`);
  const filters = [
    `fps=fps=${STEPS_A_SECOND}:start_time=0:round=up`,
    `select='${[`not(mod(n,${STEPS_A_SECOND}))`, ...extras].join('+')}'`,
    `scale=${FACE_FRAME.width}:${FACE_FRAME.height}:flags=area`,
    'format=rgb24',
  ];
  const input = inputArgs(proxyPath, { seekMs: startMs, extra: words(`-t ${RANGE_MS / 1000}`) });
  const output = [...words('-an -sn -fps_mode passthrough -c:v rawvideo -f rawvideo'), `file:${frames}`];
  await ffmpeg.run([...input, '-vf', filters.join(','), ...output], { signal });
  const faces = await detector.detect(frames, { signal, onFrame });
  await rm(frames);
  return faces.slice(0, steps.length).map((faces, index) => ({ atMs: steps[index]! * STEP_MS, faces }));
}
