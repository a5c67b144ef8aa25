import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findRepeats, type SectionToCompare } from '#text/find/find-repeats.ts';
import { printStoryboard } from '../../../worker/media/picture-prints.ts';
import { scanMedia } from '../../../worker/media/scan.ts';
import { ffmpeg, tempFolder, testFfmpeg } from '../../helpers/media/lavfi.ts';
import { hasTestMedia, testMedia } from '../../helpers/media/test-media.ts';

const at = tempFolder();
const media = testFfmpeg();
let scans = 0;

/** Returns a video as one section without speech. */
async function sectionOf(source: string): Promise<SectionToCompare> {
  const workDir = at(`scan-${scans++}`);
  await mkdir(workDir);
  const { storyboard, durationMs } = await scanMedia({ ffmpeg: media, source, outDir: workDir });
  const storyboardPath = join(workDir, 'storyboard.jpg');
  const prints = await printStoryboard(storyboard!, durationMs, { ffmpeg: media, storyboardPath, workDir });
  expect(prints).toHaveLength(Math.ceil(durationMs / storyboard!.intervalMs));
  return {
    id: source,
    text: '',
    language: 'en',
    footage: { scanKey: source, startMs: 0, endMs: durationMs, prints },
  };
}

const repeatsOf = (...sections: SectionToCompare[]): string[][] =>
  findRepeats(sections).map(({ sectionId, otherId }) => [sectionId, otherId]);

const make = async (name: string, picture: string, ...args: string[]) => {
  await ffmpeg(
    '-f',
    'lavfi',
    '-i',
    picture,
    '-pix_fmt',
    'yuv420p',
    '-preset',
    'ultrafast',
    ...args,
    at(name),
  );
  return at(name);
};
/** Encodes the same pictures smaller, at another rate and in much lower quality. */
const encodeAgain = async (source: string, name: string) => {
  await ffmpeg('-i', source, '-an', '-vf', 'scale=320:-2,fps=15', '-c:v', 'libx264', '-crf', '36', at(name));
  return at(name);
};

// product 11.13
it('find a video in another encoding, but no other video, and none with plain frames', async () => {
  const fractal = await make('fractal.mp4', 'mandelbrot=s=640x360:r=25,trim=duration=12');
  const shapes = await make('shapes.mp4', 'cellauto=s=640x360:r=25:rule=110,trim=duration=12');
  const black = await make('black.mp4', 'color=c=black:s=640x360:r=25:d=12');
  const worse = await make('black2.mp4', 'color=c=black:s=640x360:r=25:d=12', '-crf', '40');
  const reencoded = await encodeAgain(fractal, 'again.mp4');
  const sections = [];
  for (const source of [fractal, shapes, black, worse, reencoded]) sections.push(await sectionOf(source));
  expect(repeatsOf(...sections)).toEqual([
    [fractal, reencoded],
    [reencoded, fractal],
  ]);
});

const CLIPS = ['talk', 'bunny', 'cars', 'crystal'];

it.runIf(hasTestMedia())('matches a recorded video only with its own second encoding', async () => {
  const clips: SectionToCompare[] = [];
  const copies: SectionToCompare[] = [];
  for (const name of CLIPS) {
    const clip = testMedia(`media/${name}.mp4`);
    clips.push(await sectionOf(clip));
    copies.push(await sectionOf(await encodeAgain(clip, `${name}.mp4`)));
  }
  expect(repeatsOf(...clips)).toEqual([]);
  // A talk against a plain background has too few distinct pictures; its transcript identifies it.
  const pairs = clips.map(({ id }, at) => [id, copies[at]!.id]).slice(1);
  expect(repeatsOf(...clips, ...copies)).toEqual([...pairs, ...pairs.map(([clip, copy]) => [copy, clip])]);
});
