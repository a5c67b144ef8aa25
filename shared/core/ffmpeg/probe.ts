import { stat } from 'node:fs/promises';
import { MediaError } from './errors.ts';
import { guardArgs, MAX_STREAMS, maxPixelsOf, MEDIA_FORMATS } from './inputs.ts';
import { probeJsonSchema, rotationOf, timecodeOf, type ProbeStream } from './probe-json.ts';
import { mayJump, readPacketTimes } from './packet-times.ts';
import type { Ffmpeg } from './run.ts';
import {
  type AudioInfo,
  audioInfo,
  statedSeconds,
  streamSpan,
  type SubtitleInfo,
  subtitleInfo,
  type VideoInfo,
  videoInfo,
} from './stream-info.ts';

export type { AudioInfo, VideoInfo } from './stream-info.ts';

export interface MediaProbe {
  /** From the container's start to the end of its longest stream. */
  durationMs: number;
  video: VideoInfo | null;
  audio: AudioInfo | null;
  subtitles: SubtitleInfo[];
  /** The start of the container, in ms of its own timestamps. */
  startMs: number;
  /** Whether the file states its length and that of its streams, so that no packets had to be read. */
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

/** A stream of these containers that starts later than this may state its end as its length, in seconds. */
const MATROSKA = 'matroska,webm';
const LATE_START_S = 1;
/** Reading the packets of a larger file takes too long for a page that waits. */
const MAX_READ_BYTES = 256 * 2 ** 20;
/** Audio that ends at most this much after the video does not lengthen it, in ms. */
const SOUND_TAIL_MS = 500;
/** Demuxers of image files. */
const PICTURE_FILE = /_pipe$/;
const MAX_DURATION_MS = 4 * 3600 * 1000;
const SHOW_ENTRIES = [
  'format=format_name,start_time,duration',
  'stream=index,codec_type,codec_name,width,height,sample_aspect_ratio,pix_fmt,field_order,r_frame_rate',
  'avg_frame_rate,color_space,color_transfer,color_primaries,color_range,bit_rate,sample_rate,channels',
  'channel_layout',
  'start_time,duration',
];
const ENTRIES = `${SHOW_ENTRIES[0]}:${SHOW_ENTRIES.slice(1).join(',')}:stream_disposition=attached_pic,default,forced:stream_tags:stream_side_data=rotation:format_tags=timecode:chapter=start_time,end_time:chapter_tags=title:frame=stream_index,interlaced_frame:frame_side_data=rotation`;
/** Decodes the first frames: a container may lack the field order, and an image file its rotation. */
const FIRST_PACKETS = '%+#6';

/** Probes of the last files by their identity: each step of a run opens the same ones. */
const recent = new Map<string, MediaProbe>();
const MAX_RECENT = 200;

/**
 * Probes a local file, once while it stays as it is. Attached pictures (cover art) do not count as video.
 * @throws MediaError `not_media` (playlists and scripts too, under any name), `too_large`, `unsupported`.
 */
export async function probeMedia(
  ffmpeg: Ffmpeg,
  path: string,
  options: ProbeOptions = {},
): Promise<MediaProbe> {
  const file = await stat(path, { bigint: true });
  if (!file.isFile() || file.size === 0n)
    throw new MediaError('not_media', { detail: 'empty, or not a file' });
  const { formats, format, maxDurationMs = MAX_DURATION_MS } = options;
  const key = [file.dev, file.ino, file.size, file.ctimeNs, formats, format].join(' ');
  const probe = recent.get(key) ?? (await runProbe(ffmpeg, path, Number(file.size), options));
  recent.delete(key);
  recent.set(key, probe);
  if (recent.size > MAX_RECENT) recent.delete(recent.keys().next().value!);
  if (probe.durationMs > maxDurationMs) {
    const hours = Math.round((maxDurationMs / 3_600_000) * 10) / 10;
    throw new MediaError('too_large', {
      message: `This video is longer than ${hours} ${hours === 1 ? 'hour' : 'hours'}. Please choose a shorter one.`,
      detail: `${probe.durationMs} ms`,
    });
  }
  return probe;
}

async function runProbe(
  ffmpeg: Ffmpeg,
  path: string,
  bytes: number,
  options: ProbeOptions,
): Promise<MediaProbe> {
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
    format.duration === undefined || isLate || ((!statesLengths || joinsJumps) && bytes <= MAX_READ_BYTES);
  const { signal } = options;
  const read = isRead
    ? (await readPacketTimes(ffmpeg, path, { input, joinsJumps, signal })).streams
    : undefined;
  const readSeconds = Math.max(0, ...[...(read?.values() ?? [])].map(({ end }) => end)) - containerStart;
  const seconds = isLate || (read && joinsJumps) ? readSeconds : (format.duration ?? readSeconds);
  const durationMs = Math.max(0, Math.round(seconds * 1000));
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
    bytes,
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

/**
 * Returns the length of the video stream, or that of the audio if it is much longer (the last frame is then
 * held).
 */
export function videoLength(probe: MediaProbe, video: VideoInfo): number {
  const soundEnds = probe.audio?.endMs ?? 0;
  return soundEnds > video.endMs + SOUND_TAIL_MS ? probe.durationMs : Math.min(video.endMs, probe.durationMs);
}
