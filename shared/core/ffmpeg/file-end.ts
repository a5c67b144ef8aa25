import { MediaError } from './errors.ts';
import type { VideoInfo } from './probe.ts';
import { mayJump, readPacketTimes } from './packet-times.ts';
import type { Ffmpeg } from './run.ts';

/** A file that lacks at most this much at its end still counts as complete, in ms. */
export const REACH_TOLERANCE_MS = 1500;
/**
 * Such a file counts as complete unless its demuxer reports otherwise: its last packets have no stated
 * length.
 */
const MATROSKA = /matroska/;

export interface FileEnd {
  /** The start of the last frame, at most the stated end, in ms from the container's start. */
  lastFrameMs: number;
  /** Whether the packets end before the end that the file states. */
  isMissing: boolean;
}

/**
 * Inspects the end of a video file without decoding it or reading earlier parts.
 * @throws MediaError
 */
export async function inspectEnd(
  ffmpeg: Ffmpeg,
  path: string,
  file: { video: VideoInfo; durationMs: number; startMs: number; formatName: string },
  signal?: AbortSignal,
): Promise<FileEnd> {
  const { video, durationMs, startMs, formatName } = file;
  const endMs = Math.min(video.endMs, durationMs);
  const fromSeconds = Math.max(0, endMs - REACH_TOLERANCE_MS) / 1000;
  const { streams, cut } = await readPacketTimes(ffmpeg, path, { fromSeconds, signal }).catch(
    (error: unknown) => {
      // Some damaged files can only be read from their start.
      if (error instanceof MediaError && error.code === 'failed')
        return readPacketTimes(ffmpeg, path, { signal });
      throw error;
    },
  );
  const inFile = (seconds: number) => Math.round(seconds * 1000) - startMs;
  const lastFrameMs = Math.min(endMs, inFile(streams.get(video.index)?.last ?? startMs / 1000));
  const reachedMs = Math.max(0, ...[...streams.values()].map(({ end }) => inFile(end)));
  const isShort = reachedMs + REACH_TOLERANCE_MS < durationMs;
  const isStated = !mayJump(formatName) && (cut || !MATROSKA.test(formatName));
  return { lastFrameMs, isMissing: isShort && isStated };
}
