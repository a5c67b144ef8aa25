import { words } from '#core/ffmpeg/inputs.ts';
import type { AudioInfo, MediaProbe, VideoInfo } from '#core/ffmpeg/probe.ts';
import { fitInside } from '#film/framing/size.ts';
import { barGraph } from './bars.ts';
import { mixFilters } from './channel-mix.ts';
import { MIN_CHANGE } from './log-lines.ts';
import { monoFilters } from './mono-mix.ts';
import {
  boundedPts,
  evenAudio,
  ONE_FILTER_THREAD,
  proxyFrames,
  proxyOutput,
  smallFrames,
} from './proxy-plan.ts';

export const SPEECH_RATE = 16_000;
/** The small grey frames from which the thumbnail is chosen, in pixels. */
export const LOOK = { width: 64, height: 36, bytes: 64 * 36 };

const TILE_BOX = { width: 240, height: 180 };
const COLUMNS = 10;
/** How quiet and long a silence is. */
const SILENCE = 'noise=-38dB:d=0.3';

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
  /** The small grey frames per second. */
  looksPerSecond: number;
  /** ffmpeg arguments after the input. */
  args: string[];
}

export interface ScanFiles {
  /** `null` if the source itself is the proxy, or the proxy is made later. */
  proxy: string | null;
  storyboard: string;
  looks: string;
  speech: string;
  /** The difference of the two audio channels: see restoreCancelled. */
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

/**
 * Returns ffmpeg arguments after the input for its audio alone, as recognisers need it. `difference` is for
 * restoreCancelled; `null` for audio with one channel.
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

/**
 * Plans one decode for everything: a requested proxy, cuts, storyboard, small frames; silences, loudness,
 * speech.
 */
export function planScan(
  probe: MediaProbe,
  video: VideoInfo,
  durationMs: number,
  files: ScanFiles,
): ScanPlan {
  const storyboard = storyboardOf(video, durationMs);
  const looksPerSecond = durationMs > 600_000 ? 1 : 2;
  const tile = `${storyboard.width}:${storyboard.height}`;
  const file = (path: string) => `file:${path}`;

  const outs = files.proxy ? 'split=4[play][board][look][bars]' : 'split=3[board][look][bars]';
  const jpeg = 'out_color_matrix=smpte170m:out_range=pc,format=yuvj420p';
  const { intervalMs, columns, rows } = storyboard;
  const graph = [
    `[0:${video.index}]${smallFrames(probe, video)},${outs}`,
    // Each still is the last frame before the middle of its interval (see section-still.ts). The last frame
    // fills its whole interval, and those in which only the audio continues: an empty tile is black.
    `[board]fps=fps=1000/${intervalMs}:start_time=0:eof_action=pass,scale=${tile}:${jpeg},` +
      `tpad=stop=${columns * rows - 1}:stop_mode=clone,tile=${columns}x${rows}[tiles]`,
    // Cuts are detected before any change of rate: a cut reported one frame early would show a flash of the
    // previous shot. Neighbouring frames are compared at a small size: a few thousand pixels show as much as
    // a quarter of a million.
    `[look]scale=160:90:flags=fast_bilinear,format=gray,scdet=threshold=${MIN_CHANGE},` +
      `fps=fps=${looksPerSecond}:start_time=0:eof_action=pass,scale=${LOOK.width}:${LOOK.height}[looks]`,
    ...barGraph('bars'),
  ];
  if (files.proxy) graph.push(`[play]${proxyFrames(video, files.heldToMs)}[proxy]`);
  const outputs: string[] = [];
  if (probe.audio) {
    const even = evenAudio(probe, probe.audio);
    graph.push(
      `[0:${probe.audio.index}]${even},silencedetect=${SILENCE},${files.proxy ? 'asplit=3[sound]' : 'asplit=2'}[loud][talk]`,
      '[loud]ebur128=peak=true:framelog=verbose,anullsink',
      `[talk]aresample=${SPEECH_RATE}[low]`,
      ...monoFilters('low', ['speech', 'difference']),
    );
    outputs.push(...wavOutput('speech', files.speech), ...wavOutput('difference', files.difference));
  }
  if (files.proxy) outputs.push(...proxyOutput(video, probe.audio !== null, files.proxy));
  // Each frame is written immediately: the file's growth shows the scan's progress.
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
