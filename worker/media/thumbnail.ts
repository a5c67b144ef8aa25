import { inputArgs, words } from '#core/ffmpeg/inputs.ts';
import type { VideoInfo } from '#core/ffmpeg/probe.ts';
import type { Ffmpeg } from '#core/ffmpeg/run.ts';
import { frameScore } from '#core/film/frame-score.ts';
import { scaleFilters } from './picture-filters.ts';

const WIDTH = 640;

/**
 * Returns the time, in ms, of the most informative frame: not black, not white, with contrast and detail,
 * away from cuts (which may be dissolves) and from titles at the very start. `looks` are consecutive grey
 * frames.
 */
export function chooseThumbnail(
  looks: Uint8Array,
  look: { width: number; bytes: number; perSecond: number },
  shotsMs: number[],
): number {
  const count = Math.floor(looks.length / look.bytes);
  let best = { score: Number.NEGATIVE_INFINITY, atMs: 0 };
  for (let i = 0; i < count; i++) {
    const picture = looks.subarray(i * look.bytes, (i + 1) * look.bytes);
    const atMs = Math.round((i * 1000) / look.perSecond);
    const place = count < 2 ? 0.3 : i / (count - 1);
    let score = frameScore(picture, look.width);
    if (place < 0.05 || place > 0.9) score -= 15;
    if (place > 0.05 && place < 0.5) score += 6;
    if (shotsMs.some((cut) => Math.abs(cut - atMs) < 400)) score -= 8;
    if (score > best.score) best = { score, atMs };
  }
  return best.atMs;
}

/** Writes one frame of the source, 640 px wide, as a JPEG. @throws MediaError */
export async function writeThumbnail(
  ffmpeg: Ffmpeg,
  source: { path: string; video: VideoInfo },
  atMs: number,
  outFile: string,
  signal?: AbortSignal,
): Promise<void> {
  const { video } = source;
  const height = Math.max(2, Math.round((WIDTH * video.height) / video.width / 2) * 2);
  // JPEG is full-range BT.601.
  const jpeg = 'scale=in_color_matrix=bt709:out_color_matrix=smpte170m:out_range=pc,format=yuvj420p';
  const filters = [...scaleFilters(video, { width: WIDTH, height }, 'bicubic'), 'setsar=1', jpeg];
  await ffmpeg.run(
    [
      ...inputArgs(source.path, { seekMs: atMs }),
      ...words(`-map 0:${video.index} -vf ${filters.join(',')} -frames:v 1 -update 1`),
      ...words('-c:v mjpeg -q:v 3 -map_metadata -1 -f image2'),
      `file:${outFile}`,
    ],
    { signal },
  );
}
