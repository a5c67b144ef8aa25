import { spawn } from 'node:child_process';
import { access, chmod, constants, copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { MediaError } from '#core/ffmpeg/errors.ts';
import { IMAGE_FORMATS, inputArgs } from '#core/ffmpeg/inputs.ts';
import { probeMedia } from '#core/ffmpeg/probe.ts';
import { progressParser } from '#core/ffmpeg/progress.ts';
import type { Ffmpeg } from '#core/ffmpeg/run.ts';
import { countPackets, decodeWhole } from '#core/ffmpeg/verify.ts';
import { hugePng } from '../../helpers/media/hostile-media.ts';
import { ffmpeg, makeSource, tempFolder, testFfmpeg } from '../../helpers/media/lavfi.ts';
import { PATIENT } from '../../helpers/patient.ts';

const at = tempFolder();
const media = testFfmpeg();
const ENDLESS = ['-filter_complex', 'testsrc=s=64x64,realtime[v]', '-map', '[v]', '-f', 'null', '-'];
const failure = (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable('it did not fail'),
    (error: MediaError) => error,
  );

/** Writes a program that replaces ffmpeg. */
async function fake(name: string, ...lines: string[]): Promise<string> {
  await writeFile(at(name), ['#!/bin/sh', ...lines, ''].join('\n'));
  await chmod(at(name), 0o755);
  return at(name);
}

async function until<T>(what: () => Promise<T | undefined | false>, ms = PATIENT.timeout): Promise<T> {
  for (const end = Date.now() + ms; Date.now() < end; await sleep(25)) {
    const value = await what();
    if (value) return value;
  }
  return expect.unreachable('it did not happen in time');
}
const pidIn = (path: string) =>
  until(async () => Number(await readFile(path, 'utf8').catch(() => '')) || undefined);
/** A zombie counts as ended: in some containers, no process waits for the children of a killed one. */
const isGone = async (pid: number) => {
  try {
    process.kill(pid, 0);
  } catch {
    return true;
  }
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return /\) Z/.test(state);
};

/** Returns the different niceness values of a process' threads, and that of its session. */
async function readNice(pid: number): Promise<{ threads: number[]; session: number | undefined }> {
  const threads = await Promise.all(
    (await readdir(`/proc/${pid}/task`)).map(async (thread) => {
      const stat = await readFile(`/proc/${pid}/task/${thread}/stat`, 'utf8');
      return Number(stat.slice(stat.lastIndexOf(')')).split(' ')[17]);
    }),
  );
  const session = /nice (-?\d+)/.exec(await readFile(`/proc/${pid}/autogroup`, 'utf8').catch(() => ''))?.[1];
  return { threads: [...new Set(threads)], session: session === undefined ? undefined : Number(session) };
}

