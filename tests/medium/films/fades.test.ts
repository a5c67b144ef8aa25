import { expect, it } from 'vitest';
import { excerptSchema, fadeGain } from '#contract/section-length.ts';
import { renderSection } from '../../../worker/media/render.ts';
import {
  levelDb,
  makeSource,
  samplesOf,
  sectionOf,
  tempFolder,
  testFfmpeg,
} from '../../helpers/media/lavfi.ts';

const at = tempFolder();

it('has its own sound rise and fall for as long as the creator wishes, and end at its own end', async () => {
  const path = at('fades.mp4');
  await makeSource(path, { seconds: 5, sound: 'sine=f=440:r=48000' });
  let made = 0;
  const soundOf = async (of: Parameters<typeof sectionOf>[1]) => {
    const outFile = at(`section-${made++}.mov`);
    await renderSection(await sectionOf(path, of), { ffmpeg: testFfmpeg(), outFile });
    return samplesOf(outFile);
  };
  const plain = { startMs: 500, endMs: 4500 };
  const range = { ...plain, fadeIn: 1, fadeOut: 2 };
  const whole = await soundOf(plain);
  const faded = await soundOf(range);
  const around = (samples: Float32Array, seconds: number) =>
    levelDb(samples.subarray((seconds - 0.05) * 48_000, (seconds + 0.05) * 48_000));
  for (const second of [0.2, 0.5, 0.9, 1.5, 2.5, 3, 3.6, 3.8]) {
    const wanted = 20 * Math.log10(fadeGain(second, 4, excerptSchema.parse(range)));
    expect(around(faded, second) - around(whole, second)).toBeCloseTo(wanted, 0);
  }
  // Longer fades than the section meet in its middle.
  const short = { startMs: 500, endMs: 1500, fadeIn: 5, fadeOut: 5 };
  const both = await soundOf(short);
  expect(around(both, 0.5) - around(whole, 0.5)).toBeCloseTo(20 * Math.log10(0.25), 0);
});
