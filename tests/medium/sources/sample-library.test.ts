import { execFile, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, symlink, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { catalogue } from '../../../sample-library/catalogue.ts';
import { makeSampleLibrary } from '../../../sample-library/make.ts';
import { PATIENT } from '../../helpers/patient.ts';

const FFMPEG = process.env.FFMPEG_PATH ?? 'ffmpeg';
const FFPROBE = process.env.FFPROBE_PATH ?? 'ffprobe';
const run = promisify(execFile);

let root = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sample-library-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));
const folder = (name: string) => join(root, name);

async function ffmpegLog(...args: string[]): Promise<string> {
  return (await run(FFMPEG, ['-nostdin', '-hide_banner', '-nostats', ...args], { maxBuffer: 1 << 26 }))
    .stderr;
}

async function ffprobe(path: string, ...args: string[]): Promise<string> {
  return (await run(FFPROBE, ['-v', 'error', '-of', 'csv=p=0', ...args, path])).stdout.trim();
}

const hasEspeak = await run('espeak-ng', ['--version']).then(
  () => true,
  () => false,
);
const seconds = (minutes: string, rest: string) => Number(minutes) * 60 + Number(rest);

/** Returns the loudest sample of a part, in dB. */
async function loudestBetween(path: string, from: number, to: number): Promise<number> {
  const part = ['-ss', from.toFixed(3), '-t', (to - from).toFixed(3), '-i', path];
  const log = await ffmpegLog(...part, '-map', '0:a', '-af', 'volumedetect', '-f', 'null', '-');
  return Number(/max_volume: (-?[\d.]+) dB/.exec(log)?.[1] ?? -99);
}

/** Returns a PATH folder that contains only this program. */
async function folderWith(program: string): Promise<string> {
  const dir = await mkdtemp(join(root, 'path-'));
  const { stdout } = await run('which', [program]);
  await symlink(stdout.trim(), join(dir, basename(program)));
  return dir;
}

const SCRIPT = fileURLToPath(new URL('../../../sample-library/make.ts', import.meta.url));

const EXPECTED = [
  { slug: 'tiny-tides', video: 'h264,320,180,yuv420p,24/1', sound: 'aac', cuts: 1 },
  { slug: 'tiny-desert', video: 'h264,426,240,yuv420p,25/1', sound: 'aac', cuts: 1 },
  { slug: 'tiny-balcony', video: 'h264,180,320,yuv420p,30/1', sound: '', cuts: 2 },
];

/** Returns leftovers that must not exist. */
async function leftovers(outDir: string) {
  return (await readdir(outDir)).filter((name) => name.startsWith('.making') || name.endsWith('.new'));
}

