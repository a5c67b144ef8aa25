import { stat } from 'node:fs/promises';
import type { z } from 'zod';
import type { audioStreamSchema, videoStreamSchema } from '#contract/jobs/processing.ts';
import { classifyStderr, MediaError } from './errors.ts';
import { guardArgs, MAX_SIDE, MAX_STREAMS, maxPixelsOf, MEDIA_FORMATS } from './inputs.ts';
import {
  fraction,
  frameRateOf,
  probeJsonSchema,
  rotationOf,
  timecodeOf,
  type ProbeStream,
} from './probe-json.ts';
import { mayJump, readPacketTimes } from './packet-times.ts';
import type { Ffmpeg } from './run.ts';

export type VideoInfo = z.infer<typeof videoStreamSchema> & {
  /** Index among all streams of the file. */
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
  /** ffmpeg's names; absent when the file has none. */
  colorSpace?: string;
  colorTransfer?: string;
  colorPrimaries?: string;
  colorRange?: string;
  bitRate: number | null;
  /** Where the picture starts and ends, in ms from the container's start. */
  startMs: number;
  endMs: number;
};

export type AudioInfo = z.infer<typeof audioStreamSchema> & {
  index: number;
  /** ffmpeg's name, e.g. "5.1"; absent when the channels have no known places. */
  layout?: string;
  startMs: number;
  endMs: number;
};

/** A stream of subtitles. */
export interface SubtitleInfo {
  index: number;
  /** ffmpeg's name, e.g. "mov_text". */
  codec: string;
  /** The stream's tag, e.g. "hin"; null without one. */
  language: string | null;
  default: boolean;
  /** Only speech in another language than the rest. */
  forced: boolean;
}

export interface MediaProbe {
  /** From the container's start to the end of its longest stream. */
  durationMs: number;
  video: VideoInfo | null;
  audio: AudioInfo | null;
  subtitles: SubtitleInfo[];
  /** Where the container starts, in ms of its own timestamps. */
  startMs: number;
  /** Whether the file states its length and those of its streams, so that no packets had to be read. */
  statesLengths: boolean;
  /** ffmpeg's demuxer name, e.g. "mov,mp4,m4a,3gp,3g2,mj2". */
  formatName: string;
  bytes: number;
  streams: number;
  chapters: { startMs: number; endMs: number; title: string }[];
}

export interface ProbeOptions {
  signal?: AbortSignal;
  formats?: string;
  format?: string;
  maxDurationMs?: number;
}

/** ffmpeg's pixel formats with transparency: a plane, a byte or a palette entry. */
const ALPHA_FORMAT = /^(yuva|gbrap|[rb]g[br]a|a[rb]g[br]|ya[\df]|pal8|ayuv|vuya)/;
/** These may state their end as their length if they start later than this, in seconds. */
const MATROSKA = 'matroska,webm';
const LATE_START_S = 1;
/** Reading the packets of a larger file takes too long for a page that waits. */
const MAX_READ_BYTES = 256 * 2 ** 20;
/** A sound that ends at most this much after the picture does not lengthen the video, in ms. */
const SOUND_TAIL_MS = 500;
const FIELD_ORDERS = new Set(['tt', 'bb', 'tb', 'bt']);
/** Demuxers of picture files. */
const PICTURE_FILE = /_pipe$/;
const MAX_DURATION_MS = 4 * 3600 * 1000;
const SHOWN = [
  'format=format_name,start_time,duration',
  'stream=index,codec_type,codec_name,width,height,sample_aspect_ratio,pix_fmt,field_order,r_frame_rate',
  'avg_frame_rate,color_space,color_transfer,color_primaries,color_range,bit_rate,sample_rate,channels',
  'channel_layout',
  'start_time,duration',
];
const ENTRIES = `${SHOWN[0]}:${SHOWN.slice(1).join(',')}:stream_disposition=attached_pic,default,forced:stream_tags:stream_side_data=rotation:format_tags=timecode:chapter=start_time,end_time:chapter_tags=title:frame=stream_index,interlaced_frame:frame_side_data=rotation`;
/** Their frames are decoded: a container may lack the field order, and a picture file the turn. */
const FIRST_PACKETS = '%+#6';

