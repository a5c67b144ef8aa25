import type { AudioInfo, MediaProbe, VideoInfo } from '#core/ffmpeg/probe.ts';
import { readTracks } from './mov-boxes.ts';
import { mayNeedCopy } from './working-copy.ts';

const MAX_LINES = 480;
const MAX_BITS_PER_SECOND = 2_500_000;
/** Longer intervals between keyframes make scrubbing slow. */
const MAX_KEYFRAME_INTERVAL_MS = 5000;

/** Whether browsers can play and seek the source unchanged, at a proxy's size and rate. */
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

/** Formats that all browsers play, by the names of ffmpeg's demuxers. */
const PLAYABLE: Record<string, { video: RegExp; audio: (audio: AudioInfo) => boolean }> = {
  mp4: { video: /^h264$/, audio: ({ codec, channels }) => codec === 'aac' && channels <= 2 },
  webm: { video: /^vp[89]$/, audio: ({ codec }) => codec === 'opus' || codec === 'vorbis' },
};
/** A larger video, or one with a higher bit rate, stutters in browsers. */
const MAX_PLAYABLE = { lines: 1080, bitsPerSecond: 12_000_000 };

/**
 * Whether browsers play the source unchanged, with the times and shape of its proxy, though it may need more
 * bandwidth and processor time.
 */
export function playsInBrowsers(probe: MediaProbe, video: VideoInfo): boolean {
  const name = probe.formatName.split(',').find((demuxer) => Object.hasOwn(PLAYABLE, demuxer));
  const codecs = name === undefined ? undefined : PLAYABLE[name];
  return (
    codecs !== undefined &&
    codecs.video.test(video.codec) &&
    (probe.audio === null || codecs.audio(probe.audio)) &&
    !mayNeedCopy(probe) &&
    video.pixelFormat === 'yuv420p' &&
    video.rotation === 0 &&
    video.squarePixels &&
    !video.interlaced &&
    video.startMs === 0 &&
    Math.min(video.width, video.height) <= MAX_PLAYABLE.lines &&
    (probe.bytes * 8000) / Math.max(1, probe.durationMs) <= MAX_PLAYABLE.bitsPerSecond
  );
}
