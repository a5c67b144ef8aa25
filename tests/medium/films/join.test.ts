import { copyFile, mkdir } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { MediaError } from '#core/ffmpeg/errors.ts';
import { decodeWhole } from '#core/ffmpeg/verify.ts';
import { joinFilm, type JoinSection } from '../../../worker/media/join.ts';
import { isFastStart } from '../../../worker/media/mov-boxes.ts';
import { renderSection } from '../../../worker/media/render.ts';
import {
  counting,
  countOf,
  ffmpeg,
  ffprobe,
  levelDb,
  lumas,
  makeSource,
  samplesOf,
  sectionOf,
  tempFolder,
  testFfmpeg,
} from '../../helpers/media/lavfi.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const at = tempFolder();
const media = testFfmpeg();
/** Lengths that are not a whole number of microseconds. */
const LENGTHS = [7, 31, 11, 13, 40, 1, 17, 29, 23, 19];
const FRAMES = LENGTHS.reduce((sum, frames) => sum + frames, 0);
const ROUNDS = 6;
const sections: JoinSection[] = [];

async function section(source: string, startFrame: number, frames: number, more = {}): Promise<JoinSection> {
  const startMs = Math.round((startFrame * 1000) / 30);
  const spec = await sectionOf(source, { startMs, endMs: startMs + Math.round((frames * 1000) / 30) }, more);
  const path = at(`part-${startFrame}-${frames}-${Object.keys(more).join()}.mov`);
  const rendered = await renderSection(spec, { ffmpeg: media, outFile: path });
  return { path, frames: rendered.frames, sectionId: `s${startFrame}`, title: `Part ${startFrame}` };
}

let films = 0;
async function join(parts: JoinSection[], title = 'A film') {
  const workDir = at(`join-${films++}`);
  await mkdir(workDir);
  const outFile = `${workDir}/film.mp4`;
  const shared = {
    ffmpeg: media,
    width: 320,
    height: 180,
    frameRate: 30,
    language: 'bn' as const,
    subtitlesPath: null,
    workDir,
    outFile,
  };
  return { outFile, film: await joinFilm({ ...shared, sections: parts, title }) };
}

beforeAll(async () => {
  // A tone with a short click every second, and pictures that encode their number.
  const click = 'lt(mod(t\\,1)\\,0.002)*0.6*sin(2*PI*1500*t)';
  const sound = `aevalsrc='0.1*sin(2*PI*313*t)+${click}':s=48000`;
  const picture = counting(320, 180, '30', 8);
  await makeSource(at('source.mkv'), { seconds: 8, picture, sound, args: ['-c:a', 'pcm_s16le'] });
  let start = 0;
  for (const frames of LENGTHS) {
    sections.push(await section(at('source.mkv'), start, frames));
    start += frames;
  }
});

