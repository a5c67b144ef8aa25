import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inputArgs, words } from '#core/ffmpeg/inputs.ts';
import type { Ffmpeg } from '#core/ffmpeg/run.ts';
import { profileOfCodes } from '../images/colors/color-codes.ts';
import { tableToSrgb } from '../images/colors/color-table.ts';
import { parseIcc } from '../images/colors/icc-profile.ts';
import type { ImageFacts } from '../images/formats/image-facts.ts';
import { type HeifLayout, writeHeifStreams } from '../images/heif/heif-stream.ts';
import { readImage } from '../images/read-image.ts';

/** No film is larger, so a still need not be. In pixels per side. */
const MAX_SIDE = 3840;
const PREVIEW_SIDE = 1920;
const CONVERT_MS = 10_000;
/** In the folder where ffmpeg runs: a filter option needs a path without special characters. */
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

/** The files of an image's artifact, for films and for the page. */
export const STILL_FILES = { still: 'still.png', preview: 'preview.jpg' } as const;

/**
 * Writes an image as a plain PNG and a smaller JPEG to a folder: rotated as its camera states, in sRGB, on
 * black if it is transparent, without metadata (such as the location).
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
  const input = await inputOf(source, outDir);
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
  const filters = `${input.graph},${fit(MAX_SIDE)},${opaque},split[png][small];[small]${jpeg}[jpg]`;
  const one = '-frames:v 1 -update 1 -map_metadata -1 -f image2';
  const file = (name: string) => `file:${join(outDir, name)}`;
  await ffmpeg.run(
    [
      ...words('-filter_complex_threads 1'),
      ...input.args,
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

/**
 * Returns ffmpeg's arguments for an image, and a filter graph that ends with the image.
 * @throws MediaError
 */
async function inputOf(
  { path, format }: { path: string; format: string },
  outDir: string,
): Promise<{ args: string[]; graph: string }> {
  const input = (file: string, demuxer: string) =>
    // Which files ffmpeg rotates automatically depends on its version.
    inputArgs(file, { formats: demuxer, format: demuxer, threads: 1, extra: ['-noautorotate'] });
  if (format !== 'heif') return { args: input(path, format), graph: '[0:v:0]null' };
  const files = { picture: join(outDir, 'picture.stream'), alpha: join(outDir, 'alpha.stream') };
  const { picture, alpha } = await writeHeifStreams(path, files);
  const args = input(files.picture, picture.format);
  if (!alpha) return { args, graph: `[0:v:0]${composed(picture)}` };
  return {
    args: [...args, ...input(files.alpha, alpha.format)],
    graph: [
      `[1:v:0]${composed(alpha)},extractplanes=y,scale=${picture.width}:${picture.height}[alpha]`,
      `[0:v:0]${composed(picture)},scale=${picture.width}:${picture.height},format=gbrap[opaque]`,
      '[opaque][alpha]alphamerge',
    ].join(';'),
  };
}

/** Returns filters that compose an image from its tiles. */
const composed = ({ colors, columns, rows, width, height }: HeifLayout): string =>
  [
    ...(colors ? [colors] : []),
    ...(columns * rows > 1 ? [`tile=${columns}x${rows}`] : []),
    `crop='min(iw,${width})':'min(ih,${height})':0:0`,
  ].join(',');

/**
 * Returns filters to RGB with transparency. An embedded colour profile is applied with a table in the folder.
 */
async function colorFilters({ icc, codes }: ImageFacts, outDir: string): Promise<string[]> {
  const profile = icc ? parseIcc(icc) : codes && profileOfCodes(codes);
  const table = profile && tableToSrgb(profile);
  if (!table) return ['format=gbrap'];
  await writeFile(join(outDir, COLORS_FILE), table);
  // 16 bits, since a profile may spread dark values far apart.
  return ['format=gbrap16', `lut3d=file=${COLORS_FILE}`];
}
