import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, expect, it, vi } from 'vitest';
import { VIDEO_ENCODERS, type VideoEncoder } from '#contract/video-encoders.ts';
import type { Logger } from '#core/lib/logger.ts';
import { openMachineEncoder } from '../../../worker/encoders/machine-encoder.ts';
import { videoEncodeArgs } from '../../../worker/media/encode-args.ts';
import { writeHardwareFfmpeg } from '../../helpers/films/hardware-ffmpeg.ts';
import { tempFolder, testFfmpeg } from '../../helpers/media/lavfi.ts';

const run = promisify(execFile);
const FFMPEG = process.env.FFMPEG_PATH ?? 'ffmpeg';
const at = tempFolder();
let hardware: Awaited<ReturnType<typeof writeHardwareFfmpeg>>;
beforeAll(async () => {
  hardware = await writeHardwareFfmpeg(at(''));
});

async function open(videoEncoder: VideoEncoder | 'x264') {
  const log = { info: vi.fn(), warn: vi.fn() };
  const parts = {
    ffmpeg: testFfmpeg({ ffmpegPath: hardware.path }),
    tempDir: at(''),
    log: log as unknown as Logger,
  };
  return { log, encoder: await openMachineEncoder({ videoEncoder, vaapiDevice: '/dev/made' }, parts) };
}

it.each(VIDEO_ENCODERS)('uses %s after a test video', async (name) => {
  const { encoder, log } = await open(name);
  expect(encoder.now()?.encoder).toEqual({ name, device: '/dev/made' });
  expect(encoder.problem()).toBeNull();
  expect(log.info).toHaveBeenCalledOnce();
});

it('uses x264 and reports why while the hardware does not work, and the hardware afterwards', async () => {
  await hardware.fail('broken');
  const { encoder, log } = await open('nvenc');
  await encoder.refresh();
  expect(encoder.now()).toBeNull();
  expect(encoder.problem()).toContain('The video encoder "nvenc" does not work on this machine');
  expect(log.warn).toHaveBeenCalledOnce();
  expect(log.warn.mock.calls[0]![0].detail).toContain('Cannot load libcuda.so.1');
  await hardware.heal();
  await encoder.refresh();
  expect([encoder.now()?.encoder.name, encoder.problem()]).toEqual(['nvenc', null]);
});

it('refuses an encoder whose video could not be cut at every other second', async () => {
  await hardware.fail('uncut');
  const { encoder, log } = await open('qsv');
  await hardware.heal();
  expect(encoder.now()).toBeNull();
  expect(log.warn.mock.calls[0]![0].detail).toContain('keyframes at 0');
});

it('makes no test video for x264', async () => {
  const { encoder, log } = await open('x264');
  expect([encoder.now(), encoder.problem(), log.info.mock.calls]).toEqual([null, null, []]);
});

it.each(VIDEO_ENCODERS)('has only settings that ffmpeg knows for %s', async (name) => {
  const { stdout: help } = await run(FFMPEG, ['-hide_banner', '-h', `encoder=h264_${name}`]);
  const { stdout: full } = await run(FFMPEG, ['-hide_banner', '-h', 'full'], { maxBuffer: 1 << 26 });
  // Without the options of other encoders.
  const [own, ...parts] = full.split(/^(?=\S.* AVOptions:$)/m);
  const general = parts.filter((part) => /^(?:AVCodecContext|mov\/mp4\S* muxer) /.test(part));
  const args = videoEncodeArgs(30, 1, { name, device: '' });
  const options = args.filter((_, index) => index % 2 === 0).map((option) => option.replace(/:v$/, ''));
  const text = [help, own, ...general].join('\n');
  const names = new Set([...text.matchAll(/^\s*(-[\w-]+)/gm)].map(([, option]) => option));
  expect(options.filter((option) => !names.has(option))).toEqual([]);
});