/**
 * Probes a local file. Attached pictures (cover art) do not count as video.
 * @throws MediaError `not_media` (playlists and scripts too, under any name), `too_large`, `unsupported`.
 */
export async function probeMedia(
  ffmpeg: Ffmpeg,
  path: string,
  options: ProbeOptions = {},
): Promise<MediaProbe> {
  const file = await stat(path);
  if (!file.isFile() || file.size === 0)
    throw new MediaError('not_media', { detail: 'empty, or not a file' });
  const input = [
    ...guardArgs(options.formats ?? MEDIA_FORMATS),
    ...(options.format ? ['-f', options.format] : []),
  ];
  const complaints: string[] = [];
  const printed = await ffmpeg
    .probe(
      [
        ...input,
        '-print_format',
        'json',
        '-read_intervals',
        FIRST_PACKETS,
        '-show_entries',
        ENTRIES,
        '-i',
        `file:${path}`,
      ],
      { signal: options.signal, onLogLine: (line) => complaints.push(line.slice(0, 500)) },
    )
    .catch((error: unknown) => {
      const [detail] = complaints.filter((line) => TOO_MANY_STREAMS.test(line));
      throw detail === undefined ? error : tooManyStreams(detail);
    });
  const parsed = probeJsonSchema.safeParse(JSON.parse(printed));
  if (!parsed.success) throw new MediaError('not_media', { detail: parsed.error.message });
  const { format, streams, chapters, frames } = parsed.data;
  if (streams.length > MAX_STREAMS) {
    throw tooManyStreams(`${streams.length} streams`);
  }

  const containerStart = format.start_time ?? 0;
  const best = (type: string) => {
    const fit = streams.filter((s) => s.codec_type === type && s.disposition?.attached_pic !== 1);
    return fit.find((s) => s.disposition?.default === 1) ?? fit[0];
  };
  const videoStream = best('video');
  const audioStream = best('audio');
  const used = [videoStream, audioStream].filter((stream) => stream !== undefined);
  const isLate = format.format_name === MATROSKA && containerStart > LATE_START_S;
  const statesLengths =
    format.duration !== undefined && (used.length < 2 || used.every((s) => statedSeconds(s) !== undefined));
  const joinsJumps = mayJump(format.format_name);
  const isRead =
    format.duration === undefined ||
    isLate ||
    ((!statesLengths || joinsJumps) && file.size <= MAX_READ_BYTES);
  const { signal } = options;
  const read = isRead
    ? (await readPacketTimes(ffmpeg, path, { input, joinsJumps, signal })).streams
    : undefined;
  const readSeconds = Math.max(0, ...[...(read?.values() ?? [])].map(({ end }) => end)) - containerStart;
  const seconds = isLate || (read && joinsJumps) ? readSeconds : (format.duration ?? readSeconds);
  const durationMs = Math.max(0, Math.round(seconds * 1000));
  const { maxDurationMs = MAX_DURATION_MS } = options;
  if (durationMs > maxDurationMs) {
    const hours = Math.round((maxDurationMs / 3_600_000) * 10) / 10;
    throw new MediaError('too_large', {
      message: `This video is longer than ${hours} ${hours === 1 ? 'hour' : 'hours'}. Please choose a shorter one.`,
      detail: `${durationMs} ms`,
    });
  }
  const span = (s: ProbeStream) =>
    streamSpan(s, { containerStart, durationMs, readEnd: read?.get(s.index)?.end });
  const maxPixels = maxPixelsOf(format.format_name);
  const turned = PICTURE_FILE.test(format.format_name) && frames[0] ? rotationOf(frames[0]) : 0;
  const isInterlaced = frames.some(
    (frame) => frame.stream_index === videoStream?.index && frame.interlaced_frame === 1,
  );
  return {
    durationMs,
    video: videoStream
      ? {
          ...videoInfo(videoStream, span(videoStream), {
            turned,
            isInterlaced,
            maxPixels,
            complaints: complaints.slice(0, 50),
          }),
          ...timecodeOf(parsed.data, videoStream),
        }
      : null,
    audio: audioStream ? audioInfo(audioStream, span(audioStream)) : null,
    subtitles: streams.filter((s) => s.codec_type === 'subtitle').map(subtitleInfo),
    startMs: Math.max(0, Math.round(containerStart * 1000)),
    statesLengths,
    formatName: format.format_name,
    bytes: file.size,
    streams: streams.length,
    chapters: chapters.map((c) => ({
      startMs: Math.round(c.start_time * 1000),
      endMs: Math.round(c.end_time * 1000),
      title: c.tags?.title ?? '',
    })),
  };
}