describe('running ffmpeg', () => {
  it('reports progress that never falls and never exceeds 1', async () => {
    const reportedFrames: number[] = [];
    const picture = ['-filter_complex', 'testsrc=s=64x64:d=2[v]', '-map', '[v]', '-f', 'null', '-'];
    const { frame } = await media.run(picture, {
      total: { frames: 30 },
      onProgress: (part) => reportedFrames.push(part),
    });
    expect(frame).toBe(50);
    expect(reportedFrames.at(-1)).toBe(1);
    expect(reportedFrames).toEqual([...reportedFrames].sort((a, b) => a - b));
  });

  it('parses progress in chunks of any size, including invalid numbers', () => {
    const reports: object[] = [];
    const feed = progressParser((report) => reports.push(report));
    const text = 'frame=0\nout_time_us=N/A\nprogress=continue\nframe=12\nout_time_us=400000\nprogress=end\n';
    for (const letter of text) feed(letter);
    expect(reports).toEqual([
      { frame: 0, outTimeMs: 0 },
      { frame: 12, outTimeMs: 400 },
    ]);
  });

  it('ends immediately when aborted', async () => {
    const stop = new AbortController();
    const running = failure(media.run(ENDLESS, { signal: stop.signal }));
    await sleep(300);
    stop.abort();
    expect(await running).toMatchObject({ name: 'MediaError', code: 'aborted' });
    expect(await failure(media.run(ENDLESS, { signal: stop.signal }))).toMatchObject({ code: 'aborted' });
  });

  it('kills the whole process group of a program that ignores signals', async () => {
    const pidFile = at('deaf.pid');
    const deaf = await fake('deaf', "trap '' TERM", `sleep 60 & echo $! > ${pidFile}`, 'wait; sleep 60');
    const stop = new AbortController();
    const wrapper = testFfmpeg({ ffmpegPath: deaf, graceMs: 300 });
    const running = failure(wrapper.run([], { signal: stop.signal }));
    const child = await pidIn(pidFile);
    stop.abort();
    expect(await running).toMatchObject({ code: 'aborted' });
    await until(() => isGone(child));
  });

  it('ends a program without progress, whether it repeats its output or is silent', async () => {
    const words = `printf 'frame=1\\nprogress=continue\\n'`;
    const stuck = await fake('stuck', `while true; do ${words}; sleep 0.1; done`);
    const options = { graceMs: 300, stallMs: 700 };
    expect(await failure(testFfmpeg({ ffmpegPath: stuck, ...options }).run([]))).toMatchObject({
      code: 'timeout',
    });
    const mute = await fake('mute', 'exec sleep 60');
    expect(await failure(testFfmpeg({ ffmpegPath: mute, ...options }).run([]))).toMatchObject({
      code: 'timeout',
    });
  });

  it('uses a growing file as progress if ffmpeg itself reports none', async () => {
    const path = at('grows.raw');
    const silent = await fake(
      'silent',
      `for i in 1 2 3 4 5 6 7 8 9 10; do printf xx >> ${path}; sleep 0.2; done`,
    );
    const parts: number[] = [];
    const reporting = { grows: { path, bytes: 20 }, onProgress: (part: number) => parts.push(part) };
    await testFfmpeg({ ffmpegPath: silent, stallMs: 1500 }).run([], reporting);
    expect(parts.length).toBeGreaterThan(2);
    expect(parts.at(-1)).toBe(1);
  });

  it.each(process.platform === 'linux' ? (['setpriv', 'pipe'] as const) : (['pipe'] as const))(
    'leaves nothing running if its own process is killed (%s)',
    async (tie) => {
      const pidFile = at(`${tie}.pid`);
      const binary = await fake(`orphan-${tie}`, `echo $$ > ${pidFile}`, 'exec sleep 60');
      const script = fileURLToPath(new URL('../../helpers/media/run-ffmpeg.ts', import.meta.url));
      const parent = spawn(process.execPath, ['--import', 'tsx', script, binary, tie], { stdio: 'ignore' });
      const child = await pidIn(pidFile);
      expect(await isGone(child)).toBe(false);
      parent.kill('SIGKILL');
      await until(() => isGone(child));
    },
  );

  it('leaves the processor to others once it has run for a moment, or in the background', async () => {
    const sessions = await access('/proc/self/autogroup', constants.W_OK).then(
      () => true,
      () => false,
    );
    const niceBecomes = async (name: string, run: (ffmpeg: Ffmpeg) => Ffmpeg, expected: number) => {
      const ffmpegPath = await fake(name, `echo $$ >${at(name)}.pid`, 'exec ffmpeg "$@"');
      const stop = new AbortController();
      const ended = failure(run(testFfmpeg({ ffmpegPath, nice: 10 })).run(ENDLESS, { signal: stop.signal }));
      const pid = await pidIn(at(`${name}.pid`));
      await expect
        .poll(() => readNice(pid))
        .toEqual({ threads: [expected], session: sessions ? expected : undefined });
      stop.abort();
      await ended;
    };
    await niceBecomes('foreground', (ffmpeg) => ffmpeg, 10);
    await niceBecomes('background', (ffmpeg) => ffmpeg.inBackground(), 15);
  });
  it('keeps the last 4 kB of the log, and names a missing program', async () => {
    const loud = await fake('loud', 'yes error-line | head -n 20000 >&2', 'echo the-end >&2', 'exit 3');
    const error = await failure(testFfmpeg({ ffmpegPath: loud }).run([]));
    expect(error).toMatchObject({ code: 'failed' });
    expect(error.detail).toContain('the-end');
    expect(error.detail.length).toBeLessThan(4300);
    expect(await failure(testFfmpeg({ ffmpegPath: at('nowhere') }).run([]))).toMatchObject({
      code: 'failed',
    });
  });
});

