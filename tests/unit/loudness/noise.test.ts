import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { isNoise, sectionGainDb } from '#film/sound/loudness.ts';
import { findTones } from '../../../worker/media/tonal.ts';
import { tempFolder } from '../../helpers/media/lavfi.ts';

const at = tempFolder();
const RATE = 16_000;
const SECONDS = 8;

/** Returns a generator of noise that is the same in every run, -1 to 1. */
function noise(): () => number {
  let state = 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return (state / 2_147_483_647) * 2 - 1;
  };
}

/** Returns the tonal parts of a generated recording, in ms. @param sampleAt the sample at a time in seconds, -1 to 1 */
async function tonesOf(name: string, sampleAt: (seconds: number) => number): Promise<[number, number][]> {
  const data = Buffer.alloc(RATE * SECONDS * 2);
  for (let n = 0; n < RATE * SECONDS; n++) {
    data.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sampleAt(n / RATE))) * 32_000), n * 2);
  }
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + data.length, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(RATE, 24);
  header.writeUInt32LE(RATE * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write('data', 36);
  header.writeUInt32LE(data.length, 40);
  await writeFile(at(`${name}.wav`), Buffer.concat([header, data]));
  return (await findTones(at(`${name}.wav`))).map(({ startMs, endMs }) => [startMs, endMs]);
}
const wave = (hertz: number, seconds: number) => Math.sin(2 * Math.PI * hertz * seconds);

describe('tones of a recording', () => {
  it('tones of a recording are found in music, including the pauses in it', async () => {
    const notes = [220, 277, 330, 440];
    const melody = (seconds: number) => {
      const note = notes[Math.floor(seconds * 2) % notes.length]!;
      return 0.1 * wave(note, seconds) + 0.05 * wave(2 * note, seconds);
    };
    expect(await tonesOf('melody', melody)).toEqual([[0, 7680]]);
    const paused = (seconds: number) => (seconds > 3 && seconds < 4 ? 0 : melody(seconds));
    expect(await tonesOf('paused', paused)).toEqual([[0, 7680]]);
    const late = (seconds: number) => (seconds < 4 ? 0 : melody(seconds));
    const [[from, to] = [0, 0]] = await tonesOf('late', late);
    expect(from).toBeGreaterThan(3500);
    expect(to).toBe(7680);
  });

  // product 4.74
  it('tones of a recording are not found in noise of any colour, wind, hum or silence', async () => {
    const white = noise();
    expect(await tonesOf('white', () => 0.05 * white())).toEqual([]);
    let low = 0;
    const brown = (random: () => number) => (low = 0.98 * low + 0.02 * random());
    const rumble = noise();
    expect(await tonesOf('brown', () => brown(rumble))).toEqual([]);
    const gusts = noise();
    const wind = (seconds: number) => brown(gusts) * (1 + 0.9 * wave(0.7, seconds));
    expect(await tonesOf('wind', wind)).toEqual([]);
    const hiss = noise();
    const hum = (seconds: number) =>
      0.02 * (wave(50, seconds) + wave(100, seconds) + wave(150, seconds) + wave(250, seconds)) +
      0.01 * hiss();
    expect(await tonesOf('hum', hum)).toEqual([]);
    expect(await tonesOf('silence', () => 0)).toEqual([]);
  });
});

describe('gain of a section', () => {
  const quiet = { integratedLufs: -37.7, truePeakDb: -20 };
  const tones = [{ startMs: 10_000, endMs: 20_000 }];
  const range = (startMs: number, endMs: number) => ({ startMs, endMs });

  // product 4.74
  it('is at most 6 dB for a section without speech and music', () => {
    const scan = { tones, loudness: quiet };
    expect(isNoise(range(0, 9000), scan, false)).toBe(true);
    expect(isNoise(range(0, 9000), scan, true)).toBe(false);
    expect(isNoise(range(5000, 15_000), scan, false)).toBe(false);
    expect(isNoise(range(0, 10_500), scan, false)).toBe(true);
    // A scan of an earlier version.
    expect(isNoise(range(10_000, 20_000), { loudness: quiet }, false)).toBe(true);
    expect(sectionGainDb(quiet, { noise: true })).toBe(6);
    expect(sectionGainDb(quiet, {})).toBe(20);
  });

  it('is not limited for noise that needs less gain or is loud', () => {
    const loud = { integratedLufs: -10, truePeakDb: -1 };
    expect(isNoise(range(0, 9000), { tones, loudness: loud }, false)).toBe(false);
    expect(isNoise(range(0, 9000), { tones, loudness: { ...loud, integratedLufs: -20 } }, false)).toBe(false);
    expect(sectionGainDb(loud, { noise: true })).toBe(-6);
    expect(sectionGainDb(null, { noise: true })).toBe(0);
  });
});
