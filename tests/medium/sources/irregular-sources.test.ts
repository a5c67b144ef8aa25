import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { scanMedia } from '../../../worker/media/scan.ts';
import { inspectUpload } from '../../../server/services/media/inspect-upload.ts';
import { fileForSteps } from '../../helpers/films/file-for-steps.ts';
import { beepsOf, flashesOf } from '../../helpers/films/flashes.ts';
import { sectionRenderer } from '../../helpers/films/section-renderer.ts';
import {
  ffmpeg,
  ffmpegLog,
  firstPicture,
  sectionOf,
  tempFolder,
  testFfmpeg,
} from '../../helpers/media/lavfi.ts';
import { hasTestMedia, testMedia } from '../../helpers/media/test-media.ts';

const at = tempFolder();
const media = testFfmpeg();
const renderFile = sectionRenderer(at);
/** The largest distance between a flash and its beep, in seconds. */
const APART = 0.04;

/** Scans a source as the worker does. */
async function scan(source: string, name: string) {
  const { path } = await fileForSteps(source, at(`${name}.copy`));
  const outDir = at(`${name}.scan`);
  await mkdir(outDir);
  const { durationMs } = await scanMedia({ ffmpeg: media, source: path, outDir });
  return { path, durationMs, proxy: `${outDir}/proxy.mp4` };
}

/** Renders a range of a source as the worker does. */
async function render(source: string, name: string, startMs: number, endMs: number, size = {}) {
  const { path } = await fileForSteps(source, at(`${name}.rendered`));
  return renderFile(await sectionOf(path, { startMs, endMs }, size));
}

/** Returns how far each flash is from its beep, in seconds. */
async function offsets(path: string): Promise<number[]> {
  const [flashes, beeps] = [await flashesOf(path), await beepsOf(path)];
  expect([path, beeps.length]).toEqual([path, flashes.length]);
  return flashes.map((flash, index) => Math.abs(beeps[index]! - flash));
}

async function expectInStep(path: string, flashes: number, apartAtMost = APART): Promise<void> {
  const apart = await offsets(path);
  expect(apart).toHaveLength(flashes);
  expect(Math.max(...apart)).toBeLessThan(apartAtMost);
}

const base = () => testMedia('cases/base.mp4');
const part = (seconds: number, path: string, ...args: string[]) =>
  ffmpeg('-ss', String(seconds), '-t', '6', '-i', base(), ...args, path);

/** Joins two files as a shell's `cat` does. */
async function append(first: string, second: string, path: string): Promise<string> {
  await writeFile(path, Buffer.concat([await readFile(first), await readFile(second)]));
  return path;
}

const remux = async (source: string, path: string) => {
  await ffmpeg('-i', source, '-c', 'copy', path);
  return path;
};

/** Sources of 12 s with a flash and a beep at each full second. */
const SOURCES: { name: string; make: () => Promise<string> }[] = [
  { name: 'a TS whose sound changes from 5.1 to stereo', make: async () => testMedia('cases/ch51to2.ts') },
  {
    name: 'a Matroska file whose sound changes from 5.1 to stereo',
    make: () => remux(testMedia('cases/ch51to2.ts'), at('ch51to2.mkv')),
  },
  {
    name: 'a TS whose sample rate changes',
    async make() {
      await part(0, at('rate1.ts'), '-c:v', 'copy', '-c:a', 'aac', '-ar', '44100');
      await part(6, at('rate2.ts'), '-c:v', 'libx264', '-c:a', 'aac', '-output_ts_offset', '6.1');
      return append(at('rate1.ts'), at('rate2.ts'), at('rates.ts'));
    },
  },
  { name: 'a TS whose timestamps restart', make: async () => testMedia('cases/tsreset.ts') },
  {
    name: 'a program stream whose timestamps restart',
    async make() {
      const codecs = ['-c:v', 'mpeg2video', '-q:v', '4', '-c:a', 'mp2', '-f', 'vob'];
      await part(0, at('half1.vob'), ...codecs);
      await part(6, at('half2.vob'), ...codecs);
      return append(at('half1.vob'), at('half2.vob'), at('halves.vob'));
    },
  },
  { name: 'a TS whose timestamps jump ahead', make: async () => testMedia('cases/gap60.ts') },
  { name: 'a TS with distant keyframes', make: async () => testMedia('cases/longgop.ts') },
  { name: 'a Matroska file that starts late', make: async () => testMedia('cases/mkvoff.mkv') },
];

