import { createReadStream } from 'node:fs';
import { readWavInfo } from '../audio/wav.ts';
import type { Span } from './log-lines.ts';

/** The samples of one spectrum, at 16 kHz: lines of 15.6 Hz. */
const SIZE = 1024;
/** A block's spectrum is the mean of this many (an even number), so that noise has no accidental peaks. */
const PER_BLOCK = 8;
/** In lines of the spectrum: the examined range, and the neighbours with which a line is compared. */
const LOWEST = 6;
const HIGHEST = 260;
const NEIGHBOURS = 10;
/** How far a tone exceeds its neighbours, as a ratio of powers. */
const PROMINENCE = 10;
/** A block with fewer tones is noise. */
const MIN_TONES = 2;
/** Mains hum and fans: tones below this line that occur in nearly all of a recording. */
const HUM_BELOW = 26;
const HUM_SHARE = 0.9;
/** In a shorter recording, hum cannot be distinguished from a note. In blocks. */
const MIN_BLOCKS = 8;
/** Blocks quieter than this are silent, in squares of full scale. */
const SILENT_POWER = 1e-9;
/** Pauses up to this long belong to the speech or music around them, in ms. */
const PAUSE_MS = 1_500;

/**
 * Finds where a recording has tones, which voices and music have and noise does not: wind, hiss, rooms,
 * traffic. Steady low tones count as hum.
 * @param path a 16-bit mono WAV file
 * @returns the parts with tones, in order of time
 * @throws Error for any other file
 */
export async function findTones(path: string): Promise<Span[]> {
  const wav = await readWavInfo(path);
  if (wav.channels !== 1 || wav.frameBytes !== 2) throw new Error('expected mono 16-bit audio');
  const blocks: number[][] = [];
  const samples = new Float32Array(2 * SIZE);
  let sampleCount = 0;
  let spectra = 0;
  let power = new Float64Array(SIZE / 2);
  let odd: Buffer | null = null;
  const end = wav.dataOffset + wav.samples * 2 - 1;
  if (wav.samples === 0) return [];
  for await (const piece of createReadStream(path, { start: wav.dataOffset, end, highWaterMark: 1 << 18 })) {
    const chunk: Buffer = odd ? Buffer.concat([odd, piece as Buffer]) : (piece as Buffer);
    const even = chunk.length - (chunk.length % 2);
    odd = even < chunk.length ? chunk.subarray(even) : null;
    for (let at = 0; at < even; at += 2) {
      samples[sampleCount++] = chunk.readInt16LE(at) / 32_768;
      if (sampleCount < samples.length) continue;
      sampleCount = 0;
      addSpectra(samples, power);
      spectra += 2;
      if (spectra < PER_BLOCK) continue;
      blocks.push(tonesOf(power));
      spectra = 0;
      power = new Float64Array(SIZE / 2);
    }
  }
  return spansOf(withoutHum(blocks), (SIZE * PER_BLOCK * 1000) / wav.sampleRate);
}

/** Returns the lines of a block's spectrum that exceed their neighbours. */
function tonesOf(power: Float64Array): number[] {
  const total = power.reduce((sum, value) => sum + value, 0);
  if (total / (SIZE * SIZE * PER_BLOCK) < SILENT_POWER) return [];
  const tones: number[] = [];
  for (let line = LOWEST; line <= HIGHEST; line++) {
    const value = power[line]!;
    if (value < power[line - 1]! || value < power[line + 1]!) continue;
    const around = [...power.subarray(Math.max(1, line - NEIGHBOURS), line + NEIGHBOURS + 1)];
    const median = around.sort((a, b) => a - b)[Math.floor(around.length / 2)]!;
    if (value > median * PROMINENCE) tones.push(line);
  }
  return tones;
}

/** Returns which blocks have tones other than hum. */
function withoutHum(blocks: number[][]): boolean[] {
  const often = new Map<number, number>();
  for (const line of blocks.flat()) often.set(line, (often.get(line) ?? 0) + 1);
  const isHum = (line: number) =>
    line < HUM_BELOW && blocks.length >= MIN_BLOCKS && often.get(line)! >= blocks.length * HUM_SHARE;
  return blocks.map((tones) => tones.filter((line) => !isHum(line)).length >= MIN_TONES);
}

function spansOf(blocks: boolean[], blockMs: number): Span[] {
  const spans: Span[] = [];
  for (const [index, isTonal] of blocks.entries()) {
    if (!isTonal) continue;
    const startMs = Math.round(index * blockMs);
    const endMs = Math.round((index + 1) * blockMs);
    const last = spans.at(-1);
    if (last && startMs - last.endMs <= PAUSE_MS) last.endMs = endMs;
    else spans.push({ startMs, endMs });
  }
  return spans;
}

const WINDOW = Float64Array.from({ length: SIZE }, (_, n) => 0.5 - 0.5 * Math.cos((2 * Math.PI * n) / SIZE));

const COSINES = Float64Array.from({ length: SIZE / 2 }, (_, n) => Math.cos((2 * Math.PI * n) / SIZE));
const SINES = Float64Array.from({ length: SIZE / 2 }, (_, n) => Math.sin((2 * Math.PI * n) / SIZE));

/**
 * Adds the power of each line of the windowed spectra of two successive pieces. One transform serves both, as
 * its real and its imaginary part: a line and its mirror image together have twice the power of both pieces.
 */
function addSpectra(samples: Float32Array, power: Float64Array): void {
  const real = new Float64Array(SIZE);
  const imaginary = new Float64Array(SIZE);
  for (let n = 0; n < SIZE; n++) {
    real[n] = samples[n]! * WINDOW[n]!;
    imaginary[n] = samples[SIZE + n]! * WINDOW[n]!;
  }
  transform(real, imaginary);
  for (let line = 0; line < SIZE / 2; line++) {
    const mirrored = (SIZE - line) % SIZE;
    const own = real[line]! ** 2 + imaginary[line]! ** 2;
    power[line]! += (own + real[mirrored]! ** 2 + imaginary[mirrored]! ** 2) / 2;
  }
}

/** Computes the discrete Fourier transform of `SIZE` samples in place, by halves. */
function transform(real: Float64Array, imaginary: Float64Array): void {
  const { length } = real;
  for (let at = 1, mirrored = 0; at < length; at++) {
    let bit = length >> 1;
    for (; mirrored & bit; bit >>= 1) mirrored ^= bit;
    mirrored ^= bit;
    if (at >= mirrored) continue;
    [real[at], real[mirrored]] = [real[mirrored]!, real[at]!];
    [imaginary[at], imaginary[mirrored]] = [imaginary[mirrored]!, imaginary[at]!];
  }
  for (let size = 2; size <= length; size *= 2) {
    const half = size / 2;
    for (let n = 0; n < half; n++) {
      const turn = n * (SIZE / size);
      const [cosine, sine] = [COSINES[turn]!, -SINES[turn]!];
      for (let at = n; at < length; at += size) {
        const to = at + half;
        const [x, y] = [
          real[to]! * cosine - imaginary[to]! * sine,
          real[to]! * sine + imaginary[to]! * cosine,
        ];
        real[to] = real[at]! - x;
        imaginary[to] = imaginary[at]! - y;
        real[at]! += x;
        imaginary[at]! += y;
      }
    }
  }
}
