import { type FileHandle, open, rm } from 'node:fs/promises';
import { readWavInfo } from '../audio/wav.ts';

/** The samples of the blocks in which the two mixes are compared, at 16 kHz: a tenth of a second. */
const BLOCK = 1600;
/** The blocks before and after a block that are considered with it. */
const AROUND = 5;
/**
 * The energy ratio from which the difference replaces the sum: below a correlation of -0.6, almost no speech
 * is left in the sum.
 */
const CANCELLED = 4;
/** The samples over which one mix is blended into the other. */
const BLEND = 160;

/**
 * Returns filters from one label to two mono mixes of equal length: the sum of both sides, and their
 * difference. If one side is inverted (a wrongly wired microphone), the sum is silent and the difference
 * contains the recording.
 */
export function monoFilters(from: string, [sum, difference]: [sum: string, difference: string]): string[] {
  return [
    // Stereo before the split: both branches have the layout that either asks for.
    `[${from}]aformat=sample_fmts=fltp:channel_layouts=stereo,asplit[plus][minus]`,
    `[plus]pan=mono|c0=0.5*c0+0.5*c1,aformat=sample_fmts=s16[${sum}]`,
    `[minus]pan=mono|c0=0.5*c0-0.5*c1,aformat=sample_fmts=s16[${difference}]`,
  ];
}

/**
 * Replaces the sum of a recording's sides with their difference wherever the sides cancel each other, and
 * removes the file of the difference. Both are 16-bit mono WAV files written by the filters above.
 */
export async function restoreCancelled(sumPath: string, differencePath: string): Promise<void> {
  const [sum, difference] = await Promise.all([readWavInfo(sumPath), readWavInfo(differencePath)]);
  const samples = Math.min(sum.samples, difference.samples);
  const files = await Promise.all([open(sumPath, 'r+'), open(differencePath, 'r')]);
  try {
    const mixes = { sum: { file: files[0], ...sum }, difference: { file: files[1], ...difference } };
    const spans = await findCancelled(mixes, samples);
    for (const span of spans) await replace(mixes, span, samples);
  } finally {
    await Promise.all(files.map((file) => file.close()));
  }
  await rm(differencePath);
}

interface Mix {
  file: FileHandle;
  dataOffset: number;
}
interface Mixes {
  sum: Mix;
  difference: Mix;
}
interface SampleSpan {
  from: number;
  to: number;
}

/** Returns the spans in which most of the audio is in the difference. */
async function findCancelled(mixes: Mixes, samples: number): Promise<SampleSpan[]> {
  const [sum, difference] = await Promise.all([
    readEnergies(mixes.sum, samples),
    readEnergies(mixes.difference, samples),
  ]);
  const spans: SampleSpan[] = [];
  let isCancelled = false;
  for (let block = 0; block < sum.length; block += 1) {
    const near = (energies: Float64Array) =>
      energies
        .subarray(Math.max(0, block - AROUND), block + AROUND + 1)
        .reduce((total, one) => total + one, 0);
    const [retained, lost] = [near(sum), near(difference)];
    // Once replaced, the difference stays until the sum is louder: switching back and forth would be audible.
    isCancelled = lost > (isCancelled ? 1 : CANCELLED) * retained;
    if (!isCancelled) continue;
    const [from, to] = [block * BLOCK, Math.min(samples, (block + 1) * BLOCK)];
    const last = spans.at(-1);
    if (last?.to === from) last.to = to;
    else spans.push({ from, to });
  }
  return spans;
}

/** Returns the energy of each block. */
async function readEnergies(mix: Mix, samples: number): Promise<Float64Array> {
  const energies = new Float64Array(Math.ceil(samples / BLOCK));
  const many = BLOCK * 100;
  for (let from = 0; from < samples; from += many) {
    const values = await readSamples(mix, { from, to: Math.min(samples, from + many) });
    // Not an iterator: hours of audio would take ten times as long.
    for (let index = 0; index < values.length; index += 1)
      energies[Math.floor((from + index) / BLOCK)]! += values[index]! * values[index]!;
  }
  return energies;
}

/** Writes the difference over the sum, blended with the sum before and after. */
async function replace(mixes: Mixes, { from, to }: SampleSpan, samples: number): Promise<void> {
  const many = BLOCK * 100;
  for (let start = from; start < to; start += many) {
    const part = { from: start, to: Math.min(to, start + many) };
    const [old, fresh] = await Promise.all([
      readSamples(mixes.sum, part),
      readSamples(mixes.difference, part),
    ]);
    for (let index = 0; index < fresh.length; index += 1) {
      const at = part.from + index;
      const rise = from === 0 ? 1 : (at - from + 1) / BLEND;
      const fall = to === samples ? 1 : (to - at) / BLEND;
      const share = Math.min(1, rise, fall);
      old[index] = Math.round(fresh[index]! * share + old[index]! * (1 - share));
    }
    await mixes.sum.file.write(bytesOf(old), 0, old.length * 2, mixes.sum.dataOffset + part.from * 2);
  }
}

async function readSamples({ file, dataOffset }: Mix, { from, to }: SampleSpan): Promise<Int16Array> {
  const values = new Int16Array(to - from);
  await file.read(bytesOf(values), 0, values.length * 2, dataOffset + from * 2);
  return values;
}

/** Returns the bytes of samples, which are little-endian in the file as on every machine that runs this. */
const bytesOf = (values: Int16Array): Buffer =>
  Buffer.from(values.buffer, values.byteOffset, values.byteLength);
