import { writeFile } from 'node:fs/promises';
import { ffmpeg } from '../media/lavfi.ts';

const SIZE = { width: 160, height: 200 };
type Colour = [red: number, green: number, blue: number];

/** Returns 0 below the first limit, 1 above the second one, and a smooth value between them. */
function rise(from: number, to: number, at: number): number {
  const part = Math.min(1, Math.max(0, (at - from) / (to - from)));
  return part * part * (3 - 2 * part);
}

/** A drawn face that a detector accepts, as RGBA. It is not a photo of a person. */
function drawFace(): Buffer {
  const { width, height } = SIZE;
  const pixels = Buffer.alloc(width * height * 4);
  for (let place = 0; place < width * height; place += 1) {
    const u = (((place % width) + 0.5) / width) * 2 - 1;
    const v = ((Math.floor(place / width) + 0.5) / height) * 2 - 1;
    const head = Math.hypot(u / 0.72, v / 0.9);
    const light = 1 - 0.28 * rise(0.3, 1, head) - 0.04 * u - 0.024 * v;
    let colour: Colour = [214 * light, 168 * light, 140 * light];
    const paint = (share: number, with_: Colour): void => {
      colour = colour.map((part, index) => part * (1 - share) + share * with_[index]!) as Colour;
    };
    /** Draws an ellipse with soft edges. */
    const spot = (x: number, y: number, w: number, h: number, [from, to] = [0.85, 1.1]): number =>
      1 - rise(from!, to!, Math.hypot((u - x) / w, (v - y) / h));
    const sides = 0.45 * rise(0.55, 0.8, Math.abs(u)) * (v < 0.2 ? 1 : 0);
    const hair =
      spot(0, -0.06, 0.8, 0.97, [0.97, 1.03]) * rise(0.02, 0.1, -(v + 0.42) - 0.1 * Math.cos(u * 3) + sides);
    paint(hair, [48, 34, 28]);
    for (const x of [-0.3, 0.3]) {
      paint(0.35 * spot(x, -0.08, 0.2, 0.13, [0.6, 1.1]), [150, 105, 88]);
      paint(spot(x, -0.08, 0.13, 0.055), [235, 232, 228]);
      paint(spot(x, -0.08, 0.055, 0.055), [40, 30, 25]);
      paint(0.8 * spot(x, -0.21, 0.17, 0.03, [0.8, 1.2]), [60, 42, 34]);
    }
    paint(0.35 * spot(0, 0.15, 0.1, 0.24, [0.4, 1]), [232, 190, 165]);
    paint(0.45 * spot(0, 0.31, 0.13, 0.045, [0.6, 1.1]), [125, 80, 66]);
    paint(0.85 * spot(0, 0.53, 0.25, 0.07), [160, 78, 74]);
    paint(0.7 * spot(0, 0.53, 0.23, 0.012, [0.7, 1.2]), [90, 40, 40]);
    const alpha = Math.max(1 - rise(0.97, 1.03, head), hair);
    pixels.set([...colour, 255 * alpha].map(Math.round), place * 4);
  }
  return pixels;
}

/**
 * Makes a video of 1280x720 with a drawn face at a position that depends on the time.
 * @param at ffmpeg's expression of its centre from the left in pixels, with the time `t` in seconds
 * @param behind a lavfi source or a file of that size for the background
 */
export async function makeFaceVideo(
  path: string,
  {
    at,
    seconds,
    behind = 'color=c=0x7a8a92:s=1280x720:r=30',
  }: { at: string; seconds: number; behind?: string },
): Promise<void> {
  const face = `${path}.rgba`;
  await writeFile(face, drawFace());
  const { width, height } = SIZE;
  const isFile = behind.startsWith('/');
  const inputs = isFile ? ['-stream_loop', '-1', '-i', behind] : ['-f', 'lavfi', '-i', behind];
  const over = `overlay=x='${at}-${width / 2}':y=200:eof_action=repeat`;
  const raw = `-f rawvideo -pix_fmt rgba -s ${width}x${height} -i`.split(' ');
  const encode = '-an -c:v libx264 -preset veryfast -crf 18 -g 30 -pix_fmt yuv420p -t'.split(' ');
  const graph = `[0:v]scale=1280:720,setsar=1,fps=30[back];[back][1:v]${over}`;
  await ffmpeg(...inputs, ...raw, face, '-filter_complex', graph, ...encode, String(seconds), path);
}
