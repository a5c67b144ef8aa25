import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inputArgs, words } from '#core/ffmpeg/inputs.ts';
import type { Ffmpeg } from '#core/ffmpeg/run.ts';
import { tableToSrgb } from '../images/colors/color-table.ts';
import { parseIcc } from '../images/colors/icc-profile.ts';
import type { ImageFacts } from '../images/formats/image-facts.ts';
import { readImage } from '../images/read-image.ts';

/** No film is larger, so a still need not be, in pixels per side. */
const MAX_SIDE = 3840;
const PREVIEW_SIDE = 1920;
const CONVERT_MS = 10_000;
/** In the folder where ffmpeg runs: a filter's option needs a path without special characters. */
const COLORS_FILE = 'colors.cube';

/** Filters for each orientation of Exif. */
const TURNS: Record<number, string[]> = {
  2: ['hflip'],
  3: ['hflip', 'vflip'],
  4: ['vflip'],
  5: ['transpose=cclock_flip'],
  6: ['transpose=clock'],
  7: ['transpose=clock_flip'],
  8: ['transpose=cclock'],
};

/** The files of an image's artifact: for films, and for the page. */
export const STILL_FILES = { still: 'still.png', preview: 'preview.jpg' } as const;

/**
 * Writes an image as a plain PNG and a smaller JPEG into a folder: rotated as its camera says, in sRGB, on black where
 * it is transparent, without metadata (such as the location).
 * @throws MediaError
 */
export async function writeStill(
  ffmpeg: Ffmpeg,
  source: { path: string; format: string },
  outDir: string,
): Promise<void> {
  const fit = (side: number) =>
    `scale=w='min(iw,${side})':h='min(ih,${side})':force_original_aspect_ratio=decrease:force_divisible_by=2`;
  const { path, format } = source;
  const image = await readImage(path, format);
  const colors = await colorFilters(image, outDir);
  const opaque = [
    ...colors,
    ...(TURNS[image.orientation] ?? []),
    'premultiply=inplace=1',
    'format=gbrp',
    'setsar=1',
    // A copied colour profile would convert the colours a second time.
    'sidedata=mode=delete',
  ].join(',');
  const jpeg = `${fit(PREVIEW_SIDE)}:out_color_matrix=smpte170m:out_range=pc,format=yuvj420p`;
  const filters = `[0:v:0]${fit(MAX_SIDE)},${opaque},split[png][small];[small]${jpeg}[jpg]`;
  const one = '-frames:v 1 -update 1 -map_metadata -1 -f image2';
  const file = (name: string) => `file:${join(outDir, name)}`;
  await ffmpeg.run(
    [
      ...words('-filter_complex_threads 1'),
      // Which files ffmpeg rotates by itself depends on its version.
      ...inputArgs(path, { formats: format, format, threads: 1, extra: ['-noautorotate'] }),
      '-filter_complex',
      filters,
      ...words(`-map [png] -c:v png -pix_fmt rgb24 ${one}`),
      file(STILL_FILES.still),
      ...words(`-map [jpg] -c:v mjpeg -q:v 3 ${one}`),
      file(STILL_FILES.preview),
    ],
    { timeoutMs: CONVERT_MS, cwd: outDir },
  );
}

/** Filters to RGB with transparency; an embedded colour profile is applied, by a table in the folder. */
async function colorFilters({ icc }: ImageFacts, outDir: string): Promise<string[]> {
  const profile = icc && parseIcc(icc);
  const table = profile && tableToSrgb(profile);
  if (!table) return ['format=gbrap'];
  await writeFile(join(outDir, COLORS_FILE), table);
  // 16 bits: a profile may spread dark values far apart.
  return ['format=gbrap16', `lut3d=file=${COLORS_FILE}`];
}
