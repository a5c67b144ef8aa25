import { link } from 'node:fs/promises';
import { copyPrivately } from '#core/storage/private-files.ts';
import { inputArgs, words } from '#core/ffmpeg/inputs.ts';
import type { MediaProbe, VideoInfo } from '#core/ffmpeg/probe.ts';
import type { Ffmpeg } from '#core/ffmpeg/run.ts';
import { isFastStart, readTracks } from './mov-boxes.ts';

const MAX_LINES = 480;
const MAX_BITS_PER_SECOND = 2_500_000;
/** Longer stretches between keyframes make scrubbing wait. */
const MAX_KEYFRAME_INTERVAL_MS = 5000;

/** True when a browser can play and seek the source unchanged, at a proxy's size and rate. */
export async function isOwnProxy(path: string, probe: MediaProbe, video: VideoInfo): Promise<boolean> {
  const plain =
    probe.formatName.includes('mp4') &&
    video.codec === 'h264' &&
    video.pixelFormat === 'yuv420p' &&
    Math.min(video.width, video.height) <= MAX_LINES &&
    video.rotation === 0 &&
    video.squarePixels &&
    !video.interlaced &&
    video.startMs === 0 &&
    (probe.audio === null || (probe.audio.codec === 'aac' && probe.audio.channels <= 2)) &&
    (probe.bytes * 8000) / Math.max(1, probe.durationMs) <= MAX_BITS_PER_SECOND;
  if (!plain) return false;
  const track = (await readTracks(path).catch(() => [])).find((t) => t.kind === 'vide');
  if (!track) return false;
  return track.keyframes === null || probe.durationMs / track.keyframes.length <= MAX_KEYFRAME_INTERVAL_MS;
}

/** Uses the source as its own proxy: the same file when its index comes first, otherwise remuxed in that order. */
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
