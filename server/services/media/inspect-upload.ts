import { open } from 'node:fs/promises';
import { AppError } from '#core/lib/errors.ts';
import { MediaError, type MediaErrorCode } from '#core/ffmpeg/errors.ts';
import { inspectEnd } from '#core/ffmpeg/file-end.ts';
import { guardArgs, inputArgs, words } from '#core/ffmpeg/inputs.ts';
import { probeMedia, videoLength } from '#core/ffmpeg/probe.ts';
import type { Ffmpeg } from '#core/ffmpeg/run.ts';
import { isTruncatedMov } from '#core/ffmpeg/top-boxes.ts';
import { readHeifLayout } from '../images/heif/heif-stream.ts';
import { isHeif } from '../images/heif/is-heif.ts';
import { readImage } from '../images/read-image.ts';

/** `format` is the result of imageFormatOf. */
export type UploadFacts = { kind: 'image'; format: string } | { kind: 'video'; durationMs: number };

/** The time limit of each probe of a file, in ms: only a malicious file takes longer. */
const LOOK_MS = 5_000;

/** How image files begin, with their demuxers. Only the bytes decide, never the name. */
const SIGNATURES: [RegExp, string][] = [
  [/^\xff\xd8\xff/, 'jpeg_pipe'],
  [/^\x89PNG\r\n/, 'png_pipe'],
  [/^RIFF.{4}WEBP/s, 'webp_pipe'],
  [/^GIF8[79]a/, 'gif'],
  [/^BM/, 'bmp_pipe'],
  [/^(II\*\0|MM\0\*)/, 'tiff_pipe'],
];
const HEAD_BYTES = 16;
/** What an upload may be, as worded in a refusal. */
type AcceptedMedia = 'video' | 'video or image';

/**
 * Detects whether an uploaded file is a video (including animated GIFs) or an image.
 * @throws AppError `unprocessable`, worded for its creator, if it is neither or too large; `unavailable` if
 * probing takes too long
 */
export async function inspectUpload(
  ffmpeg: Ffmpeg,
  path: string,
  { maxDurationMs, wanted = 'video or image' }: { maxDurationMs: number; wanted?: AcceptedMedia },
): Promise<UploadFacts> {
  const signal = AbortSignal.timeout(LOOK_MS);
  try {
    const format = await imageFormatOf(path);
    if (format === undefined) return await inspectVideo(ffmpeg, path, { maxDurationMs, signal });
    const image = await readImage(path, format);
    if (image.animated) throw new AppError('unprocessable', animated(format), UNUSABLE);
    if (image.truncated) throw new MediaError('truncated');
    if (format === 'heif') await readHeifLayout(path);
    else await probeMedia(ffmpeg, path, { formats: format, format, signal });
    if (format !== 'gif' || (await countPictures(ffmpeg, path, signal)) < 2) return { kind: 'image', format };
    return await inspectVideo(ffmpeg, path, { maxDurationMs, signal });
  } catch (error) {
    throw refusal(error, wanted);
  }
}

async function inspectVideo(
  ffmpeg: Ffmpeg,
  path: string,
  options: { maxDurationMs: number; signal: AbortSignal },
): Promise<UploadFacts> {
  const { signal } = options;
  if (await isTruncatedMov(path)) throw new MediaError('truncated');
  const probe = await probeMedia(ffmpeg, path, options);
  const { video, audio, durationMs } = probe;
  if (!video && audio) throw new MediaError('unsupported', { message: 'It has no video, only audio.' });
  if (!video) throw new MediaError('not_media');
  if (durationMs === 0) throw new MediaError('not_media');
  const first = words(`-map 0:${video.index} -frames:v 1 -fps_mode passthrough -f null -`);
  const { frame } = await ffmpeg.run([...inputArgs(path, { threads: 1 }), ...first], { signal });
  if (frame < 1) throw new MediaError('not_media', { detail: 'no picture could be decoded' });
  if ((await inspectEnd(ffmpeg, path, { ...probe, video }, signal)).isMissing) {
    throw new MediaError('truncated');
  }
  return { kind: 'video', durationMs: videoLength(probe, video) };
}

async function countPictures(ffmpeg: Ffmpeg, path: string, signal: AbortSignal): Promise<number> {
  const printed = await ffmpeg.probe(
    [
      ...guardArgs('gif'),
      ...words('-select_streams v:0 -read_intervals %+#2 -count_packets'),
      ...words('-show_entries stream=nb_read_packets -of csv=p=0'),
      '-i',
      `file:${path}`,
    ],
    { signal },
  );
  return Number.parseInt(printed, 10) || 0;
}

/**
 * Detects the format of an image from the file's first bytes: ffmpeg's demuxer, or "heif", which not every
 * version of ffmpeg reads. Returns `undefined` for anything else.
 */
export async function imageFormatOf(path: string): Promise<string | undefined> {
  const head = await readHead(path);
  const text = head.toString('latin1');
  return SIGNATURES.find(([signature]) => signature.test(text))?.[1] ?? (isHeif(head) ? 'heif' : undefined);
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

const ANIMATED: Record<string, string> = { png_pipe: 'PNG', webp_pipe: 'WebP', heif: 'AVIF or HEIC' };
const animated = (format: string): string =>
  `An animated ${ANIMATED[format]} image cannot be used. Choose a video or an animated GIF instead.`;
const CHOOSE: Record<AcceptedMedia, string> = {
  video: 'Please choose an MP4, WebM or MOV video.',
  'video or image': 'Please choose an MP4, WebM or MOV video, or a JPEG, PNG, WebP, AVIF, HEIC or GIF image.',
};

/** Details of a refusal: the same file would be refused again. */
export const UNUSABLE = { retryable: false };

/**
 * Converts a failure to a message for the file's creator. Failures that the file did not cause are returned
 * unchanged.
 */
export function refusal(error: unknown, wanted: AcceptedMedia = 'video or image'): unknown {
  if (!(error instanceof MediaError)) return error;
  const { code, message } = error;
  // The machine may only be busy, so the file stays.
  if (code === 'timeout' || code === 'aborted') {
    return new AppError('unavailable', 'Checking this file took too long. Please try again in a moment.');
  }
  const explanation = reasons(wanted, message)[code] ?? CHOOSE[wanted];
  return new AppError('unprocessable', `This file is not a usable ${wanted}. ${explanation}`, UNUSABLE);
}

const reasons = (wanted: AcceptedMedia, message: string): Partial<Record<MediaErrorCode, string>> => ({
  too_large: message,
  truncated: 'It is incomplete: its end is missing.',
  unsupported: `${message} ${CHOOSE[wanted]}`,
});
