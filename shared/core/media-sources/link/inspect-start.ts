import { extname } from 'node:path';
import { z } from 'zod';
import { guardArgs, MEDIA_FORMATS } from '../../ffmpeg/inputs.ts';
import type { Ffmpeg } from '../../ffmpeg/run.ts';

/** What the start of a video file contains. */
export interface StartFacts {
  /** The file's own title; `null` if it has none. */
  title: string | null;
  /** 0 if the start does not contain it. */
  durationMs: number;
  hasPicture: boolean;
}

/**
 * Containers that store their length in a header. For others, it would be the length of the part that was
 * read.
 */
const WITH_LENGTH = /mov|mp4|matroska|webm|avi|asf|flv/;
const LOOK_MS = 10_000;

const lookSchema = z.object({
  format: z.object({
    format_name: z.string(),
    duration: z.coerce.number().optional().catch(undefined),
    tags: z.record(z.string(), z.string()).optional(),
  }),
  streams: z
    .array(
      z.object({
        codec_type: z.string().optional(),
        disposition: z.object({ attached_pic: z.int().optional() }).optional(),
      }),
    )
    .default([]),
});

/**
 * @param whole `true` if the file is complete
 * @throws MediaError if, judging by its start, it is not a media file
 */
export async function inspectStart(
  ffmpeg: Ffmpeg,
  path: string,
  { whole, signal }: { whole: boolean; signal: AbortSignal },
): Promise<StartFacts> {
  const showEntries =
    'format=format_name,duration:format_tags:stream=codec_type:stream_disposition=attached_pic';
  const printed = await ffmpeg.probe(
    [
      ...guardArgs(MEDIA_FORMATS),
      '-print_format',
      'json',
      '-show_entries',
      showEntries,
      '-i',
      `file:${path}`,
    ],
    { signal, timeoutMs: LOOK_MS },
  );
  const { format, streams } = lookSchema.parse(JSON.parse(printed));
  const tags = Object.entries(format.tags ?? {});
  const title = tags.find(([key]) => key.toLowerCase() === 'title')?.[1];
  const hasLength = whole || WITH_LENGTH.test(format.format_name);
  return {
    title: title === undefined ? null : plainTitle(title),
    durationMs: hasLength ? Math.max(0, Math.round((format.duration ?? 0) * 1000)) : 0,
    hasPicture: streams.some((s) => s.codec_type === 'video' && s.disposition?.attached_pic !== 1),
  };
}

/** Returns a title as one line without control characters; `null` if nothing is left. */
export function plainTitle(text: string): string | null {
  const plain = text.replaceAll(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim();
  return plain === '' ? null : [...plain].slice(0, 200).join('').trim();
}

/** Turns "my_trip-2024.mp4" into "My trip 2024". */
export function titleOfName(name: string): string | null {
  const words = plainTitle(name.slice(0, name.length - extname(name).length).replaceAll(/[_+-]+/g, ' '));
  return words && words.charAt(0).toUpperCase() + words.slice(1);
}
