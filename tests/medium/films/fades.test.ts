import { mkdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { endFadeGain } from '#film/sound/end-fades.ts';
import { excerptSchema } from '#contract/excerpt.ts';
import { fadeGain } from '#film/time/section-length.ts';
import { joinFilm } from '../../../worker/media/join.ts';
import { sectionRenderer } from '../../helpers/films/section-renderer.ts';
import {
  levelDb,
  makeSource,
  samplesOf,
  sectionOf,
  tempFolder,
  testFfmpeg,
} from '../../helpers/media/lavfi.ts';

const at = tempFolder();
const render = sectionRenderer(at);

// product 4.75
it('fades its own audio in and out for the chosen times, and ends at its own end', async () => {
  const path = at('fades.mp4');
  await makeSource(path, { seconds: 5, sound: 'sine=f=440:r=48000' });
  const soundOf = async (range: Parameters<typeof sectionOf>[1]) =>
    samplesOf((await render(await sectionOf(path, range))).outFile);
  const plain = { startMs: 500, endMs: 4500 };
  const range = { ...plain, fadeIn: 1, fadeOut: 2 };
  const whole = await soundOf(plain);
  const faded = await soundOf(range);
  const around = (samples: Float32Array, seconds: number) =>
    levelDb(samples.subarray((seconds - 0.05) * 48_000, (seconds + 0.05) * 48_000));
  for (const second of [0.2, 0.5, 0.9, 1.5, 2.5, 3, 3.6, 3.8]) {
    const expectedDb = 20 * Math.log10(fadeGain(second, 4, excerptSchema.parse(range)));
    expect(around(faded, second) - around(whole, second)).toBeCloseTo(expectedDb, 0);
  }
  // Fades that are longer than the section meet in its middle.
  const short = { startMs: 500, endMs: 1500, fadeIn: 5, fadeOut: 5 };
  const both = await soundOf(short);
  expect(around(both, 0.5) - around(whole, 0.5)).toBeCloseTo(20 * Math.log10(0.25), 0);
});

// product 26.8
it('fades the audio of a film at its start and its end if that is chosen, with music too', async () => {
  const path = at('ends.mp4');
  await makeSource(path, { seconds: 3, sound: 'sine=f=440:r=48000' });
  const spec = await sectionOf(path, { startMs: 0, endMs: 3000 });
  const { frames, outFile: part } = await render(spec);
  const music = { path, gainDb: -12, volume: 1, fadeOut: 0, start: 0, ducked: false };
  let films = 0;
  const soundOf = async (options: Partial<Parameters<typeof joinFilm>[0]>) => {
    const workDir = at(`film-${films++}`);
    await mkdir(workDir);
    const outFile = `${workDir}/film.mp4`;
    const shape = { width: spec.width, height: spec.height, frameRate: spec.frameRate };
    const film = {
      ...shape,
      ffmpeg: testFfmpeg(),
      title: 'A film',
      language: 'en' as const,
      workDir,
      outFile,
    };
    const sections = [{ path: part, frames, sectionId: 'a', title: 'One' }];
    await joinFilm({ ...film, sections, subtitlesPath: null, ...options });
    return samplesOf(outFile);
  };
  const around = (samples: Float32Array, seconds: number) =>
    levelDb(samples.subarray((seconds - 0.03) * 48_000, (seconds + 0.03) * 48_000));
  for (const more of [{}, { music }]) {
    const plain = await soundOf(more);
    const faded = await soundOf({ ...more, endFades: true });
    for (const second of [0.1, 0.2, 1.5, 2.8, 2.9]) {
      const expectedDb = 20 * Math.log10(endFadeGain(second, 3));
      expect(Math.abs(around(faded, second) - around(plain, second) - expectedDb)).toBeLessThan(1);
    }
  }
});
