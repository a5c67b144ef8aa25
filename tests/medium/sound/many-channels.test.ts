import { mkdir, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { extractSpeech } from '../../../worker/media/extract-speech.ts';
import { probeVideo } from '../../../worker/media/probe-video.ts';
import { scanMedia } from '../../../worker/media/scan.ts';
import { sectionRenderer } from '../../helpers/films/section-renderer.ts';
import {
  ffmpeg,
  ffprobe,
  levelDb,
  samplesOf,
  sectionOf,
  tempFolder,
  testFfmpeg,
} from '../../helpers/media/lavfi.ts';

const at = tempFolder();
const render = sectionRenderer(at);
const RATE = 48_000;
const FILM = { width: 64, height: 48 };

/** Makes a video of one second with this many channels, of which only one has a tone. */
async function makeVideo(path: string, channels: number, loud: number, args: string[]): Promise<string> {
  const samples = new Int16Array(RATE * channels);
  for (let index = 0; index < RATE; index += 1)
    samples[index * channels + loud] = Math.round(20_000 * Math.sin((2 * Math.PI * 440 * index) / RATE));
  await writeFile(`${path}.raw`, Buffer.from(samples.buffer));
  const sound = ['-f', 's16le', '-ac', String(channels), '-ar', String(RATE), '-i', `${path}.raw`];
  await ffmpeg('-f', 'lavfi', '-i', 'color=s=64x48:r=10:d=1', ...sound, '-c:v', 'mpeg4', ...args, path);
  return path;
}

/**
 * Returns the levels of what the product makes of the sound: the film's two channels, the proxy, and the
 * recogniser's mono mix.
 */
async function levelsOf(
  path: string,
): Promise<{ left: number; right: number; proxy: number; speech: number }> {
  const media = testFfmpeg();
  const outDir = `${path}.scan`;
  await mkdir(outDir);
  const scan = await scanMedia({ ffmpeg: media, source: path, outDir });
  expect(scan.loudness).not.toBeNull();
  const { outFile } = await render(await sectionOf(path, { startMs: 0, endMs: 1000 }, FILM));
  const { probe, durationMs } = await probeVideo(media, path);
  const speech = `${path}.speech.wav`;
  await extractSpeech({ path, probe, audio: probe.audio!, durationMs }, { ffmpeg: media, outFile: speech });
  const proxy = `${outDir}/proxy.mp4`;
  return {
    left: await levelOf(outFile, 'c0'),
    right: await levelOf(outFile, 'c1'),
    proxy: await levelOf(proxy, 'c0+c1'),
    speech: await levelOf(speech, 'c0'),
  };
}

/** Returns the level of a mix of a file's channels, in dB. */
async function levelOf(path: string, mix: string): Promise<number> {
  await ffmpeg('-i', path, '-map', '0:a', '-af', `pan=mono|c0=${mix}`, `${path}.mix.wav`);
  return levelDb(await samplesOf(`${path}.mix.wav`));
}

const LEAST = -35;

describe('audio whose channels have no known positions', () => {
  it.each([
    [9, 'left'],
    [12, 'right'],
    [20, 'left'],
  ] as const)(
    'is audible in the film, the proxy and the transcript: the last of %i channels',
    async (channels, side) => {
      const loud = side === 'left' ? channels - 1 - ((channels - 1) % 2) : channels - 1 - (channels % 2);
      const path = await makeVideo(at(`${channels}.mov`), channels, loud, ['-c:a', 'pcm_s16le']);
      expect(await ffprobe(path, '-select_streams', 'a', '-show_entries', 'stream=channel_layout')).toBe(
        'unknown',
      );
      const levels = await levelsOf(path);
      expect(levels[side]).toBeGreaterThan(LEAST);
      expect(levels.proxy).toBeGreaterThan(LEAST - 6);
      expect(levels.speech).toBeGreaterThan(LEAST - 6);
    },
  );

  it('is audible on both sides if it is ambisonics of a 360 degree camera', async () => {
    const opus = ['-c:a', 'libopus', '-mapping_family', '2'];
    const path = await makeVideo(at('ambisonic.mkv'), 4, 0, opus);
    const layout = await ffprobe(path, '-select_streams', 'a', '-show_entries', 'stream=channel_layout');
    expect(layout).toBe('ambisonic 1');
    const levels = await levelsOf(path);
    for (const level of Object.values(levels)) expect(level).toBeGreaterThan(LEAST);
  });
});
