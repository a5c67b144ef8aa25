import { createReadStream } from 'node:fs';
import { readWavInfo } from '../audio/wav.ts';

export const PEAKS_PER_SECOND = 20;

/**
 * Returns the waveform of a mono 16-bit WAV file: the highest sample of every 50 ms, 0 to 100.
 * @throws Error for any other file
 */
export async function readPeaks(path: string): Promise<number[]> {
  const wav = await readWavInfo(path);
  if (wav.channels !== 1 || wav.frameBytes !== 2) throw new Error('expected mono 16-bit audio');
  const perPeak = Math.round(wav.sampleRate / PEAKS_PER_SECOND);
  const peaks: number[] = [];
  let highest = 0;
  let position = 0;
  let odd: Buffer | null = null;
  const end = wav.dataOffset + wav.samples * 2 - 1;
  if (wav.samples === 0) return peaks;
  for await (const piece of createReadStream(path, { start: wav.dataOffset, end, highWaterMark: 1 << 18 })) {
    const chunk: Buffer = odd ? Buffer.concat([odd, piece as Buffer]) : (piece as Buffer);
    const even = chunk.length - (chunk.length % 2);
    odd = even < chunk.length ? chunk.subarray(even) : null;
    for (let at = 0; at < even; at += 2) {
      highest = Math.max(highest, Math.abs(chunk.readInt16LE(at)));
      if (++position < perPeak) continue;
      peaks.push(toPercent(highest));
      highest = 0;
      position = 0;
    }
  }
  if (position > 0) peaks.push(toPercent(highest));
  return peaks;
}

const toPercent = (sample: number) => Math.min(100, Math.round((sample / 32_767) * 100));
