import type { z } from 'zod';
import type { audioStreamSchema, videoStreamSchema } from '#contract/jobs/processing.ts';
import { classifyStderr, MediaError } from './errors.ts';
import { MAX_SIDE } from './inputs.ts';
import { fraction, frameRateOf, type ProbeStream, rotationOf } from './probe-json.ts';

export type VideoInfo = z.infer<typeof videoStreamSchema> & {
  /** The index among all streams of the file. */
  index: number;
  /** Size in pixels as coded, before rotation and sample aspect ratio. */
  codedWidth: number;
  codedHeight: number;
  /** Clockwise, in degrees: 0, 90, 180, 270. */
  rotation: number;
  squarePixels: boolean;
  interlaced: boolean;
  /** Some pixels may be transparent. */
  hasAlpha: boolean;
  /** ffmpeg's names; absent if the file has none. */
  colorSpace?: string;
  colorTransfer?: string;
  colorPrimaries?: string;
  colorRange?: string;
  bitRate: number | null;
  /** Where the video starts and ends, in ms from the container's start. */
  startMs: number;
  endMs: number;
};

export type AudioInfo = z.infer<typeof audioStreamSchema> & {
  index: number;
  /** ffmpeg's name, e.g. "5.1"; absent if the channels have no known positions. */
  layout?: string;
  startMs: number;
  endMs: number;
};

/** A subtitle stream. */
export interface SubtitleInfo {
  index: number;
  /** ffmpeg's name, e.g. "mov_text". */
  codec: string;
  /** The stream's tag, e.g. "hin"; `null` if it has none. */
  language: string | null;
  default: boolean;
  /** Whether it translates only speech in another language than the rest. */
  forced: boolean;
}

/** ffmpeg's pixel formats with transparency: a plane, a byte or a palette entry. */
const ALPHA_FORMAT = /^(yuva|gbrap|[rb]g[br]a|a[rb]g[br]|ya[\df]|pal8|ayuv|vuya)/;
const FIELD_ORDERS = new Set(['tt', 'bb', 'tb', 'bt']);

/** Describes a video stream. @throws MediaError `not_media`, `too_large` */
export function videoInfo(
  stream: ProbeStream,
  span: { startMs: number; endMs: number },
  details: { turned: number; isInterlaced: boolean; maxPixels: number; complaints: string[] },
): VideoInfo {
  const { turned, isInterlaced, maxPixels, complaints } = details;
  const tooLarge = (detail: string) =>
    new MediaError('too_large', {
      message: `Its picture has more than ${maxPixels / 1e6} megapixels, or a side of more than ${MAX_SIDE} pixels.`,
      detail,
    });
  const { width = 0, height = 0 } = stream;
  if (width < 1 || height < 1) {
    // For an image above the pixel cap, ffprobe reports no size, explains why, and exits with 0.
    const output = complaints.join('\n');
    const detail = `an image without a size\n${output}`;
    throw classifyStderr(output) === 'too_large' ? tooLarge(detail) : new MediaError('not_media', { detail });
  }
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > maxPixels) {
    throw tooLarge(`${width}x${height}`);
  }
  const rotation = rotationOf(stream) || turned;
  const aspect = fraction(stream.sample_aspect_ratio?.replace(':', '/')) || 1;
  // A wide pixel stretches the width and a tall one the height, so that no detail is lost.
  const wide = Math.round(width * Math.max(1, aspect));
  const tall = Math.round(height * Math.max(1, 1 / aspect));
  const onSide = rotation % 180 !== 0;
  return {
    codec: stream.codec_name ?? 'unknown',
    width: onSide ? tall : wide,
    height: onSide ? wide : tall,
    frameRate: frameRateOf(stream),
    pixelFormat: stream.pix_fmt ?? 'unknown',
    index: stream.index,
    codedWidth: width,
    codedHeight: height,
    rotation,
    squarePixels: Math.abs(aspect - 1) < 0.001,
    hasAlpha: ALPHA_FORMAT.test(stream.pix_fmt ?? '') || tagOf(stream, 'ALPHA_MODE') === '1',
    interlaced: FIELD_ORDERS.has(stream.field_order ?? '') || isInterlaced,
    colorSpace: stream.color_space,
    colorTransfer: stream.color_transfer,
    colorPrimaries: stream.color_primaries,
    colorRange: stream.color_range,
    bitRate: stream.bit_rate ?? null,
    ...span,
  };
}

/** Describes an audio stream. Returns `null` if it has no sample rate or no channels. */
export function audioInfo(stream: ProbeStream, span: { startMs: number; endMs: number }): AudioInfo | null {
  if (!stream.sample_rate || !stream.channels) return null;
  return {
    codec: stream.codec_name ?? 'unknown',
    sampleRate: stream.sample_rate,
    channels: stream.channels,
    index: stream.index,
    layout: stream.channel_layout,
    ...span,
  };
}

export function subtitleInfo(stream: ProbeStream): SubtitleInfo {
  return {
    index: stream.index,
    codec: stream.codec_name ?? 'unknown',
    language: stream.tags?.language ?? null,
    default: stream.disposition?.default === 1,
    forced: stream.disposition?.forced === 1,
  };
}

/** The case of a tag depends on the container and on ffmpeg's version. */
function tagOf({ tags = {} }: ProbeStream, name: string): string | undefined {
  return Object.entries(tags).find(([key]) => key.toUpperCase() === name)?.[1];
}

/** Matroska stores a stream's length in a tag, "00:00:30.022000000". */
function taggedSeconds(stream: ProbeStream): number | undefined {
  const match = /^(\d+):(\d+):(\d+(?:\.\d+)?)/.exec(tagOf(stream, 'DURATION') ?? '');
  return match ? Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3]) : undefined;
}

/** Returns the length that the file states for a stream, in seconds. */
export const statedSeconds = (stream: ProbeStream): number | undefined =>
  stream.duration ?? taggedSeconds(stream);

/**
 * Returns where a stream starts and ends, in ms from the container's start.
 * @param file `readEnd` is where the stream's packets end, in seconds, if they were read
 */
export function streamSpan(
  stream: ProbeStream,
  file: { containerStart: number; durationMs: number; readEnd: number | undefined },
) {
  const { containerStart, durationMs, readEnd } = file;
  const start = (stream.start_time ?? containerStart) - containerStart;
  const startMs = Math.max(0, Math.round(start * 1000));
  const stated = stream.duration === undefined ? taggedSeconds(stream) : undefined;
  const end =
    readEnd === undefined ? start + (stream.duration ?? stated ?? Infinity) : readEnd - containerStart;
  const endMs = Math.round(end * 1000);
  // A Matroska tag may state an end instead of a length.
  const isEstimate = stream.duration === undefined || readEnd !== undefined;
  return { startMs, endMs: Math.max(startMs, isEstimate ? Math.min(durationMs, endMs) : endMs) };
}
