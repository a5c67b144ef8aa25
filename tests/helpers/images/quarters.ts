import { readFile } from 'node:fs/promises';
import { ffmpeg } from '../media/lavfi.ts';

export type Color = readonly [red: number, green: number, blue: number];

/** Returns a lavfi source whose quarters have these colours: top left and right, bottom left and right. */
export function quarters(colors: readonly Color[], [width, height]: [number, number], seconds = 1): string {
  const parts = colors.map(
    (color, index) =>
      `color=0x${Buffer.from(color).toString('hex')}:s=${width / 2}x${height / 2}:r=30:d=${seconds},format=gbrp[c${index}]`,
  );
  return `${parts.join(';')};[c0][c1]hstack[top];[c2][c3]hstack[bottom];[top][bottom]vstack`;
}

/** Returns the colours of the quarters of a file's first frame. `matrix` is the matrix of a YUV file. */
export async function quartersOf(path: string, matrix = 'smpte170m'): Promise<number[][]> {
  const raw = `${path}.rgb`;
  const filters = `scale=in_color_matrix=${matrix},format=gbrp,scale=2:2:flags=area,format=rgb24`;
  await ffmpeg('-i', path, '-frames:v', '1', '-vf', filters, '-f', 'rawvideo', raw);
  const bytes = await readFile(raw);
  return [0, 1, 2, 3].map((index) => [...bytes.subarray(index * 3, index * 3 + 3)]);
}

/** Returns the largest difference between two lists of colours, 0 to 255. */
export const farthest = (actual: readonly (readonly number[])[], expected: readonly Color[]): number =>
  Math.max(
    ...actual.flatMap((color, index) => color.map((value, i) => Math.abs(value - expected[index]![i]!))),
  );