const TOO_MANY_STREAMS = /Number of streams exceeds/i;
const tooManyStreams = (detail: string): MediaError =>
  new MediaError('unsupported', { message: `It has more than ${MAX_STREAMS} streams.`, detail });

/** The picture's length, unless the sound is much longer (then the last picture is frozen). */
export function videoLength(probe: MediaProbe, video: VideoInfo): number {
  const soundEnds = probe.audio?.endMs ?? 0;
  return soundEnds > video.endMs + SOUND_TAIL_MS ? probe.durationMs : Math.min(video.endMs, probe.durationMs);
}

function videoInfo(
  stream: ProbeStream,
  span: { startMs: number; endMs: number },
  found: { turned: number; isInterlaced: boolean; maxPixels: number; complaints: string[] },
): VideoInfo {
  const { turned, isInterlaced, maxPixels, complaints } = found;
  const tooLarge = (detail: string) =>
    new MediaError('too_large', {
      message: `Its picture has more than ${maxPixels / 1e6} megapixels, or a side of more than ${MAX_SIDE} pixels.`,
      detail,
    });
  const { width = 0, height = 0 } = stream;
  if (width < 1 || height < 1) {
    // For a picture above the pixel cap ffprobe reports no size, explains why, and exits with 0.
    const said = complaints.join('\n');
    const detail = `a picture without a size\n${said}`;
    throw classifyStderr(said) === 'too_large' ? tooLarge(detail) : new MediaError('not_media', { detail });
  }
  if (width > MAX_SIDE || height > MAX_SIDE || width * height > maxPixels) {
    throw tooLarge(`${width}x${height}`);
  }
  const rotation = rotationOf(stream) || turned;
  const aspect = fraction(stream.sample_aspect_ratio?.replace(':', '/')) || 1;
  // A wide pixel stretches the width, a narrow one the height, so that the picture never loses detail.
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

function audioInfo(stream: ProbeStream, span: { startMs: number; endMs: number }): AudioInfo | null {
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

function subtitleInfo(stream: ProbeStream): SubtitleInfo {
  return {
    index: stream.index,
    codec: stream.codec_name ?? 'unknown',
    language: stream.tags?.language ?? null,
    default: stream.disposition?.default === 1,
    forced: stream.disposition?.forced === 1,
  };
}

/** The case depends on the container and on ffmpeg's version. */
function tagOf({ tags = {} }: ProbeStream, name: string): string | undefined {
  return Object.entries(tags).find(([key]) => key.toUpperCase() === name)?.[1];
}

/** Matroska keeps a stream's length in a tag, "00:00:30.022000000". */
function taggedSeconds(stream: ProbeStream): number | undefined {
  const match = /^(\d+):(\d+):(\d+(?:\.\d+)?)/.exec(tagOf(stream, 'DURATION') ?? '');
  return match ? Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3]) : undefined;
}

const statedSeconds = (stream: ProbeStream): number | undefined => stream.duration ?? taggedSeconds(stream);

/** @param file `readEnd` is where the stream's packets end, in seconds, if they were read */
function streamSpan(
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
  // A tag of Matroska may be an end instead of a length.
  const isEstimate = stream.duration === undefined || readEnd !== undefined;
  return { startMs, endMs: Math.max(startMs, isEstimate ? Math.min(durationMs, endMs) : endMs) };
}
