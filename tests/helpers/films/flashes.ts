import { ffprobe, lumas, samplesOf } from '../media/lavfi.ts';

const RATE = 48_000;
/** The window's length, in samples. */
const WINDOW = 240;
/** The shortest silence that separates two beeps, in windows: 200 ms. */
const PAUSE = 40;

/**
 * Returns when a video of constant frame rate flashes, in seconds. A flash that lasts from the start is at 0.
 */
export async function flashesOf(path: string): Promise<number[]> {
  const [top, bottom] = (
    await ffprobe(path, '-select_streams', 'v:0', '-show_entries', 'stream=r_frame_rate')
  )
    .split('/')
    .map(Number);
  const bright = (await lumas(path, 'iw/5:ih/10:iw*2/5:ih/10')).map((luma) => luma > 120);
  return bright.flatMap((is, frame) => (is && !bright[frame - 1] ? [(frame * (bottom ?? 1)) / top!] : []));
}

/**
 * Returns when a file beeps, in seconds: each time at which a sound follows 200 ms of silence or the file's
 * start.
 */
export async function beepsOf(path: string): Promise<number[]> {
  const samples = await samplesOf(path);
  const beeps: number[] = [];
  let silent = PAUSE;
  for (let at = 0; at + WINDOW <= samples.length; at += WINDOW) {
    const isLoud = samples.subarray(at, at + WINDOW).some((sample) => Math.abs(sample) > 0.02);
    if (isLoud && silent >= PAUSE) beeps.push(at / RATE);
    silent = isLoud ? 0 : silent + 1;
  }
  return beeps;
}
