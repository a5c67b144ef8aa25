import { open } from 'node:fs/promises';
import type { Part } from '#contract/cuts.ts';
import { readWavInfo } from '../../audio/wav.ts';

/** The interval of levels, in ms. */
export const STEP_MS = 10;
/** The level of silence, in dB of full scale. */
export const FLOOR_DB = -90;
const FULL_SCALE = 32_768;
/** The number of levels that one read returns. */
const STEPS_AT_ONCE = 3000;

/** The levels of some audio in dB of full scale, one per 10 ms. */
export interface Levels {
  /** When the first level begins, in ms of the file. */
  startMs: number;
  /** The levels of the highest samples. */
  peak: Float32Array;
  /** The root mean squares. */
  mean: Float32Array;
}

/** Mono 16-bit samples in a file. */
interface Samples {
  path: string;
  /** Where the samples begin, in bytes. */
  dataOffset: number;
  sampleRate: number;
  samples: number;
}

/** Describes the samples of a WAV file. @throws Error unless it is a mono file of 16 bits */
export async function samplesInWav(path: string): Promise<Samples> {
  const info = await readWavInfo(path);
  if (info.channels !== 1) throw new Error('expected mono audio');
  return { path, ...info };
}

/** Reads the levels of a range. The part beyond the end of the file is omitted. */
export async function readLevels(
  { path, dataOffset, sampleRate, samples }: Samples,
  { startMs, endMs }: Part,
): Promise<Levels> {
  const perStep = Math.round((sampleRate * STEP_MS) / 1000);
  const first = Math.max(0, Math.floor(startMs / STEP_MS));
  const count = Math.max(0, Math.min(Math.ceil(endMs / STEP_MS), Math.floor(samples / perStep)) - first);
  const levels = {
    startMs: first * STEP_MS,
    peak: new Float32Array(count).fill(FLOOR_DB),
    mean: new Float32Array(count).fill(FLOOR_DB),
  };
  const file = await open(path);
  try {
    for (let from = 0; from < count; from += STEPS_AT_ONCE) {
      const bytes = Buffer.alloc(Math.min(STEPS_AT_ONCE, count - from) * perStep * 2);
      await file.read(bytes, 0, bytes.length, dataOffset + (first + from) * perStep * 2);
      measure(bytes, perStep, (step, peak, mean) => {
        levels.peak[from + step] = peak;
        levels.mean[from + step] = mean;
      });
    }
  } finally {
    await file.close();
  }
  return levels;
}

function measure(
  bytes: Buffer,
  perStep: number,
  onStep: (step: number, peakDb: number, meanDb: number) => void,
): void {
  const steps = bytes.length / 2 / perStep;
  for (let step = 0; step < steps; step += 1) {
    let peak = 0;
    let power = 0;
    for (let at = step * perStep * 2; at < (step + 1) * perStep * 2; at += 2) {
      const sample = bytes.readInt16LE(at) / FULL_SCALE;
      peak = Math.max(peak, Math.abs(sample));
      power += sample * sample;
    }
    onStep(step, inDb(peak), inDb(Math.sqrt(power / perStep)));
  }
}

const inDb = (amplitude: number) => Math.max(FLOOR_DB, 20 * Math.log10(amplitude));

/** Returns the spans in which the levels stay under a limit, in ms of the file. */
export function quietSpans({ startMs, peak }: Levels, limitDb: (atMs: number) => number): Part[] {
  const spans: Part[] = [];
  for (const [step, level] of peak.entries()) {
    const at = startMs + step * STEP_MS;
    if (level >= limitDb(at)) continue;
    const last = spans.at(-1);
    if (last?.endMs === at) last.endMs = at + STEP_MS;
    else spans.push({ startMs: at, endMs: at + STEP_MS });
  }
  return spans;
}
