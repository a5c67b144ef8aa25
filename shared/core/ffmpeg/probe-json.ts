import { z } from 'zod';

/** ffprobe writes numbers as text, and "N/A" or "unknown" for missing ones. */
const number = z
  .union([z.string(), z.number()])
  .optional()
  .transform((value) => {
    const parsed = value === undefined ? Number.NaN : Number(value);
    return Number.isFinite(parsed) ? parsed : undefined;
  });
const text = z
  .string()
  .optional()
  .transform((value) => (value === 'unknown' || value === 'N/A' ? undefined : value));

const sideDataSchema = z.array(z.object({ rotation: z.number().optional() })).optional();

const streamSchema = z.object({
  index: z.int(),
  codec_type: text,
  codec_name: text,
  width: number,
  height: number,
  sample_aspect_ratio: text,
  pix_fmt: text,
  field_order: text,
  r_frame_rate: text,
  avg_frame_rate: text,
  color_space: text,
  color_transfer: text,
  color_primaries: text,
  color_range: text,
  bit_rate: number,
  sample_rate: number,
  channels: number,
  channel_layout: text,
  start_time: number,
  duration: number,
  disposition: z
    .object({
      attached_pic: z.int().optional(),
      default: z.int().optional(),
      forced: z.int().optional(),
    })
    .optional(),
  tags: z.record(z.string(), z.string()).optional(),
  side_data_list: sideDataSchema,
});
export type ProbeStream = z.infer<typeof streamSchema>;

/** The part of ffprobe's JSON that we read. */
export const probeJsonSchema = z.object({
  format: z.object({
    format_name: z.string(),
    start_time: number,
    duration: number,
    tags: z.record(z.string(), z.string()).optional(),
  }),
  streams: z.array(streamSchema).default([]),
  chapters: z
    .array(
      z.object({
        start_time: z.coerce.number(),
        end_time: z.coerce.number(),
        tags: z.object({ title: z.string().optional() }).optional(),
      }),
    )
    .default([]),
  /** The first decoded frames of all streams. */
  frames: z
    .array(
      z.object({
        stream_index: z.int().optional(),
        interlaced_frame: z.int().optional(),
        side_data_list: sideDataSchema,
      }),
    )
    .default([]),
});

/** Parses "30000/1001"; returns 0 for "0/0" and invalid text. */
export function fraction(value: string | undefined): number {
  const [top, bottom = '1'] = (value ?? '').split('/');
  const result = Number(top) / Number(bottom);
  return Number.isFinite(result) && result > 0 ? result : 0;
}

/**
 * Returns the frames per second as a fraction: the average if it is known, since the base of a variable rate
 * is meaningless.
 */
export function frameRateOf(stream: ProbeStream): string {
  const frameRate = [stream.avg_frame_rate, stream.r_frame_rate].find((rate) => fraction(rate) > 0);
  return frameRate ?? '25/1';
}

/** Returns the first timecode of a file, from its timecode track, its video or its container. */
export function timecodeOf(
  { format, streams }: z.infer<typeof probeJsonSchema>,
  video: ProbeStream,
): { timecode?: { start: string; rate: string } } {
  const isTrack = (stream: ProbeStream) =>
    stream.codec_type === 'data' && stream.tags?.timecode !== undefined;
  const track = streams.find((stream) => isTrack(stream) && fraction(stream.avg_frame_rate) > 0) ?? video;
  const start = [track, video, format].find(({ tags }) => tags?.timecode !== undefined)?.tags?.timecode;
  return start === undefined ? {} : { timecode: { start, rate: frameRateOf(track) } };
}

/** Returns the clockwise rotation for display, in degrees: 0, 90, 180 or 270. */
export function rotationOf(
  stream: Pick<ProbeStream, 'side_data_list'> & Partial<Pick<ProbeStream, 'tags'>>,
): number {
  const counterClockwise = stream.side_data_list?.find((d) => d.rotation !== undefined)?.rotation;
  const turn = counterClockwise === undefined ? Number(stream.tags?.rotate ?? 0) : -counterClockwise;
  return Number.isFinite(turn) ? (((Math.round(turn / 90) * 90) % 360) + 360) % 360 : 0;
}