describe('the sample library', () => {
  it('generates every video of the tiny library as specified, and none twice', async () => {
    const outDir = folder('tiny');
    const log: string[] = [];
    const make = () =>
      makeSampleLibrary({ outDir, tiny: true, ffmpegPath: FFMPEG, log: (line) => log.push(line) });
    await make();
    // On a machine without flite, the same videos are silent, and the log says so.
    const speaks = !log.some((line) => line.includes('without speech'));

    for (const { slug, video, sound, cuts } of EXPECTED) {
      const path = folder(`tiny/${slug}.mp4`);
      const picture = [
        '-select_streams',
        'v',
        '-show_entries',
        'stream=codec_name,width,height,pix_fmt,r_frame_rate',
      ];
      expect(await ffprobe(path, ...picture)).toBe(video);
      const codecs = await ffprobe(path, '-select_streams', 'a', '-show_entries', 'stream=codec_name');
      expect(codecs).toBe(speaks ? sound : '');
      const seconds = Number(await ffprobe(path, '-show_entries', 'format=duration'));
      expect(seconds).toBeGreaterThanOrEqual(8);
      expect(seconds).toBeLessThanOrEqual(12.5);

      const scenes = await ffmpegLog(
        '-i',
        path,
        '-vf',
        "select='gt(scene,0.15)',showinfo",
        '-an',
        '-f',
        'null',
        '-',
      );
      expect(scenes.match(/pts_time:/g)).toHaveLength(cuts);
      const loudness = await ffmpegLog('-i', path, '-af', 'volumedetect', '-f', 'null', '-');
      const loudest = Number(/max_volume: (-?[\d.]+) dB/.exec(loudness)?.[1] ?? -99);
      expect(loudest > -14).toBe(speaks && sound !== '');

      const sidecar = JSON.parse(await readFile(folder(`tiny/${slug}.json`), 'utf8'));
      expect(sidecar).toMatchObject({ title: expect.stringMatching(/^Tiny/), license: 'CC0' });
      expect(Object.keys(sidecar).sort()).toEqual(['channel', 'description', 'license', 'tags', 'title']);
      expect(await ffprobe(folder(`tiny/${slug}.jpg`), '-show_entries', 'stream=width')).toBe('640');
    }
    expect(await readFile(folder('tiny/.complete'), 'utf8')).toMatch(/^[0-9a-f]{16}$/);
    expect(await leftovers(outDir)).toEqual([]);

    const times = () =>
      Promise.all(EXPECTED.map(async ({ slug }) => (await stat(folder(`tiny/${slug}.mp4`))).mtimeMs));
    const before = await times();
    await make();
    expect(await times()).toEqual(before);
  });

  it('leaves nothing partial if it is stopped, and continues from there', async () => {
    const outDir = folder('stopped');
    const child = spawn(process.execPath, ['--import', 'tsx', SCRIPT, outDir, '--tiny'], { stdio: 'ignore' });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    // Stopped while it works, as soon as a working folder appears.
    const working = async () => (await leftovers(outDir).catch(() => [])).length > 0;
    while (child.exitCode === null && !(await working())) await sleep(10);
    await sleep(150);
    child.kill('SIGTERM');
    expect(await ended).toBe(143);

    expect(await leftovers(outDir)).toEqual([]);
    const names = await readdir(outDir);
    expect(names).not.toContain('.complete');
    for (const name of names.filter((name) => name.endsWith('.mp4'))) {
      expect(names).toContain(name.replace('.mp4', '.json'));
      expect(names).toContain(name.replace('.mp4', '.jpg'));
    }

    await makeSampleLibrary({ outDir, tiny: true, ffmpegPath: FFMPEG });
    expect((await readdir(outDir)).filter((name) => name.endsWith('.mp4'))).toHaveLength(EXPECTED.length);
  });

  it.skipIf(process.platform !== 'linux')('is not drawn while a process touches its folder', async () => {
    const [outDir, work] = [folder('paused'), folder('work/host-1')];
    await mkdir(work, { recursive: true });
    // Simulates a folder that is touched every few seconds.
    await utimes(work, new Date(), new Date(Date.now() + 3_600_000));
    const making = makeSampleLibrary({ outDir, tiny: true, ffmpegPath: FFMPEG, yieldTo: folder('work') });
    /** Returns the process states of the programs that draw, such as T for a stopped one. */
    const states = async () => {
      const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
      const cwds = await Promise.all(names.map((name) => readlink(`/proc/${name}/cwd`).catch(() => '')));
      const drawing = names.filter((_, place) => cwds[place]!.startsWith(outDir));
      const stats = await Promise.all(
        drawing.map((name) => readFile(`/proc/${name}/stat`, 'utf8').catch(() => ')')),
      );
      return stats.map((text) => /\) (\w)/.exec(text)?.[1]);
    };
    await vi.waitUntil(async () => (await states()).includes('T'), PATIENT);
    const [workFolder] = await leftovers(outDir);
    const touched = async () => (await stat(join(outDir, workFolder!))).mtimeMs;
    const before = await touched();
    // Searches continue to report that samples are being made.
    await vi.waitUntil(async () => (await touched()) > before, PATIENT);
    expect((await readdir(outDir)).filter((name) => name.endsWith('.mp4'))).toEqual([]);

    await utimes(work, new Date(), new Date(Date.now() - 60_000));
    await making;
    expect((await readdir(outDir)).filter((name) => name.endsWith('.mp4'))).toHaveLength(EXPECTED.length);
  });

  it.skipIf(!hasEspeak)('includes its Hindi and Bengali speech as subtitles, in sync', async () => {
    const outDir = folder('languages');
    const withSubtitles = catalogue().filter((video) => video.subtitles);
    // Small and short: two shots each.
    const videos = withSubtitles.map((video) => {
      const height = Math.round((video.height * 320) / video.width);
      return { ...video, width: 320, height, coverShot: 0, shots: video.shots.slice(0, 2) };
    });
    await makeSampleLibrary({ outDir, videos, ffmpegPath: FFMPEG });

    const [hindi, bengali] = videos.map(({ slug }) => join(outDir, slug));
    const stream = ['-select_streams', 's', '-show_entries', 'stream=codec_name:stream_tags=language'];
    expect(await ffprobe(`${hindi}.mp4`, ...stream)).toBe('mov_text,hin');
    expect(await ffprobe(`${bengali}.mp4`, ...stream)).toBe('');
    const inside = (await run(FFMPEG, ['-v', 'error', '-i', `${hindi}.mp4`, '-f', 'webvtt', '-'])).stdout;
    const sidecar = await readFile(`${bengali}.bn.vtt`, 'utf8');
    expect((await readdir(outDir)).filter((name) => name.endsWith('.vtt'))).toHaveLength(1);
    expect(sidecar).toMatch(/^WEBVTT\n\n/);
    for (const [i, text] of [inside, sidecar].entries()) {
      const lines = videos[i]!.shots.flatMap((shot) => shot.lines);
      const cues = [...text.matchAll(/(\d\d):(\d\d\.\d{3}) --> \S*?(\d\d):(\d\d\.\d{3})\n(.+)/g)];
      expect(cues.map((cue) => cue[5])).toEqual(lines);
      // There is no sound between the cues: each ends with its speech.
      const gaps = cues.slice(1).map((cue, k) => {
        const before = cues[k]!;
        return { from: seconds(before[3]!, before[4]!), to: seconds(cue[1]!, cue[2]!) };
      });
      for (const { from, to } of gaps) {
        expect(await loudestBetween(`${[hindi, bengali][i]}.mp4`, from + 0.05, to - 0.05)).toBeLessThan(-40);
      }
      const first = { from: seconds(cues[0]![1]!, cues[0]![2]!), to: seconds(cues[0]![3]!, cues[0]![4]!) };
      expect(await loudestBetween(`${[hindi, bengali][i]}.mp4`, first.from, first.to)).toBeGreaterThan(-14);
      expect(await loudestBetween(`${[hindi, bengali][i]}.mp4`, first.to - 0.3, first.to)).toBeGreaterThan(
        -40,
      );
    }
  });

  it('leaves out what cannot be spoken on this machine, and reports it in one line', async () => {
    const outDir = folder('mute');
    const log: string[] = [];
    const [video] = catalogue().filter((video) => video.subtitles);
    const path = process.env.PATH;
    process.env.PATH = await folderWith(FFMPEG);
    try {
      await makeSampleLibrary({
        outDir,
        videos: [video!],
        ffmpegPath: FFMPEG,
        log: (line) => log.push(line),
      });
    } finally {
      process.env.PATH = path;
    }
    expect(log).toContain(
      'No espeak-ng on this machine: the sample videos in Hindi and Bengali are left out.',
    );
    expect((await readdir(outDir)).filter((name) => name.endsWith('.mp4'))).toEqual([]);
  });

  it('reports in one sentence that ffmpeg is missing', async () => {
    const missing = makeSampleLibrary({
      outDir: folder('none'),
      tiny: true,
      ffmpegPath: folder('no-ffmpeg'),
    });
    await expect(missing).rejects.toThrow(/no-ffmpeg/);
  });

  it('has videos of many sizes, rates and kinds', () => {
    const videos = catalogue();
    const sizes = new Set(videos.map((video) => `${video.width}x${video.height}`));
    expect([...sizes].sort()).toEqual(['1280x720', '1920x1080', '720x1280', '854x480']);
    const rates = new Set(videos.map((video) => video.rate.join('/')));
    expect([...rates].sort()).toEqual(['24/1', '25/1', '30/1', '30000/1001']);
    const kinds = videos.map((video) => video.sound.kind);
    expect(kinds.filter((kind) => kind === 'speech').length).toBeGreaterThanOrEqual(8);
    expect(new Set(kinds)).toEqual(new Set(['speech', 'music', 'none']));
    for (const { shots, slug } of videos) {
      expect(slug).toMatch(/^[a-z0-9-]+$/);
      expect(shots.length).toBeGreaterThanOrEqual(4);
      expect(shots.length).toBeLessThanOrEqual(7);
      // A shot's layers may be drawn in any order, but the first one must cover the previous shot.
      for (const { layers } of shots) expect(layers[0]).toMatchObject({ x: 0, y: 0 });
    }
    const subtitled = videos.filter((video) => video.subtitles);
    expect(subtitled.map((video) => video.subtitles)).toEqual([
      { language: 'hi', place: 'inside' },
      { language: 'bn', place: 'beside' },
    ]);
    // The library's search covers titles and descriptions.
    expect(subtitled.map((video) => `${video.title} ${video.description}`)).toEqual([
      expect.stringMatching(/River.*नदी.*Hindi/),
      expect.stringMatching(/Rains.*বর্ষা.*Bengali/),
    ]);
  });
});
