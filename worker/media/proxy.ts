import { link } from 'node:fs/promises';
import { copyPrivately } from '#core/files/private-files.ts';
import { type FileEnd, inspectEnd, REACH_TOLERANCE_MS } from '#core/ffmpeg/file-end.ts';
import { inputArgs, words } from '#core/ffmpeg/inputs.ts';
import type { VideoInfo } from '#core/ffmpeg/probe.ts';
import type { Ffmpeg } from '#core/ffmpeg/run.ts';
import { isFastStart } from './mov-boxes.ts';
import { unevenFrames } from './picture-filters.ts';
import { isOwnProxy } from './playable.ts';
import { probeVideo } from './probe-video.ts';
import { proxyArgs } from './proxy-plan.ts';

/** The longest time for which a last frame is repeated, in ms. */
const MAX_HELD_MS = 600_000;

/**
 * Input options for frames that become small. Skipping the deblocking of frames that no other frame depends
 * on saves a sixth of the decoding, and is invisible at 480 lines.
 */
export const smallDecode = (video: VideoInfo): string[] => [
  '-skip_loop_filter',
  'noref',
  ...unevenFrames(video),
];

/** Returns until when a proxy repeats the last frame, in ms; `null` if the frame ends by itself. */
export function heldTo(video: VideoInfo, durationMs: number, { lastFrameMs }: FileEnd): number | null {
  const heldMs = Math.min(video.endMs, durationMs) - lastFrameMs;
  return heldMs > REACH_TOLERANCE_MS ? Math.min(durationMs, lastFrameMs + MAX_HELD_MS) : null;
}

export interface ProxyOptions {
  ffmpeg: Ffmpeg;
  /** The local file that was scanned. */
  source: string;
  outFile: string;
  signal?: AbortSignal;
  /** Receives the completed part, 0 to 1, and the length of the video. */
  onProgress?: (fraction: number, durationMs: number) => void;
}

/**
 * Writes the proxy of a scanned video, as its scan would.
 * @throws MediaError
 */
export async function makeProxy({
  ffmpeg,
  source,
  outFile,
  signal,
  onProgress,
}: ProxyOptions): Promise<void> {
  const { probe, video, durationMs } = await probeVideo(ffmpeg, source, signal);
  if (await isOwnProxy(source, probe, video)) return reuseAsProxy(ffmpeg, source, outFile, signal);
  const end = await inspectEnd(ffmpeg, source, { ...probe, video }, signal);
  const plan = { heldToMs: heldTo(video, durationMs, end), path: outFile };
  const input = inputArgs(source, { extra: smallDecode(video) });
  await ffmpeg.run([...input, ...proxyArgs(probe, video, plan)], {
    signal,
    total: { ms: durationMs },
    onProgress: (part) => onProgress?.(part, durationMs),
  });
}

/**
 * Uses the source as its own proxy: the same file if its index comes first, otherwise remuxed in that order.
 */
export async function reuseAsProxy(ffmpeg: Ffmpeg, path: string, proxy: string, signal?: AbortSignal) {
  if (await isFastStart(path)) {
    // Another file system, or one without hard links, gets a copy.
    await link(path, proxy).catch(() => copyPrivately(path, proxy));
    return;
  }
  const copy = words(
    '-map 0:v:0 -map 0:a:0? -c copy -map_metadata -1 -map_chapters -1 -movflags +faststart -f mp4',
  );
  await ffmpeg.run([...inputArgs(path), ...copy, `file:${proxy}`], { signal });
}
