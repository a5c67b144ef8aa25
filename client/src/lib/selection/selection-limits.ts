import type { AppConfig } from '#contract/app-config.ts';
import type { Video } from '#contract/videos.ts';
import { spokenLength } from '../format.ts';

type VideoLimits = Pick<AppConfig['limits'], 'maxVideos' | 'maxTotalSeconds'>;

export const totalSeconds = (videos: readonly Pick<Video, 'duration'>[]): number =>
  videos.reduce((sum, { duration }) => sum + duration, 0);

/**
 * Returns why these videos cannot be processed together. Returns `null` if they can, or while the limits are
 * unknown.
 */
export function selectionProblem(videos: readonly Video[], limits: VideoLimits | undefined): string | null {
  if (!limits) return null;
  const more = videos.length - limits.maxVideos;
  if (more > 0) return `A compilation can have up to ${limits.maxVideos} videos. Remove ${more}.`;
  if (totalSeconds(videos) <= limits.maxTotalSeconds) return null;
  return `A compilation can use up to ${spokenLength(limits.maxTotalSeconds)} of video.`;
}
