import { mkdir, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readTracks, isFastStart } from '../../../worker/media/mov-boxes.ts';
import { scanMedia } from '../../../worker/media/scan.ts';
import { readWavInfo } from '../../../worker/audio/wav.ts';
import {
  ffmpeg,
  ffprobe,
  firstPicture,
  makeSource,
  tempFolder,
  testFfmpeg,
} from '../../helpers/media/lavfi.ts';
import { casesOfTier, itInFullTier } from '../../helpers/tier.ts';

const at = tempFolder();
const media = testFfmpeg();
let scans = 0;

async function scan(source: string) {
  const outDir = at(`scan-${scans++}`);
  await mkdir(outDir);
  const parts: number[] = [];
  const result = await scanMedia({ ffmpeg: media, source, outDir, onProgress: (part) => parts.push(part) });
  return { result, parts, file: (name: string) => join(outDir, name), files: (await readdir(outDir)).sort() };
}
const size = (path: string) =>
  ffprobe(path, '-select_streams', 'v:0', '-show_entries', 'stream=width,height');
/** Returns the brightness of each pixel of the first picture. */
async function readGrey(path: string): Promise<{ width: number; height: number; picture: Buffer }> {
  const [width, height] = (await size(path)).split(',').map(Number) as [number, number];
  return { width, height, picture: await firstPicture(path, 'gray') };
}
const ALL = ['peaks.json', 'proxy.mp4', 'speech.wav', 'storyboard.jpg', 'thumbnail.jpg'];
const WITHOUT_SOUND = ALL.filter((name) => name !== 'speech.wav');

/** Black for 1 s, then two different pictures; a tone with a pause from 2 s to 3 s. */
const SHOTS = [
  'color=c=black:s=640x360:d=1',
  'testsrc2=s=640x360:d=1.6',
  'mandelbrot=s=640x360,trim=duration=2.4',
];
const TONE = 'aevalsrc=if(between(t\\,2\\,3)\\,0\\,0.25*sin(2*PI*997*t)):s=44100';

async function makeShots(path: string, ...args: string[]) {
  const inputs = SHOTS.flatMap((source) => ['-f', 'lavfi', '-i', source]);
  const graph =
    '[0]fps=25,format=yuv420p[a];[1]fps=25,format=yuv420p[b];[2]fps=25,format=yuv420p[c];[a][b][c]concat=n=3[v]';
  const sound = ['-f', 'lavfi', '-t', '5', '-i', TONE];
  const maps = [
    '-filter_complex',
    graph,
    '-map',
    '[v]',
    '-map',
    '3:a',
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
  ];
  await ffmpeg(...inputs, ...sound, ...maps, '-crf', '32', '-c:a', 'aac', '-b:a', '128k', ...args, path);
}

/**
 * Returns the brightness, 0 to 255, of the middle of the darkest tile among those that the video's length
 * uses.
 */
async function darkestTile({ result, file }: Awaited<ReturnType<typeof scan>>): Promise<number> {
  const { columns, intervalMs } = result.storyboard!;
  const { width, height, picture } = await readGrey(file('storyboard.jpg'));
  const tiles = Math.ceil(result.durationMs / intervalMs);
  const along = Array.from({ length: tiles }, (_, tile) => Math.floor(((tile + 0.5) * width) / columns));
  return Math.min(...along.map((x) => picture[Math.floor(height / 2) * width + x]!));
}

