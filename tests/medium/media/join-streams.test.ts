import { copyFile, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { joinStreams } from '#core/media-sources/link/join-streams.ts';
import { ffmpeg, ffprobe, tempFolder, testFfmpeg } from '../../helpers/media/lavfi.ts';

const at = tempFolder();
const { signal } = new AbortController();
const MAX_BYTES = 10_000_000;

beforeAll(async () => {
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=s=64x64:r=25:d=1', '-pix_fmt', 'yuv420p', at('picture.mp4'));
  await ffmpeg('-f', 'lavfi', '-i', 'sine=d=1', at('sound.mp4'));
  await ffmpeg('-i', at('picture.mp4'), '-i', at('sound.mp4'), '-c', 'copy', at('both.mp4'));
});

/** Creates a folder with the files of a finished yt-dlp download. */
async function fetched(picture: string, sound?: string) {
  const dir = await mkdtemp(at('fetched-'));
  const names: [string, ...string[]] = ['source.00001.mp4'];
  await copyFile(at(picture), join(dir, names[0]));
  if (sound !== undefined) await copyFile(at(sound), join(dir, (names[1] = 'source.00002.mp4')));
  return { dir, names };
}

it('uses an ffmpeg with little memory, no large files, and the rules for hostile media', async () => {
  const record = at('record');
  await writeFile(
    at('ffmpeg'),
    `#!/bin/sh\necho "$(ulimit -v) $(ulimit -f) $*" > ${record}\nexec ffmpeg "$@"\n`,
    {
      mode: 0o755,
    },
  );
  const { dir, names } = await fetched('picture.mp4', 'sound.mp4');
  const name = await joinStreams(testFfmpeg({ ffmpegPath: at('ffmpeg') }), dir, names, {
    maxBytes: MAX_BYTES,
    signal,
  });
  expect(await readdir(dir)).toEqual([name]);
  expect(await ffprobe(join(dir, name), '-show_entries', 'stream=codec_type')).toBe('video\naudio');
  const [memory, file, ...args] = (await readFile(record, 'utf8')).trim().split(' ');
  expect(Number(memory)).toBeLessThanOrEqual(2 * 2 ** 20);
  // The limit is in blocks of 512 bytes.
  expect(Number(file)).toBeLessThanOrEqual(Math.ceil(MAX_BYTES / 512) + 1);
  expect(args.filter((arg) => arg === '-protocol_whitelist')).toHaveLength(2);
});

it('refuses streams that are too large together, and keeps the audio of a video stream', async () => {
  const apart = await fetched('picture.mp4', 'sound.mp4');
  await expect(joinStreams(testFfmpeg(), apart.dir, apart.names, { maxBytes: 100, signal })).rejects.toThrow(
    'This video is too large.',
  );
  const whole = await fetched('both.mp4', 'sound.mp4');
  const name = await joinStreams(testFfmpeg(), whole.dir, whole.names, { maxBytes: MAX_BYTES, signal });
  expect([name, await readdir(whole.dir)]).toEqual(['source.00001.mp4', ['source.00001.mp4']]);
  const single = await fetched('picture.mp4');
  expect(await joinStreams(testFfmpeg(), single.dir, single.names, { maxBytes: 1, signal })).toBe(name);
});