describe('probing', () => {
  it('returns the displayed size: rotated, with square pixels', async () => {
    await makeSource(at('plain.mp4'), { seconds: 1 });
    await ffmpeg('-i', at('plain.mp4'), '-c', 'copy', '-metadata:s:v:0', 'rotate=90', at('turned.mp4'));
    await makeSource(at('wide.mp4'), { seconds: 1, width: 320, height: 240, args: ['-aspect', '16:9'] });
    const turned = await probeMedia(media, at('turned.mp4'));
    expect(turned.video).toMatchObject({ width: 180, height: 320, codedWidth: 320, rotation: 270 });
    const wide = await probeMedia(media, at('wide.mp4'));
    expect(wide.video).toMatchObject({ width: 427, height: 240, squarePixels: false });
    expect(wide).toMatchObject({
      durationMs: 1000,
      audio: { codec: 'aac', sampleRate: 48_000, channels: 1 },
    });
  });

  it('starts ffprobe once for a file until the file changes', async () => {
    const [source, short, longer] = [at('once.mp4'), at('short.mp4'), at('longer.mp4')];
    await Promise.all([makeSource(short, { seconds: 1 }), makeSource(longer, { seconds: 2 })]);
    await copyFile(short, source);
    const ffprobePath = await fake('counted', `echo >>${at('starts')}`, 'exec ffprobe "$@"');
    const counted = testFfmpeg({ ffprobePath });
    const starts = async () => (await readFile(at('starts'), 'utf8')).length;
    const first = await probeMedia(counted, source);
    expect(await probeMedia(counted, source)).toEqual(first);
    expect(await starts()).toBe(1);
    const tooLong = await failure(probeMedia(counted, source, { maxDurationMs: 500 }));
    expect(tooLong.code).toBe('too_large');
    await copyFile(longer, source);
    expect((await probeMedia(counted, source)).durationMs).toBeGreaterThan(first.durationMs);
    expect(await starts()).toBe(2);
  });
  it('does not treat cover art as video', async () => {
    await ffmpeg('-f', 'lavfi', '-i', 'color=s=64x64:d=0.04', '-frames:v', '1', at('cover.png'));
    const cover = ['-map', '0', '-map', '1', '-c:v', 'png', '-disposition:v:0', 'attached_pic'];
    await ffmpeg('-f', 'lavfi', '-i', 'sine=d=1', '-i', at('cover.png'), ...cover, at('song.m4a'));
    expect(await probeMedia(media, at('song.m4a'))).toMatchObject({ video: null, audio: { codec: 'aac' } });
  });

  it('determines the length of a recording that does not state it', async () => {
    const live = ['-c:v', 'libx264', '-f', 'matroska', '-live', '1'];
    await ffmpeg('-f', 'lavfi', '-i', 'testsrc=s=64x64:d=2', ...live, at('live.mkv'));
    expect((await probeMedia(media, at('live.mkv'))).durationMs).toBeCloseTo(2000, -2);
  });

  it('refuses playlists and scripts with media names, and opens nothing that they name', async () => {
    const target = at('plain.mp4');
    await writeFile(
      at('hls.mp4'),
      `#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:5,\n${target}\n#EXT-X-ENDLIST\n`,
    );
    await writeFile(at('concat.mp4'), `ffconcat version 1.0\nfile 'plain.mp4'\n`);
    await writeFile(at('text.mp4'), 'not a video at all');
    await writeFile(at('empty.mp4'), '');
    const names = ['hls.mp4', 'concat.mp4', 'text.mp4', 'empty.mp4'];
    const errors = await Promise.all(names.map((name) => failure(probeMedia(media, at(name)))));
    expect(errors.map((error) => error.code)).toEqual(names.map(() => 'not_media'));
    const read = ['-f', 'null', '-'];
    expect(await failure(media.run([...inputArgs(at('hls.mp4')), ...read]))).toMatchObject({
      code: 'not_media',
    });
  });

  it('refuses files that claim to be too large or too long', async () => {
    await writeFile(at('huge.png'), hugePng(16_000));
    const image = { formats: IMAGE_FORMATS, format: 'png_pipe' };
    expect(await failure(probeMedia(media, at('huge.png'), image))).toMatchObject({ code: 'too_large' });
    await ffmpeg('-f', 'lavfi', '-i', 'color=s=64x64:r=1/9000:d=360000', '-c:v', 'libx264', at('long.mp4'));
    expect(await failure(probeMedia(media, at('long.mp4')))).toMatchObject({ code: 'too_large' });
  });
});

describe('checking', () => {
  it('counts packets and decodes whole files', async () => {
    await makeSource(at('checked.mp4'), { seconds: 1, rate: '25' });
    expect(await countPackets(media, at('checked.mp4'), 'v:0')).toBe(25);
    await decodeWhole(media, at('checked.mp4'));
    const bytes = await readFile(at('checked.mp4'));
    const mdat = bytes.indexOf('mdat');
    bytes.fill(0xa5, mdat + 800, mdat + 1600);
    await writeFile(at('broken.mp4'), bytes);
    expect(await failure(decodeWhole(media, at('broken.mp4')))).toMatchObject({ name: 'MediaError' });
  });
});