describe('scanning', () => {
  it('finds shots, silences, loudness and waveform, and writes a proxy, stills and speech', async () => {
    await makeShots(at('shots.mkv'));
    const { result, parts, file, files } = await scan(at('shots.mkv'));
    expect(files).toEqual(ALL);
    expect(result).toMatchObject({
      video: { codec: 'h264', width: 640, height: 360, frameRate: '25/1', pixelFormat: 'yuv420p' },
      audio: { codec: 'aac', sampleRate: 44_100, channels: 1 },
      storyboard: { columns: 3, rows: 1, intervalMs: 2000, width: 240, height: 136 },
      peaksPerSecond: 20,
      // The first second is black. The next frame that the scan examined is the last one before 1250 ms.
      blanks: [{ startMs: 0, endMs: 1249 }],
    });
    expect(Math.abs(result.durationMs - 5000)).toBeLessThan(40);
    const printed = await ffprobe(
      at('shots.mkv'),
      '-select_streams',
      'v',
      '-show_entries',
      'packet=pts_time',
    );
    const times = printed
      .split('\n')
      .map(Number)
      .sort((a, b) => a - b);
    expect(result.shotsMs).toEqual([25, 65].map((frame) => Math.round(times[frame]! * 1000)));
    expect(result.silences).toHaveLength(1);
    expect(Math.abs(result.silences[0]!.startMs - 2000)).toBeLessThan(50);
    expect(Math.abs(result.silences[0]!.endMs - 3000)).toBeLessThan(50);
    // One channel of -12 dBFS becomes two of -15, in the scan as in the film.
    expect(Math.abs(result.loudness!.integratedLufs + 15)).toBeLessThan(1);
    expect(Math.abs(result.loudness!.truePeakDb + 15)).toBeLessThan(0.7);
    expect(parts.at(-1)).toBe(1);

    const peaks = JSON.parse(await readFile(file('peaks.json'), 'utf8')) as number[];
    expect(Math.abs(peaks.length - 100)).toBeLessThanOrEqual(1);
    expect(Math.min(...peaks.slice(2, 38))).toBeGreaterThan(14);
    expect(Math.max(...peaks.slice(42, 58))).toBeLessThan(3);
    expect(await readWavInfo(file('speech.wav'))).toMatchObject({ sampleRate: 16_000, channels: 1 });
    expect(Math.abs((await readWavInfo(file('speech.wav'))).samples - 80_000)).toBeLessThan(1000);

    const [picture] = await readTracks(file('proxy.mp4'));
    // One more than the source's 125 if its first picture falls between two ticks, after the sound's priming.
    expect([125, 126]).toContain(picture!.samples);
    expect([5, 6]).toContain(picture!.keyframes?.length);
    expect(await isFastStart(file('proxy.mp4'))).toBe(true);
    expect(await size(file('proxy.mp4'))).toBe('640,360');
    expect(await size(file('storyboard.jpg'))).toBe('720,136');
    expect(await size(file('thumbnail.jpg'))).toBe('640,360');
    const thumbnail = await firstPicture(file('thumbnail.jpg'), 'gray');
    expect(thumbnail.reduce((sum, value) => sum + value, 0) / thumbnail.length).toBeGreaterThan(30);
  });

  itInFullTier('reports its progress continuously, from the beginning to the end', async () => {
    await makeSource(at('minute.mkv'), {
      seconds: 60,
      width: 640,
      height: 360,
      picture: 'testsrc2=s=640x360',
    });
    const { parts } = await scan(at('minute.mkv'));
    expect(parts).toEqual(parts.toSorted((a, b) => a - b));
    expect(new Set(parts).size).toBeGreaterThan(8);
    for (const from of [0, 0.25, 0.5, 0.75]) {
      expect([from, parts.some((part) => part > from && part < from + 0.25)]).toEqual([from, true]);
    }
  });

  it('uses a source that is already suitable as its own proxy', async () => {
    await makeShots(at('ready.mp4'), '-pix_fmt', 'yuv420p', '-g', '25', '-movflags', '+faststart');
    const { file } = await scan(at('ready.mp4'));
    expect((await stat(file('proxy.mp4'))).ino).toBe((await stat(at('ready.mp4'))).ino);
    await makeShots(at('late-index.mp4'), '-pix_fmt', 'yuv420p', '-g', '25');
    const late = await scan(at('late-index.mp4'));
    expect(await isFastStart(late.file('proxy.mp4'))).toBe(true);
    expect((await readTracks(late.file('proxy.mp4')))[0]!.samples).toBe(125);
  });

  // product 4.72
  it('finds the bars of each shot, wherever its cuts are', async () => {
    // Frames are examined every half second.
    const shots = ['testsrc2=s=640x270:d=2.2,pad=640:360:0:45', 'testsrc2=s=640x360:d=1.72,negate'];
    await ffmpeg(
      ...[...shots, 'testsrc2=s=204x360:d=2,pad=640:360:218:0'].flatMap((shot) => [
        '-f',
        'lavfi',
        '-i',
        shot,
      ]),
      '-filter_complex',
      '[0]format=yuv420p[a];[1]format=yuv420p[b];[2]format=yuv420p[c];[a][b][c]concat=n=3',
      at('barred.mkv'),
    );
    const { result } = await scan(at('barred.mkv'));
    expect(result.shotsMs).toEqual([2200, 3920]);
    const [wide, whole, narrow] = result.bars!;
    expect(wide).toMatchObject({ startMs: 0, endMs: 2200, left: 0, right: 0, stable: true });
    expect(whole).toMatchObject({ left: 0, top: 0, right: 0, bottom: 0, stable: false });
    expect(narrow).toMatchObject({ startMs: 3920, top: 0, bottom: 0, stable: true });
    const within = (bar: number, pixels: number) => bar >= pixels && bar < pixels + 4;
    expect([wide!.top, wide!.bottom].map((bar) => within(bar * 360, 45))).toEqual([true, true]);
    expect([narrow!.left, narrow!.right].map((bar) => within(bar * 640, 218))).toEqual([true, true]);
    await makeSource(at('unbarred.mp4'), { seconds: 3 });
    expect((await scan(at('unbarred.mp4'))).result.bars).toBeUndefined();
  });

  it('works without audio, and with audio that is longer than the video', async () => {
    await makeSource(at('mute.mp4'), { seconds: 1, sound: null });
    const mute = await scan(at('mute.mp4'));
    expect(mute.files).toEqual(WITHOUT_SOUND);
    expect(mute.result).toMatchObject({ audio: null, loudness: null, silences: [], durationMs: 1000 });
    expect(JSON.parse(await readFile(mute.file('peaks.json'), 'utf8'))).toEqual([]);
    const inputs = ['-f', 'lavfi', '-i', 'testsrc=s=64x64:d=1', '-f', 'lavfi', '-i', 'anullsrc=r=48000:d=4'];
    await ffmpeg(...inputs, '-t', '4', '-c:v', 'libx264', '-pix_fmt', 'yuv420p', at('longer-sound.mp4'));
    const { result } = await scan(at('longer-sound.mp4'));
    expect(Math.abs(result.durationMs - 4000)).toBeLessThan(50);
    expect(result).toMatchObject({ loudness: null, silences: [{ startMs: 0 }] });
  });

  it('accepts rotated, odd-sized, uneven and very short videos', async () => {
    await makeSource(at('upright.mp4'), { seconds: 1, width: 640, height: 360 });
    await ffmpeg('-i', at('upright.mp4'), '-c', 'copy', '-metadata:s:v:0', 'rotate=90', at('turned.mp4'));
    const turned = await scan(at('turned.mp4'));
    expect(turned.result.video).toMatchObject({ width: 360, height: 640 });
    expect(await size(turned.file('proxy.mp4'))).toBe('360,640');
    expect(await size(turned.file('thumbnail.jpg'))).toBe('640,1138');

    const odd = ['-f', 'lavfi', '-i', 'testsrc=s=241x135:d=1', '-c:v', 'ffv1', '-pix_fmt', 'yuv444p'];
    await ffmpeg(...odd, at('odd.mkv'));
    expect(await size((await scan(at('odd.mkv'))).file('proxy.mp4'))).toBe('240,134');

    const uneven = `testsrc=s=64x64:r=30:d=3,select='lt(mod(n,30),8)'`;
    await ffmpeg('-f', 'lavfi', '-i', uneven, '-fps_mode', 'vfr', '-c:v', 'libx264', at('uneven.mp4'));
    const { result, file } = await scan(at('uneven.mp4'));
    expect(result.durationMs).toBeGreaterThan(2000);
    const [proxy] = await readTracks(file('proxy.mp4'));
    expect(Math.abs(proxy!.duration / proxy!.timescale - result.durationMs / 1000)).toBeLessThan(0.2);

    await makeSource(at('half.mp4'), { seconds: 0.5 });
    const storyboard = { columns: 1, rows: 1 };
    expect(await scan(at('half.mp4'))).toMatchObject({ files: ALL, result: { durationMs: 500, storyboard } });
  });

  it('accepts a video with one frame, with and without audio', async () => {
    const frame = ['-f', 'lavfi', '-i', 'testsrc=s=64x64:d=0.001:r=1000', '-c:v', 'mjpeg'];
    await ffmpeg(...frame, at('frame.mov'));
    expect((await scan(at('frame.mov'))).result).toMatchObject({ durationMs: 1, shotsMs: [] });
    await ffmpeg('-f', 'lavfi', '-i', 'sine=d=6', ...frame, at('brief.mov'));
    const { result, file } = await scan(at('brief.mov'));
    expect(result.durationMs).toBeGreaterThan(5900);
    const [picture, sound] = await readTracks(file('proxy.mp4'));
    expect(picture!.samples).toBe(1);
    expect(sound!.duration / sound!.timescale).toBeGreaterThan(5.9);
  });

  // product 4.82
  it.each(casesOfTier([0.3, 4.7, 0.9, 2.4, 4], 2))(
    'has a still in every tile for %s s of a video',
    async (seconds) => {
      const path = at(`white-${seconds}.mp4`);
      const sound = `sine=f=440:r=48000:d=${seconds}`;
      await makeSource(path, { seconds, picture: `color=c=white:s=320x180:r=30:d=${seconds}`, sound });
      expect(await darkestTile(await scan(path))).toBeGreaterThan(200);
    },
  );

  // product 4.82
  it('fills the tiles in which only the audio continues with the last frame', async () => {
    const path = at('sound-goes-on.mp4');
    const inputs = ['-f', 'lavfi', '-i', 'color=c=white:s=320x180:r=30:d=1', '-f', 'lavfi', '-i', 'sine=d=7'];
    await ffmpeg(...inputs, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', path);
    expect(await darkestTile(await scan(path))).toBeGreaterThan(200);
  });

  it('shows transparent parts as black, as the film does', async () => {
    const clear = "format=rgba,geq=r=220:g=40:b=40:a='if(lt(X,W/2),0,255)'";
    await ffmpeg('-f', 'lavfi', '-i', `color=s=64x64:d=1,${clear}`, '-c:v', 'qtrle', at('clear.mov'));
    const { file } = await scan(at('clear.mov'));
    for (const name of ['proxy.mp4', 'thumbnail.jpg', 'storyboard.jpg']) {
      const { width, height, picture } = await readGrey(file(name));
      const row = picture.subarray(Math.floor(height / 2) * width);
      expect([name, row[Math.floor(width / 4)]! < 24]).toEqual([name, true]);
      expect([name, row[Math.floor((width * 3) / 4)]! > 60]).toEqual([name, true]);
    }
  });
});

describe('refusing', () => {
  const refused = (path: string) =>
    scan(path).then(
      () => expect.unreachable(),
      (error: unknown) => error,
    );

  it('audio without video', async () => {
    await ffmpeg('-f', 'lavfi', '-i', 'sine=d=1', at('song.mp3'));
    expect(await refused(at('song.mp3'))).toMatchObject({
      code: 'unsupported',
      message: 'This file has no video, only audio.',
    });
  });

  it('files that were cut off, whatever their format and wherever their index is', async () => {
    const cut = async (name: string, ...args: string[]) => {
      await makeShots(at(name), ...args);
      await truncate(at(name), Math.floor((await stat(at(name))).size * 0.4));
      return at(name);
    };
    expect(await refused(await cut('cut.mp4', '-movflags', '+faststart'))).toMatchObject({
      code: 'truncated',
    });
    expect(await refused(await cut('cut-late.mp4'))).toMatchObject({ code: 'truncated' });
    expect(await refused(await cut('cut.mkv'))).toMatchObject({ code: 'truncated' });
  });

  it('an MP4 with all of its bytes but without its frames', async () => {
    await makeShots(at('hollow.mp4'), '-movflags', '+faststart');
    const bytes = await readFile(at('hollow.mp4'));
    bytes.fill(0, bytes.indexOf('mdat') + 4 + Math.floor(bytes.length * 0.3));
    await writeFile(at('hollow.mp4'), bytes);
    expect(await refused(at('hollow.mp4'))).toMatchObject({ name: 'MediaError' });
  });
});