describe.runIf(hasTestMedia()).each(SOURCES)('$name', ({ name, make }) => {
  // product 16.12
  it('keeps every flash in sync with its beep in the proxy and in a section', async () => {
    const source = await make();
    const inspection = await inspectUpload(media, source, { maxDurationMs: 60_000 });
    expect(inspection).toEqual({ kind: 'video', durationMs: expect.closeTo(12_000, -2.4) });
    const { durationMs, proxy } = await scan(source, name);
    expect(Math.abs(durationMs - 12_000)).toBeLessThan(100);
    await expectInStep(proxy, 12);
    const { outFile, frames } = await render(source, name, 4500, 9500);
    expect(frames).toBe(150);
    await expectInStep(outFile, 5);
  });
});

describe.runIf(hasTestMedia())('a TS with distant keyframes', () => {
  // product 16.12
  it('shows the right first frame of a section between distant keyframes', async () => {
    const rendered = await render(testMedia('cases/longgop.ts'), 'far', 6500, 10_500);
    const right = await render(base(), 'near', 6500, 10_500);
    const [actual, expected] = [
      await firstPicture(rendered.outFile, 'gray'),
      await firstPicture(right.outFile, 'gray'),
    ];
    const difference = actual.reduce((sum, value, pixel) => sum + Math.abs(value - expected[pixel]!), 0);
    expect(difference / actual.length).toBeLessThan(1);
    expect((await flashesOf(rendered.outFile)).map((flash) => Math.round(flash * 10) / 10)).toEqual([
      0.5, 1.5, 2.5, 3.5,
    ]);
  });
});

describe.runIf(hasTestMedia())('a recording whose frame size changes', () => {
  // product 16.12
  it('shows each part in its own shape, with every flash at its beep', async () => {
    const source = testMedia('cases/chrome-size.webm');
    const { durationMs, proxy } = await scan(source, 'size');
    expect(Math.abs(durationMs - 8024)).toBeLessThan(100);
    expect((await beepsOf(proxy)).length).toBe(8);
    const { outFile } = await render(source, 'size', 2500, 7500, { width: 640, height: 360 });
    // The browser's recording has its flashes up to 50 ms before their beeps.
    await expectInStep(outFile, 5, 0.06);
    const upright = await brightBox(outFile, 2.54);
    expect(upright.width / upright.height).toBeCloseTo(9 / 16, 1);
  });
});

/** Returns the size of the bright part of the frame at this second. */
async function brightBox(path: string, seconds: number): Promise<{ width: number; height: number }> {
  const filters = 'lutyuv=y=if(gt(val\\,150)\\,235\\,16),bbox=min_val=100';
  const frame = ['-ss', String(seconds), '-i', path, '-frames:v', '1'];
  const log = await ffmpegLog(...frame, '-vf', filters, '-f', 'null', '-');
  const [, width, height] = / w:(\d+) h:(\d+) /.exec(log) ?? [];
  return { width: Number(width), height: Number(height) };
}

