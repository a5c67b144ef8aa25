import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scanSchema, type Scan } from '#contract/jobs/processing.ts';
import { MediaError } from '#core/ffmpeg/errors.ts';
import { inspectEnd, REACH_TOLERANCE_MS } from '#core/ffmpeg/file-end.ts';
import { inputArgs } from '#core/ffmpeg/inputs.ts';
import type { Ffmpeg } from '#core/ffmpeg/run.ts';
import { loudnessReader } from '#core/ffmpeg/loudness-reader.ts';
import { barReader } from './bars.ts';
import { findBlanks } from './blanks.ts';
import { cutReader, silenceReader } from './log-lines.ts';
import { PEAKS_PER_SECOND, readPeaks } from './peaks.ts';
import { probeVideo } from './probe-video.ts';
import { restoreCancelled } from './mono-mix.ts';
import { isOwnProxy, playsInBrowsers } from './playable.ts';
import { heldTo, reuseAsProxy, smallDecode } from './proxy.ts';
import { proxySize } from './proxy-plan.ts';
import { LOOK, planScan } from './scan-plan.ts';
import { chooseThumbnail, writeThumbnail } from './thumbnail.ts';
import { findTones } from './tonal.ts';

export interface ScanOptions {
  ffmpeg: Ffmpeg;
  /** A local file. */
  source: string;
  /** This attempt's own existing folder. */
  outDir: string;
  signal?: AbortSignal;
  /** Receives the completed part, 0 to 1, and the length of the video. */
  onProgress?: (fraction: number, durationMs: number) => void;
  /** Decoder threads; all cores by default. */
  threads?: number;
  /** Whether a proxy that has to be encoded is made now; by default it is. */
  proxy?: boolean;
}

/**
 * Scans a source once and writes thumbnail.jpg, storyboard.jpg, peaks.json, with audio also speech.wav, and
 * proxy.mp4 into `outDir`. The proxy is omitted if it was not requested and has to be encoded. All times are
 * from the container's start.
 * @throws MediaError `unsupported` without a video, `truncated` if the end is missing, or another of its
 * codes
 */
export async function scanMedia(options: ScanOptions): Promise<Scan> {
  const { ffmpeg, source, outDir, signal } = options;
  const { probe, video, durationMs } = await probeVideo(ffmpeg, source, signal);
  const { audio } = probe;
  const end = await inspectEnd(ffmpeg, source, { ...probe, video }, signal);
  if (end.isMissing) throw new MediaError('truncated', { detail: `no packets near ${durationMs} ms` });

  const out = (name: string) => join(outDir, name);
  const reuse = await isOwnProxy(source, probe, video);
  const looksPath = out('looks.gray');
  const plan = planScan(probe, video, durationMs, {
    proxy: reuse || options.proxy === false ? null : out('proxy.mp4'),
    storyboard: out('storyboard.jpg'),
    looks: looksPath,
    speech: out('speech.wav'),
    difference: out('difference.wav'),
    heldToMs: heldTo(video, durationMs, end),
  });
  const cuts = cutReader();
  const silences = silenceReader();
  const loudness = loudnessReader();
  const bars = barReader(proxySize(video));
  const input = inputArgs(source, { threads: options.threads, extra: smallDecode(video) });
  const run = await ffmpeg.run([...input, ...plan.args], {
    signal,
    grows: { path: looksPath, bytes: Math.max(1, (durationMs / 1000) * plan.looksPerSecond) * LOOK.bytes },
    // The rest is for the stills and the waveform.
    onProgress: (part) => options.onProgress?.(part * 0.95, durationMs),
    logLevel: 'info',
    onLogLine: (line) => {
      cuts.line(line);
      silences.line(line);
      loudness.line(line);
      bars.line(line);
    },
  });

  const frames = await readFile(looksPath);
  await rm(looksPath);
  const reachedMs = (Math.floor(frames.length / LOOK.bytes) * 1000) / plan.looksPerSecond;
  if (reachedMs === 0)
    throw new MediaError('not_media', { detail: `no picture could be decoded\n${run.stderr}` });
  if (reachedMs + REACH_TOLERANCE_MS < end.lastFrameMs) {
    throw new MediaError('truncated', {
      detail: `decoded ${reachedMs} of ${end.lastFrameMs} ms\n${run.stderr}`,
    });
  }

  if (audio) await restoreCancelled(out('speech.wav'), out('difference.wav'));

  const shotsMs = cuts.result().filter((ms) => ms > 0 && ms < durationMs);
  const looks = { ...LOOK, perSecond: plan.looksPerSecond };
  const thumbnailMs = chooseThumbnail(frames, looks, shotsMs);
  const [peaks, tones] = await Promise.all([
    audio ? readPeaks(out('speech.wav')) : [],
    audio ? findTones(out('speech.wav')) : [],
    writeThumbnail(ffmpeg, { path: source, video }, thumbnailMs, out('thumbnail.jpg'), signal),
    reuse ? reuseAsProxy(ffmpeg, source, out('proxy.mp4'), signal) : undefined,
  ]);
  await writeFile(out('peaks.json'), JSON.stringify(peaks));
  options.onProgress?.(1, durationMs);
  // The schema removes the probe's additional fields.
  return scanSchema.parse({
    durationMs,
    video,
    audio,
    shotsMs,
    silences: audio ? silences.result(durationMs) : [],
    tones,
    // The surroundings of a transparent video are not bars: its creator chose them.
    bars: video.hasAlpha ? undefined : bars.result(shotsMs, durationMs),
    blanks: findBlanks(frames, looks, { hardCutsMs: cuts.hard(), durationMs }),
    loudness: audio ? loudness.result() : null,
    storyboard: plan.storyboard,
    peaksPerSecond: PEAKS_PER_SECOND,
    ...(playsInBrowsers(probe, video) && { playable: true }),
  });
}
