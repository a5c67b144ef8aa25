import { words } from '#core/ffmpeg/inputs.ts';
import type { AudioInfo, MediaProbe, VideoInfo } from '#core/ffmpeg/probe.ts';
import { fraction } from '#core/ffmpeg/probe-json.ts';
import { fitInside } from '#core/film/size.ts';
import { SAMPLE_RATE } from '#core/film/timing.ts';
import { BAR_FILTERS } from './bars.ts';
import { BT709 } from './encode-args.ts';
import { mixFilters } from './channel-mix.ts';
import { monoFilters } from './mono-mix.ts';
import { scaleFilters } from './picture-filters.ts';

export const SPEECH_RATE = 16_000;
/** The small grey pictures from which the thumbnail is chosen, in pixels. */
export const LOOK = { width: 64, height: 36, bytes: 64 * 36 };

const PROXY_BOX = { width: 854, height: 480 };
const PROXY_MAX_RATE = 31;
const TILE_BOX = { width: 240, height: 180 };
const COLUMNS = 10;
/** scdet's threshold (0 to 100) for a hard cut, and how quiet and long a silence is. */
const CUT_SCORE = 10;
const SILENCE = 'noise=-38dB:d=0.3';
/** Scaling in slices takes a fifth of a scan's processor time at 1080p; the codecs use the other cores. */
const ONE_FILTER_THREAD = ['-filter_complex_threads', '1'];
/** Pictures and sounds may come this much after a file's stated length, in seconds. */
const LATE_S = 2;

export interface Storyboard {
  columns: number;
  rows: number;
  intervalMs: number;
  /** The size of one tile, in pixels. */
  width: number;
  height: number;
}

export interface ScanPlan {
  storyboard: Storyboard;
  /** Small grey pictures a second. */
  looksPerSecond: number;
  /** ffmpeg arguments after the input. */
  args: string[];
}

export interface ScanFiles {
  /** Null when the source itself is the proxy. */
  proxy: string | null;
  storyboard: string;
  looks: string;
  speech: string;
  /** What the two sides of the sound do not share: see restoreCancelled. */
  difference: string;
  /** Until when the proxy repeats the last frame, in ms; `null` if the frame ends by itself. */
  heldToMs: number | null;
}

export function storyboardOf(video: VideoInfo, durationMs: number): Storyboard {
  const intervalMs = Math.max(2000, Math.ceil(durationMs / 200));
  const tiles = Math.max(1, Math.ceil(durationMs / intervalMs));
  const columns = Math.min(COLUMNS, tiles);
  return { columns, rows: Math.ceil(tiles / columns), intervalMs, ...fitInside(video, TILE_BOX) };
}

/** The proxy's size in pixels: within 480 lines, upright pictures within 480 columns, never enlarged. */
export function proxySize(video: VideoInfo): { width: number; height: number } {
  const tall = video.height > video.width;
  const box = tall ? { width: PROXY_BOX.height, height: PROXY_BOX.width } : PROXY_BOX;
  const limit = { width: Math.min(box.width, video.width), height: Math.min(box.height, video.height) };
  return fitInside(video, { width: Math.max(2, limit.width), height: Math.max(2, limit.height) });
}

/** The proxy's frames a second: the source's own unless it is high or too uneven to be meaningful. */
export function proxyRate(video: VideoInfo): string {
  const rate = fraction(video.frameRate);
  return rate > PROXY_MAX_RATE || rate < 10 ? '30' : video.frameRate;
}

/**
 * A filter for times. A file may state 1 s and contain a picture of a hundred hours later: filling that gap would never
 * end. Cutting it off would not help, as filters fill up to where a cut input ended.
 */
function boundedPts({ durationMs }: MediaProbe): string {
  const lastPts = `${durationMs / 1000 + LATE_S}/TB`;
  return `setpts='if(gt(PTS,${lastPts}),${lastPts},PTS)'`;
}

/**
 * ffmpeg arguments after the input for its sound alone, as recognisers need it. `difference` is for restoreCancelled;
 * null for a sound of one channel.
 */
export function soundArgs(
  probe: MediaProbe,
  audio: AudioInfo,
  files: { speech: string; difference: string | null },
): string[] {
  const filters = [
    `a${boundedPts(probe)}`,
    `aresample=${SPEECH_RATE}:async=1:first_pts=0`,
    ...mixFilters(audio),
  ].join(',');
  const graph = files.difference
    ? [`[0:${audio.index}]${filters}[sound]`, ...monoFilters('sound', ['speech', 'difference'])]
    : [`[0:${audio.index}]${filters},aformat=sample_fmts=s16:channel_layouts=mono[speech]`];
  return [
    '-filter_complex',
    graph.join(';'),
    ...wavOutput('speech', files.speech),
    ...(files.difference ? wavOutput('difference', files.difference) : []),
  ];
}

