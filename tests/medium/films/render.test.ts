import { describe, expect, it } from 'vitest';
import { readTracks } from '../../../worker/media/mov-boxes.ts';
import { sectionRenderer } from '../../helpers/films/section-renderer.ts';
import {
  countOf,
  ffmpeg,
  ffmpegLog,
  ffprobe,
  firstPicture,
  levelDb,
  lumas,
  makeSource,
  samplesOf,
  sectionOf,
  tempFolder,
} from '../../helpers/media/lavfi.ts';
import { extent } from '../../helpers/media/frames.ts';
import { casesOfTier } from '../../helpers/tier.ts';

const at = tempFolder();
const render = sectionRenderer(at);
/** Grey level in full range. */
const BLACK = 2;

/** Returns the number of frames, counted by reading every packet instead of the file's index. */
async function counted(path: string) {
  const [frames] = (
    await ffprobe(path, '-select_streams', 'v', '-count_packets', '-show_entries', 'stream=nb_read_packets')
  ).split(',');
  return { frames: Number(frames), samples: (await samplesOf(path)).length };
}

describe('length', () => {
  const SOURCES: [rate: string, width: number, height: number, sound: boolean][] = [
    ['30000/1001', 180, 320, true],
    ['25', 320, 180, false],
    ['24', 640, 480, true],
    ['30', 1920, 1080, true],
    ['60', 320, 180, true],
  ];
  it.each(casesOfTier(SOURCES, 2))(
    'is exact for a source of %s frames a second, %ix%i, sound %s',
    async (rate, width, height, sound) => {
      const path = at(`length-${width}-${rate.replace('/', '-')}.mp4`);
      const picture = `testsrc2=s=${width}x${height}:r=${rate}`;
      await makeSource(path, { picture, seconds: 2, ...(sound ? {} : { sound: null }) });
      const { outFile, ...result } = await render(await sectionOf(path, { startMs: 433, endMs: 1500 }));
      expect(result).toEqual({ frames: 32, samples: 51_200 });
      expect(await counted(outFile)).toEqual(result);
    },
  );

  it('is exact beyond the end of the source, where the last frame is held', async () => {
    const path = at('short.mp4');
    await makeSource(path, { seconds: 1 });
    const { outFile, ...result } = await render(await sectionOf(path, { startMs: 500, endMs: 2000 }));
    expect(result).toEqual({ frames: 45, samples: 72_000 });
    const frameNumbers = (await lumas(outFile)).map(countOf);
    expect(frameNumbers.slice(0, 15)).toEqual(Array.from({ length: 15 }, (_, i) => (15 + i) % 20));
    expect(new Set(frameNumbers.slice(15))).toEqual(new Set([9]));
  });

  it('is exact if the video ended before the section begins', async () => {
    const path = at('sound-goes-on.mp4');
    const picture = ['-f', 'lavfi', '-i', 'color=c=gray:s=320x180:d=1', '-f', 'lavfi', '-i', 'sine=d=4'];
    await ffmpeg(...picture, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac', path);
    const { outFile, ...result } = await render(await sectionOf(path, { startMs: 2500, endMs: 3500 }));
    expect(result).toEqual({ frames: 30, samples: 48_000 });
    expect((await lumas(outFile))[0]).toBeGreaterThan(100);
    expect(levelDb(await samplesOf(outFile))).toBeGreaterThan(-30);
  });
});

describe('picture', () => {
  it('begins with the frame that the source shows at the in point', async () => {
    const path = at('counting.mp4');
    await makeSource(path, { seconds: 4, sound: null });
    for (const [startMs, first] of [
      [0, 0],
      [1000, 10],
      [1034, 11],
      [1016, 10],
      [2990, 9],
      [3033, 11],
    ] as const) {
      const { outFile } = await render(await sectionOf(path, { startMs, endMs: startMs + 200 }));
      const frameNumbers = (await lumas(outFile)).map(countOf);
      expect(frameNumbers).toEqual(Array.from({ length: 6 }, (_, i) => (first + i) % 20));
    }
  });

  it('uses every frame of a source whose times are rounded to milliseconds, and of a slower one', async () => {
    const path = at('rounded.mkv');
    await makeSource(path, { seconds: 2, sound: null });
    const { outFile } = await render(await sectionOf(path, { startMs: 500, endMs: 1500 }));
    expect((await lumas(outFile)).map(countOf)).toEqual(Array.from({ length: 30 }, (_, i) => (15 + i) % 20));
    const slow = at('slow.mp4');
    await makeSource(slow, { seconds: 2, rate: '10', sound: null });
    const { outFile: thrice } = await render(await sectionOf(slow, { startMs: 550, endMs: 950 }));
    expect((await lumas(thrice)).map(countOf)).toEqual([5, 5, 6, 6, 6, 7, 7, 7, 8, 8, 8, 9]);
  });

  const SHAPES: [width: number, height: number, args: string[]][] = [
    [320, 240, ['-aspect', '16:9']],
    [320, 180, ['-metadata:s:v:0', 'rotate=90']],
    [640, 480, []],
    [180, 320, []],
    [640, 270, []],
  ];
  it.each(casesOfTier(SHAPES, 2))(
    'of %ix%i %j is letterboxed, never stretched',
    async (width, height, args) => {
      const path = at(`shape-${width}x${height}-${args.length}.mp4`);
      // A white square as displayed, a fifth of the picture's height wide.
      const aspect = args[0] === '-aspect' ? 16 / 9 / (width / height) : 1;
      const box = `drawbox=x=iw/2-ih/10/${aspect}:y=ih/2-ih/10:w=ih/5/${aspect}:h=ih/5:c=white:t=fill`;
      const picture = `color=c=gray:s=${width}x${height}:d=0.3,${box}`;
      if (args[1]?.startsWith('rotate')) {
        await makeSource(at('upright.mp4'), { picture, seconds: 0.3, sound: null });
        await ffmpeg('-i', at('upright.mp4'), '-c', 'copy', ...args, path);
      } else await makeSource(path, { picture, seconds: 0.3, sound: null, args });
      const film = { width: 640, height: 360 };
      const { outFile } = await render(await sectionOf(path, { startMs: 0, endMs: 200 }, film));
      const bytes = await firstPicture(outFile, 'gray');
      const box640 = (test: (value: number) => boolean) => extent(bytes, film.width, test);
      const white = box640((value) => value > 190);
      expect(Math.abs(white.width - white.height)).toBeLessThanOrEqual(3);
      const visibleBox = box640((value) => value > 60);
      const turned = args[1]?.startsWith('rotate');
      const shape = turned ? height / width : (width * aspect) / height;
      const expectedHeight = Math.min(640 / shape, 360);
      expect(Math.abs(visibleBox.height - expectedHeight)).toBeLessThanOrEqual(3);
      expect(Math.abs(visibleBox.width - expectedHeight * shape)).toBeLessThanOrEqual(3);
      expect(Math.abs(visibleBox.left - (640 - visibleBox.right))).toBeLessThanOrEqual(2);
      const outside = bytes.filter((_, i) => i % 640 < visibleBox.left - 2 || i / 640 < visibleBox.top - 2);
      expect(outside.every((value) => value <= BLACK)).toBe(true);
    },
  );

  it('preserves its colours if they were meant as BT.601', async () => {
    const path = at('red.mp4');
    const tags = '-colorspace smpte170m -color_primaries smpte170m -color_trc smpte170m'.split(' ');
    const picture = 'color=c=red:s=320x180:d=0.3,scale=out_color_matrix=smpte170m';
    await makeSource(path, { picture, seconds: 0.3, sound: null, args: tags });
    const { outFile } = await render(await sectionOf(path, { startMs: 0, endMs: 200 }));
    const yuv = await firstPicture(outFile, 'yuv420p');
    // Red in BT.709; BT.601's would be 81, 90, 240.
    expect(Math.abs(yuv[320 * 90]! - 63)).toBeLessThan(4);
    expect(Math.abs(yuv[320 * 180 + 160 * 45]! - 102)).toBeLessThan(4);
  });

  it('slows and then freezes for a long narration', async () => {
    const path = at('counting.mp4');
    const spec = await sectionOf(
      path,
      { startMs: 0, endMs: 1000 },
      { narrationMs: 2400, room: { availableMs: 300, leastMs: 0 } },
    );
    expect(spec.fit.applied).toEqual(['tempo', 'extend', 'slow', 'freeze']);
    const { outFile, frames } = await render(spec);
    const frameNumbers = (await lumas(outFile)).map(countOf);
    expect(frames).toBe(spec.fit.effectiveFrames);
    const moving = Math.round(1300 * 1.15 * 0.03);
    expect(frameNumbers[moving - 1]).toBe(38 % 20);
    expect(new Set(frameNumbers.slice(moving))).toEqual(new Set([frameNumbers[moving - 1]]));
  });

  it('can be a still image or a title card', async () => {
    await ffmpeg('-f', 'lavfi', '-i', 'color=c=gray:s=200x200', '-frames:v', '1', at('still.png'));
    await makeSource(at('any.mp4'), { seconds: 1 });
    const spec = await sectionOf(at('any.mp4'), { startMs: 0, endMs: 3000 });
    const video = { ...spec.source!.video, width: 200, height: 200, index: 0 };
    const still = { ...spec.source!, path: at('still.png'), imageFormat: 'png_pipe', video, audio: null };
    for (const source of [still, null]) {
      const { outFile, ...result } = await render({ ...spec, source });
      expect(await counted(outFile)).toEqual({ frames: 90, samples: 144_000 });
      expect(result).toEqual({ frames: 90, samples: 144_000 });
    }
  });

  it('has the same parameter sets, timescale and first frame kind whatever the source and the threads', async () => {
    await makeSource(at('sd.mp4'), { width: 640, height: 480, rate: '24', seconds: 1 });
    const first = await render(await sectionOf(at('counting.mp4'), { startMs: 0, endMs: 3000 }), 1);
    const second = await render(await sectionOf(at('sd.mp4'), { startMs: 100, endMs: 900 }), 4);
    const card = await render(
      { ...(await sectionOf(at('sd.mp4'), { startMs: 0, endMs: 500 })), source: null },
      2,
    );
    const tracks = await Promise.all(
      [first, second, card].map(async (s) => (await readTracks(s.outFile))[0]!),
    );
    expect(tracks[0]!.parameterSets).toMatch(/^61766343/);
    expect(new Set(tracks.map((t) => `${t.timescale} ${t.parameterSets}`)).size).toBe(1);
  });
});

describe('sound', () => {
  it('is silent if the source has no audio', async () => {
    const { outFile } = await render(await sectionOf(at('counting.mp4'), { startMs: 0, endMs: 500 }));
    expect(Math.max(...(await samplesOf(outFile)))).toBe(0);
  });

  it('fades in and out within 10 ms', async () => {
    await makeSource(at('tone.mp4'), { seconds: 3, sound: 'sine=f=1000:r=48000' });
    const { outFile } = await render(await sectionOf(at('tone.mp4'), { startMs: 1000, endMs: 2000 }));
    const samples = await samplesOf(outFile);
    const peak = (from: number, to: number) => Math.max(...samples.subarray(from, to).map(Math.abs));
    expect(peak(0, 24)).toBeLessThan(peak(4800, 9600) * 0.1);
    expect(peak(samples.length - 24, samples.length)).toBeLessThan(peak(4800, 9600) * 0.1);
    expect(peak(480, 960)).toBeGreaterThan(peak(4800, 9600) * 0.95);
  });

  it('stays in sync through the gain and the limiter, and under the ceiling', async () => {
    // One click of a single millisecond at 1.5 s, far above the ceiling after the gain.
    const click = 'aevalsrc=if(between(t\\,1.5\\,1.501)\\,0.5*sin(2*PI*1000*t)\\,0):s=48000:d=3';
    await makeSource(at('click.mkv'), { seconds: 3, sound: click, args: ['-c:a', 'pcm_s16le'] });
    const loud = { source: { gainDb: 18, truePeakDb: -6 } };
    const { outFile } = await render(await sectionOf(at('click.mkv'), { startMs: 1000, endMs: 2000 }, loud));
    const samples = await samplesOf(outFile);
    const first = samples.findIndex((s) => Math.abs(s) > 0.2);
    expect(Math.abs(first / 48 - 500)).toBeLessThan(0.5);
    const log = await ffmpegLog('-i', outFile, '-af', 'ebur128=peak=true', '-f', 'null', '-');
    expect(Number(/Peak:\s+(\S+) dBFS/.exec(log)?.[1])).toBeLessThanOrEqual(-1);
  });

  it('begins at the in point even if the packets do not', async () => {
    const steps = 'aevalsrc=if(lt(t\\,1.2)\\,0\\,0.4*sin(2*PI*500*t)):s=44100:d=3';
    await makeSource(at('step.mp4'), { seconds: 3, sound: steps });
    const { outFile } = await render(await sectionOf(at('step.mp4'), { startMs: 1137, endMs: 1837 }));
    const first = (await samplesOf(outFile)).findIndex((s) => Math.abs(s) > 0.1);
    expect(Math.abs(first / 48 - 63)).toBeLessThan(1.5);
  });
});

describe('speed', () => {
  /** Returns how many times a second a tone crosses zero upwards, where it is steady. */
  const hertz = (samples: Float32Array) => {
    const part = samples.subarray(samples.length / 4, (samples.length * 3) / 4);
    let ups = 0;
    for (let i = 1; i < part.length; i++) if (part[i - 1]! < 0 && part[i]! >= 0) ups += 1;
    return (ups * 48_000) / part.length;
  };

  const SPEEDS: [speed: number, frames: number][] = [
    [1.25, 48],
    [2, 30],
    [0.5, 120],
  ];
  it.each(casesOfTier(SPEEDS))(
    'of %f gives %i frames of 2 s, matching audio, and the same pitch',
    async (speed, frames) => {
      const path = at(`speed-${speed}.mp4`);
      await makeSource(path, { seconds: 4, sound: 'sine=f=440:r=48000' });
      const range = { startMs: 1000, endMs: 3000, speed };
      const { outFile, ...result } = await render(await sectionOf(path, range));
      expect(result).toEqual({ frames, samples: frames * 1600 });
      expect(await counted(outFile)).toEqual(result);
      const frameNumbers = (await lumas(outFile)).map(countOf);
      expect(frameNumbers).toEqual(
        Array.from({ length: frames }, (_, i) => (30 + Math.floor(i * speed)) % 20),
      );
      const sound = await samplesOf(outFile);
      expect(Math.abs(hertz(sound) - 440)).toBeLessThan(4);
      // The sound lasts until the end.
      expect(levelDb(sound.subarray(-9600))).toBeGreaterThan(levelDb(sound.subarray(0, 9600)) - 3);
    },
  );

  it("leaves a narration at its pace, over video at the section's speed", async () => {
    const path = at('speed-narrated.mp4');
    await makeSource(path, { seconds: 6, sound: null });
    const range = { startMs: 0, endMs: 2000, speed: 2 };
    const spec = await sectionOf(path, range, { narrationMs: 1500, room: { availableMs: 2000, leastMs: 0 } });
    expect(spec.fit).toMatchObject({ tempo: 1.2, effectiveFrames: 47 });
    const { outFile } = await render(spec);
    const frameNumbers = (await lumas(outFile)).map(countOf);
    expect(frameNumbers).toEqual(Array.from({ length: 47 }, (_, i) => (2 * i) % 20));
  });
});

// product 4.74
it('has its own audio at the chosen volume', async () => {
  const path = at('volume.mp4');
  await makeSource(path, { seconds: 2, sound: 'sine=f=440:r=48000' });
  const loud = async (volume: number) => {
    const { outFile } = await render(await sectionOf(path, { startMs: 0, endMs: 1500, volume }));
    return levelDb(await samplesOf(outFile));
  };
  const whole = await loud(1);
  expect(whole - (await loud(0.5))).toBeCloseTo(6, 0);
  expect(whole - (await loud(0.1))).toBeCloseTo(20, 0);
  expect(await loud(0)).toBeLessThan(-90);
});
