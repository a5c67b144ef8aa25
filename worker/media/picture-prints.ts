import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Scan } from '#contract/jobs/processing.ts';
import { IMAGE_FORMATS, inputArgs, words } from '#core/ffmpeg/inputs.ts';
import type { Ffmpeg } from '#core/ffmpeg/run.ts';

/** A still is compared as 8 rows of 9 grey values: whether each is brighter than the next one. */
const PRINT = { width: 9, height: 8 };
/**
 * A still has detail if this many of its 64 pairs of neighbours differ by this much, of 255. Nearly plain
 * images have nearly the same fingerprint, whatever they show: a caption on a plain background has up to 3
 * such pairs, films have 15 and more.
 */
const DETAIL = { neighbours: 12, difference: 4 };

interface PrintOptions {
  ffmpeg: Ffmpeg;
  /** The storyboard of a scan. */
  storyboardPath: string;
  /** An existing folder for what ffmpeg writes. */
  workDir: string;
  signal?: AbortSignal;
}

/**
 * Returns fingerprints of a storyboard's stills, in order of time (PICTURE_PRINTS).
 * @throws MediaError
 */
export async function printStoryboard(
  { columns, rows, intervalMs }: NonNullable<Scan['storyboard']>,
  durationMs: number,
  { ffmpeg, storyboardPath, workDir, signal }: PrintOptions,
): Promise<(string | null)[]> {
  const grey = join(workDir, 'prints.gray');
  const width = columns * PRINT.width;
  const scaled = `scale=${width}:${rows * PRINT.height}:flags=area,format=gray`;
  const output = [...words('-frames:v 1 -c:v rawvideo -f rawvideo'), `file:${grey}`];
  // ffmpeg would take the name for that of an image sequence.
  const input = inputArgs(storyboardPath, { formats: IMAGE_FORMATS, format: 'jpeg_pipe' });
  await ffmpeg.run([...input, '-vf', scaled, ...output], { signal });
  const pixels = await readFile(grey);
  const count = Math.max(1, Math.ceil(durationMs / intervalMs));
  return Array.from({ length: Math.min(count, columns * rows) }, (_, still) => {
    const left = (still % columns) * PRINT.width;
    const top = Math.floor(still / columns) * PRINT.height;
    return printOf(
      Array.from({ length: PRINT.height }, (_row, y) => {
        const at = (top + y) * width + left;
        return pixels.subarray(at, at + PRINT.width);
      }),
    );
  });
}

function printOf(rows: readonly Uint8Array[]): string | null {
  const differences = rows.flatMap((row) => [...row.subarray(1)].map((next, x) => Math.abs(row[x]! - next)));
  const detail = differences.filter((difference) => difference >= DETAIL.difference).length;
  if (detail < DETAIL.neighbours) return null;
  return rows
    .map((row) => {
      const byte = [...row.subarray(1)].reduce((bits, next, x) => bits * 2 + (row[x]! > next ? 1 : 0), 0);
      return byte.toString(16).padStart(2, '0');
    })
    .join('');
}
