import { join } from 'node:path';
import { inputArgs, words } from '#core/ffmpeg/inputs.ts';
import type { Ffmpeg } from '#core/ffmpeg/run.ts';

/** No film is larger, so a still need not be, in pixels per side. */
const MAX_SIDE = 3840;
const PREVIEW_SIDE = 1920;
const CONVERT_MS = 10_000;

/** The files of an image's artifact: for films, and for the page. */
export const STILL_FILES = { still: 'still.png', preview: 'preview.jpg' } as const;

/**
 * Writes an image as a plain PNG and a smaller JPEG into a folder: rotated as its camera says, on black where it is
 * transparent, without metadata (such as the location).
 * @throws MediaError
 */
export async function writeStill(
  ffmpeg: Ffmpeg,
  source: { path: string; format: string },
  outDir: string,
): Promise<void> {
  const fit = (side: number) =>
    `scale=w='min(iw,${side})':h='min(ih,${side})':force_original_aspect_ratio=decrease:force_divisible_by=2`;
  const opaque = 'format=gbrap,premultiply=inplace=1,format=gbrp,setsar=1';
  const jpeg = `${fit(PREVIEW_SIDE)}:out_color_matrix=smpte170m:out_range=pc,format=yuvj420p`;
  const filters = `[0:v:0]${fit(MAX_SIDE)},${opaque},split[png][small];[small]${jpeg}[jpg]`;
  const one = '-frames:v 1 -update 1 -map_metadata -1 -f image2';
  const { path, format } = source;
  const file = (name: string) => `file:${join(outDir, name)}`;
  await ffmpeg.run(
    [
      ...words('-filter_complex_threads 1'),
      ...inputArgs(path, { formats: format, format, threads: 1 }),
      '-filter_complex',
      filters,
      ...words(`-map [png] -c:v png -pix_fmt rgb24 ${one}`),
      file(STILL_FILES.still),
      ...words(`-map [jpg] -c:v mjpeg -q:v 3 ${one}`),
      file(STILL_FILES.preview),
    ],
    { timeoutMs: CONVERT_MS },
  );
}