const wavOutput = (label: string, path: string): string[] => [
  ...words(`-map [${label}] -c:a pcm_s16le -f wav`),
  `file:${path}`,
];

/** One decode for everything: proxy, cuts, storyboard, small pictures; silences, loudness, speech. */
export function planScan(
  probe: MediaProbe,
  video: VideoInfo,
  durationMs: number,
  files: ScanFiles,
): ScanPlan {
  const storyboard = storyboardOf(video, durationMs);
  const looksPerSecond = durationMs > 600_000 ? 1 : 2;
  const tile = `${storyboard.width}:${storyboard.height}`;
  const small = proxySize(video);
  const rate = proxyRate(video);
  const file = (path: string) => `file:${path}`;
  const bounded = boundedPts(probe);

  const shaped = [bounded, ...scaleFilters(video, small, 'fast_bilinear'), 'setsar=1', 'format=yuv420p'];
  const outs = files.proxy ? 'split=4[play][board][look][bars]' : 'split=3[board][look][bars]';
  const jpeg = 'out_color_matrix=smpte170m:out_range=pc,format=yuvj420p';
  const { intervalMs, columns, rows } = storyboard;
  const graph = [
    `[0:${video.index}]${shaped.join(',')},${outs}`,
    // Each still is the last picture before the middle of its interval (see section-still.ts). The last picture stands
    // for its whole interval, and for those in which only the sound goes on: an empty tile is black.
    `[board]fps=fps=1000/${intervalMs}:start_time=0:eof_action=pass,scale=${tile}:${jpeg},` +
      `tpad=stop=${columns * rows - 1}:stop_mode=clone,tile=${columns}x${rows}[tiles]`,
    // Cuts are detected before any change of rate: a cut reported a frame too early would show a flash of the shot
    // before. Neighbours are compared: a quarter of a million pixels say no more than a few thousand.
    `[look]scale=160:90:flags=fast_bilinear,format=gray,scdet=threshold=${CUT_SCORE},` +
      `fps=fps=${looksPerSecond}:start_time=0,scale=${LOOK.width}:${LOOK.height}[looks]`,
    `[bars]${BAR_FILTERS},nullsink`,
  ];
  const held =
    files.heldToMs === null ? '' : `,tpad=stop=-1:stop_mode=clone,trim=end=${files.heldToMs / 1000}`;
  if (files.proxy) graph.push(`[play]fps=fps=${rate}:start_time=0${held}[proxy]`);
  const outputs: string[] = [];
  if (probe.audio) {
    const sound = [
      `aresample=${SAMPLE_RATE}:async=1:first_pts=0`,
      ...mixFilters(probe.audio),
      'aformat=sample_fmts=fltp:channel_layouts=stereo',
    ].join(',');
    graph.push(
      `[0:${probe.audio.index}]a${bounded},${sound},silencedetect=${SILENCE},${files.proxy ? 'asplit=3[sound]' : 'asplit=2'}[loud][talk]`,
      '[loud]ebur128=peak=true:framelog=verbose,anullsink',
      `[talk]aresample=${SPEECH_RATE}[low]`,
      ...monoFilters('low', ['speech', 'difference']),
    );
    outputs.push(...wavOutput('speech', files.speech), ...wavOutput('difference', files.difference));
  }
  if (files.proxy) outputs.push(...proxyArgs(rate, probe.audio !== null), file(files.proxy));
  // Each picture is written at once: the file's growth shows the scan's progress.
  outputs.push(...words('-map [looks] -c:v rawvideo -f rawvideo -flush_packets 1'), file(files.looks));
  outputs.push(
    ...words('-map [tiles] -frames:v 1 -update 1 -c:v mjpeg -q:v 4 -f image2'),
    file(files.storyboard),
  );
  return {
    storyboard,
    looksPerSecond,
    args: [...ONE_FILTER_THREAD, '-filter_complex', graph.join(';'), ...outputs],
  };
}

function proxyArgs(rate: string, hasSound: boolean): string[] {
  return [
    ...words('-map [proxy] -c:v libx264 -preset superfast -crf 26 -pix_fmt yuv420p'),
    ...words(`-g ${Math.round(fraction(rate))} -sc_threshold 0 -bf 0 -tune fastdecode`),
    ...BT709,
    ...(hasSound ? words('-map [sound] -c:a aac -aac_coder fast -b:a 96k') : []),
    ...words('-map_metadata -1 -map_chapters -1 -movflags +faststart -f mp4'),
  ];
}
