import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CameraPath } from '#film/framing/camera.ts';
import type { Part } from '#contract/cuts.ts';
import type { Placement } from '#contract/placement.ts';
import { inputArgs, words } from '#core/ffmpeg/inputs.ts';
import type { Ffmpeg } from '#core/ffmpeg/run.ts';
import { rangeCamera } from '../../media/camera-filter.ts';
import { shapeFilters } from '../../media/picture-filters.ts';
import { type Proxy, unreadable } from './proxies.ts';

/** A small grey frame of a video with its time in the video, in ms. */
export interface SourceFrame {
  ms: number;
  pixels: Uint8Array;
}

/** A range of a proxy in ms, with its framing in the film. */
export interface ProxyRange extends Part {
  proxy: Proxy;
  placement: Placement;
  camera: CameraPath | undefined;
}

/** Ranges up to this length, in ms, are read every 400 ms. Of longer ones only the keyframes are read. */
const SHORT_MS = 6000;
const EACH = 'isnan(prev_selected_t)+gte(t-prev_selected_t,0.39)';
/** The number of ranges per ffmpeg process: starting one costs as much as reading several ranges. */
const AT_ONCE = 12;

interface FramesOptions {
  ffmpeg: Ffmpeg;
  /** The size of the frames in pixels, both even. */
  size: { width: number; height: number };
  workDir: string;
  signal?: AbortSignal;
}

/**
 * Returns some frames of each range as the film frames them, or no frames if a proxy cannot be read. A proxy has a keyframe
 * every second, so long ranges are cheap.
 */
export async function framesOf(
  ranges: readonly ProxyRange[],
  options: FramesOptions,
): Promise<SourceFrame[][]> {
  const frames: SourceFrame[][] = [];
  for (let from = 0; from < ranges.length; from += AT_ONCE) {
    const some = ranges.slice(from, from + AT_ONCE);
    const read = await readTogether(some, options).catch(unreadable);
    frames.push(...(read ?? some.map(() => [])));
  }
  return frames;
}

async function readTogether(
  ranges: readonly ProxyRange[],
  { ffmpeg, size, workDir, signal }: FramesOptions,
): Promise<SourceFrame[][]> {
  const files = ranges.map((_, place) => join(workDir, `frames-${place}.gray`));
  const times: number[][] = ranges.map(() => []);
  const inputs: string[] = [];
  const outputs: string[] = [];
  const chains = ranges.map(({ startMs, endMs, proxy, placement, camera }, place) => {
    const isShort = endMs - startMs <= SHORT_MS;
    const followed = camera && rangeCamera(camera, { startMs, endMs });
    const extra = [
      '-t',
      ((endMs - startMs) / 1000).toFixed(3),
      ...(isShort ? [] : words('-skip_frame nokey')),
    ];
    inputs.push(...inputArgs(proxy.path, { seekMs: startMs, threads: 1, extra }));
    outputs.push(...words(`-map [out${place}] -fps_mode passthrough -c:v rawvideo -f rawvideo`));
    outputs.push(`file:${files[place]}`);
    const filters = [
      ...(isShort ? [`select='${EACH}'`] : []),
      `showinfo@range${place}=checksum=0`,
      // The filter that repeats the last frame would produce frames that the video does not have.
      ...shapeFilters(proxy.video, size, placement, followed).filter((filter) => !filter.startsWith('tpad=')),
      'extractplanes=y',
    ];
    return `[${place}:${proxy.video.index}]${filters.join(',')}[out${place}]`;
  });
  await ffmpeg.run(
    [...words('-filter_complex_threads 1'), ...inputs, '-filter_complex', chains.join(';'), ...outputs],
    {
      signal,
      logLevel: 'info',
      onLogLine: (line) => {
        const place = /showinfo@range(\d+) /.exec(line)?.[1];
        const seconds = / pts_time:([\d.]+)/.exec(line)?.[1];
        if (place !== undefined && seconds !== undefined) times[Number(place)]?.push(Number(seconds) * 1000);
      },
    },
  );
  const each = size.width * size.height;
  return Promise.all(
    ranges.map(async ({ startMs }, place) => {
      const bytes = await readFile(files[place]!);
      await rm(files[place]!);
      return times[place]!.slice(0, Math.floor(bytes.length / each)).map((ms, at) => ({
        ms: startMs + ms,
        pixels: bytes.subarray(at * each, (at + 1) * each),
      }));
    }),
  );
}