describe('a TS whose pixel aspect ratio changes', () => {
  // product 16.12
  it('shows each part at its own pixel aspect ratio', async () => {
    const square = async (path: string, sar: string, width: number, offset: string) => {
      const box = `color=c=black:s=352x288:r=25:d=2,drawbox=x=132:y=96:w=${width}:h=96:c=white:t=fill,setsar=${sar}`;
      const codec = ['-c:v', 'mpeg2video', '-q:v', '2', '-output_ts_offset', offset, '-f', 'mpegts'];
      await ffmpeg('-f', 'lavfi', '-i', box, ...codec, path);
    };
    await square(at('narrow.ts'), '12/11', 88, '0');
    await square(at('wide.ts'), '16/11', 66, '2');
    const source = await append(at('narrow.ts'), at('wide.ts'), at('aspects.ts'));
    const { outFile } = await render(source, 'aspects', 0, 3800, { width: 640, height: 360 });
    for (const seconds of [1, 3]) {
      const { width, height } = await brightBox(outFile, seconds);
      expect([seconds, Math.abs(width / height - 1) < 0.08]).toEqual([seconds, true]);
    }
  });
});

describe('a video whose last frame is shown for a long time', () => {
  /** Three pictures, the last one lasting 5 s. */
  const slides = "color=c=gray:s=320x180:r=1:d=3,setpts='if(eq(N,2),4,N)/TB'";

  // product 16.12
  it.runIf(hasTestMedia()).each([
    ['slides.mp4', 15_000],
    ['longlast.gif', 4000],
  ])('accepts a long last frame in %s and holds it', async (file, lengthMs) => {
    const source = testMedia(`cases/${file}`);
    expect(await inspectUpload(media, source, { maxDurationMs: 60_000 })).toEqual({
      kind: 'video',
      durationMs: lengthMs,
    });
    const { durationMs } = await scan(source, file);
    expect(durationMs).toBe(lengthMs);
    expect(await render(source, file, lengthMs - 1500, lengthMs)).toMatchObject({ frames: 45 });
  });

  // product 16.12
  it.runIf(hasTestMedia())(
    'holds the last frame while the audio of a recording without lengths continues',
    async () => {
      const source = testMedia('cases/chrome-still.webm');
      const inspection = await inspectUpload(media, source, { maxDurationMs: 60_000 });
      const { durationMs } = await scan(source, 'still');
      expect(Math.abs(durationMs - 8000)).toBeLessThan(100);
      expect(inspection).toEqual({ kind: 'video', durationMs: expect.closeTo(durationMs, -2.4) });
      const { outFile, frames } = await render(source, 'still', 4500, 7500);
      expect(frames).toBe(90);
      expect(await beepsOf(outFile)).toHaveLength(3);
    },
  );

  it('accepts a Matroska file whose last packet has no length', async () => {
    const source = at('slides.mkv');
    const sound = ['-f', 'lavfi', '-i', 'sine=d=9'];
    await ffmpeg('-f', 'lavfi', '-i', slides, ...sound, '-fps_mode', 'vfr', '-c:v', 'libx264', source);
    expect(await inspectUpload(media, source, { maxDurationMs: 60_000 })).toMatchObject({ kind: 'video' });
    expect((await scan(source, 'slides-mkv')).durationMs).toBeGreaterThan(8900);
  });
});

describe('a container that does not describe its interlaced frames', () => {
  // product 16.13
  it.each(['avi', 'mov'])('deinterlaces DV in %s', async (ending) => {
    const bar =
      'color=c=black:s=720x576:r=50:d=1[b];color=c=white:s=120x576:r=50:d=1[w];[b][w]overlay=x=n*10:y=0,interlace=scan=bff';
    const source = at(`dv.${ending}`);
    const codec = ['-c:v', 'dvvideo', '-pix_fmt', 'yuv420p', '-aspect', '4:3'];
    await ffmpeg('-filter_complex', bar, ...codec, source);
    const { outFile } = await render(source, `dv-${ending}`, 320, 640, { width: 768, height: 576 });
    const picture = await firstPicture(outFile, 'gray');
    let combed = 0;
    for (let pixel = 768; pixel < picture.length; pixel++) {
      combed += Math.abs(picture[pixel]! - picture[pixel - 768]!);
    }
    expect(combed / picture.length).toBeLessThan(1);
  });
});
