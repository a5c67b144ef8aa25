import { MediaError } from '#core/ffmpeg/errors.ts';
import { probeMedia, type MediaProbe, videoLength, type VideoInfo } from '#core/ffmpeg/probe.ts';
import type { Ffmpeg } from '#core/ffmpeg/run.ts';
import { isTruncatedMov } from '#core/ffmpeg/top-boxes.ts';

/**
 * Probes a source, including its length as a video in ms.
 * @throws MediaError `unsupported` without a video, `truncated` if the end is missing, or another of its
 * codes
 */
export async function probeVideo(
  ffmpeg: Ffmpeg,
  source: string,
  signal?: AbortSignal,
): Promise<{ probe: MediaProbe; video: VideoInfo; durationMs: number }> {
  if (await isTruncatedMov(source))
    throw new MediaError('truncated', { detail: 'boxes reach beyond the end' });
  const probe = await probeMedia(ffmpeg, source, { signal });
  const { video } = probe;
  if (!video)
    throw new MediaError('unsupported', {
      message: probe.audio ? 'This file has no video, only audio.' : 'This file has no video.',
    });
  return { probe, video, durationMs: videoLength(probe, video) };
}