describe('joining', () => {
  it('adds up exactly: every frame, every packet time, both streams from 0 to the end', async () => {
    const { outFile, film } = await join(sections);
    expect(film).toMatchObject({ durationMs: Math.round((FRAMES * 1000) / 30), width: 320, height: 180 });
    expect((await lumas(outFile)).map(countOf)).toEqual(Array.from({ length: FRAMES }, (_, i) => i % 20));
    const printed = await ffprobe(outFile, '-select_streams', 'v', '-show_entries', 'packet=pts');
    const times = printed
      .split('\n')
      .map(Number)
      .sort((a, b) => a - b);
    expect(times).toEqual(Array.from({ length: FRAMES }, (_, i) => i * 512));
    const spans = await ffprobe(outFile, '-show_entries', 'stream=codec_type,start_time,duration');
    const seconds = FRAMES / 30;
    for (const kind of ['video', 'audio']) {
      const [, start, length] = spans
        .split('\n')
        .find((line) => line.startsWith(kind))!
        .split(',');
      expect(Number(start)).toBe(0);
      expect(Math.abs(Number(length) - seconds)).toBeLessThan(0.002);
    }
    // The last packet always has 1,024 samples; the stream's length, above, says where to stop.
    const surplus = (await samplesOf(outFile)).length - FRAMES * 1600;
    expect(surplus >= 0 && surplus < 1024).toBe(true);
    expect(await isFastStart(outFile)).toBe(true);
    await decodeWhole(media, outFile);
  });

  itInFullTier('does not drift over many joins', async () => {
    const { outFile } = await join(Array.from({ length: ROUNDS }, () => sections).flat());
    const samples = await samplesOf(outFile);
    const round = FRAMES * 1600;
    // The click at 2 s of the last round matches that at 2 s of the source.
    const clickAt = (from: number) => samples.findIndex((s, i) => i > from && Math.abs(s) > 0.3);
    const offset = clickAt(round * (ROUNDS - 1) + 48_000 * 1.9) - round * (ROUNDS - 1) - 96_000;
    expect(Math.abs(offset) / 48).toBeLessThan(1);
    const printed = await ffprobe(outFile, '-select_streams', 'v', '-show_entries', 'packet=pts');
    expect(Math.max(...printed.split('\n').map(Number))).toBe((FRAMES * ROUNDS - 1) * 512);
  });

  it('sounds the same at the joins as inside the sections', async () => {
    const { outFile } = await join(sections);
    const samples = await samplesOf(outFile);
    const sectionSamples: Float32Array[] = [];
    for (const { path } of sections) sectionSamples.push(await samplesOf(path));
    const expected = new Float32Array(FRAMES * 1600);
    let place = 0;
    const joins: number[] = [];
    for (const samples of sectionSamples) {
      expected.set(samples, place);
      place += samples.length;
      joins.push(place);
    }
    const noise = samples.map((s, i) => s - expected[i]!);
    const near = joins.slice(0, -1).flatMap((j) => [...noise.subarray(j - 960, j + 960)]);
    const inside = joins.slice(0, -1).flatMap((j) => [...noise.subarray(j - 12_000, j - 960)]);
    expect(levelDb(Float32Array.from(near))).toBeLessThan(levelDb(Float32Array.from(inside)) + 3);
    expect(levelDb(Float32Array.from(near))).toBeLessThan(-40);
  });

  it('writes the given title, language and chapters', async () => {
    const title = `Bread; salt = #1 \\ "মাটি"\n[CHAPTER]`;
    const named = sections.slice(0, 2).map((part) => ({ ...part, title }));
    const { outFile } = await join(named, title);
    const line = `Bread; salt = #1 \\ "মাটি" [CHAPTER]`;
    const json = await ffprobe(outFile, '-of', 'json', '-show_chapters', '-show_format', '-show_streams');
    const probed = JSON.parse(json) as {
      format: { tags: { title: string } };
      chapters: { start_time: string; end_time: string; tags: { title: string } }[];
      streams: { codec_type: string; tags: { language: string } }[];
    };
    expect(probed.format.tags.title).toBe(line);
    expect(probed.chapters.map((c) => c.tags.title)).toEqual([line, line]);
    expect(Math.abs(Number(probed.chapters[1]!.start_time) - 7 / 30)).toBeLessThan(0.002);
    expect(probed.streams.find((s) => s.codec_type === 'audio')!.tags.language).toBe('ben');
  });
});

describe('refusing', () => {
  const codeOf = (parts: JoinSection[]) =>
    join(parts).then(
      () => 'joined',
      (error: MediaError) => error.code,
    );

  it('no sections, sections of another size, with other frames or times than stated, and other files', async () => {
    const [first] = sections as [JoinSection];
    const larger = await section(at('source.mkv'), 0, 5, { width: 640, height: 360 });
    await copyFile(at('source.mkv'), at('none.mov'));
    const short = ['-c:v', 'copy', '-c:a', 'pcm_s16le', '-af', 'atrim=end_sample=5000'];
    await ffmpeg('-i', first.path, ...short, at('short-sound.mov'));
    const halfEarly = ['pts', 'dts'].map((time) => `${time}=${time.toUpperCase()}-256*gt(N\\,0)`).join(':');
    await ffmpeg('-i', first.path, '-c', 'copy', '-bsf:v', `setts=${halfEarly}`, at('uneven.mov'));
    expect(await codeOf([first])).toBe('joined');
    expect(await codeOf([])).toBe('failed');
    expect(await codeOf([first, larger])).toBe('failed');
    expect(await codeOf([{ ...first, frames: 8 }])).toBe('failed');
    expect(await codeOf([{ ...first, path: at('none.mov') }])).toBe('failed');
    expect(await codeOf([{ ...first, path: at('short-sound.mov') }])).toBe('failed');
    // On its own, it would make a film of the wrong length; before another section, its pictures would play
    // too fast, unnoticed.
    expect(await codeOf([{ ...first, path: at('uneven.mov') }, first])).toBe('failed');
  });
});
