import { words } from '#core/ffmpeg/inputs.ts';
import type { AudioInfo, MediaProbe, VideoInfo } from '#core/ffmpeg/probe.ts';
import { fraction } from '#core/ffmpeg/probe-json.ts';
import { fitInside } from '#film/framing/size.ts';
import { SAMPLE_RATE } from '#film/time/timing.ts';
import { mixFilters } from './channel-mix.ts';
import { BT709 } from './encode-args.ts';
import { scaleFilters } from './picture-filters.ts';

const PROXY_BOX = { width: 854, height: 480 };
const PROXY_MAX_RATE = 31;
/** Scaling in slices takes a fifth of a scan's processor time at 1080p. The codecs use the other cores. */
export const ONE_FILTER_THREAD = ['-filter_complex_threads', '1'];
/** Video and audio may extend this far beyond a file's stated length, in seconds. */
const LATE_S = 2;

/**
 * Returns the proxy's size in pixels: within 480 lines, vertical videos within 480 columns, never enlarged.
 */
export function proxySize(video: VideoInfo): { width: number; height: number } {
  const tall = video.height > video.width;
  const box = tall ? { width: PROXY_BOX.height, height: PROXY_BOX.width } : PROXY_BOX;
  const limit = { width: Math.min(box.width, video.width), height: Math.min(box.height, video.height) };
  return fitInside(video, { width: Math.max(2, limit.width), height: Math.max(2, limit.height) });
}

/**
 * Returns the proxy's frames per second: the source's own unless it is high or too uneven to be meaningful.
 */
export function proxyRate(video: VideoInfo): string {
  const rate = fraction(video.frameRate);
  return rate > PROXY_MAX_RATE || rate < 10 ? '30' : video.frameRate;
}

/**
 * A filter for times. A file may state 1 s and contain a frame a hundred hours later: filling that gap would
 * never end. Cutting it off would not help, since filters fill up to the end of a cut input.
 */
export function boundedPts({ durationMs }: MediaProbe): string {
  const lastPts = `${durationMs / 1000 + LATE_S}/TB`;
  return `setpts='if(gt(PTS,${lastPts}),${lastPts},PTS)'`;
}

/** Filters that turn a video's frames into those of its proxy, at the video's own frame rate. */
export const smallFrames = (probe: MediaProbe, video: VideoInfo): string =>
  [
    boundedPts(probe),
    ...scaleFilters(video, proxySize(video), 'fast_bilinear'),
    'setsar=1',
    'format=yuv420p',
  ].join(',');

/** Filters that turn a video's audio into stereo of the film's sample rate, with its gaps filled. */
export const evenAudio = (probe: MediaProbe, audio: AudioInfo): string =>
  [
    `a${boundedPts(probe)}`,
    `aresample=${SAMPLE_RATE}:async=1:first_pts=0`,
    ...mixFilters(audio),
    'aformat=sample_fmts=fltp:channel_layouts=stereo',
  ].join(',');

/**
 * Filters after `smallFrames`; `heldToMs` is until when the last frame is repeated, `null` if it ends by
 * itself. `eof_action=pass` keeps the only frame of a video that is shorter than half a frame of the proxy.
 */
export function proxyFrames(video: VideoInfo, heldToMs: number | null): string {
  const hold = heldToMs === null ? '' : `,tpad=stop=-1:stop_mode=clone,trim=end=${heldToMs / 1000}`;
  return `fps=fps=${proxyRate(video)}:start_time=0:eof_action=pass${hold}`;
}

/** The output arguments of a proxy, from the filters' outputs [proxy] and, with audio, [sound]. */
export function proxyOutput(video: VideoInfo, hasAudio: boolean, path: string): string[] {
  return [
    ...words('-map [proxy] -c:v libx264 -preset superfast -crf 26 -pix_fmt yuv420p'),
    ...words(`-g ${Math.round(fraction(proxyRate(video)))} -sc_threshold 0 -bf 0 -tune fastdecode`),
    ...BT709,
    ...(hasAudio ? words('-map [sound] -c:a aac -aac_coder fast -b:a 96k') : []),
    ...words('-map_metadata -1 -map_chapters -1 -movflags +faststart -f mp4'),
    `file:${path}`,
  ];
}

/** ffmpeg arguments after the input for a proxy alone. */
export function proxyArgs(
  probe: MediaProbe,
  video: VideoInfo,
  { heldToMs, path }: { heldToMs: number | null; path: string },
): string[] {
  const { audio } = probe;
  const graph = [
    `[0:${video.index}]${smallFrames(probe, video)},${proxyFrames(video, heldToMs)}[proxy]`,
    ...(audio ? [`[0:${audio.index}]${evenAudio(probe, audio)}[sound]`] : []),
  ];
  return [
    ...ONE_FILTER_THREAD,
    '-filter_complex',
    graph.join(';'),
    ...proxyOutput(video, audio !== null, path),
  ];
}
