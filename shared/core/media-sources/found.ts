import { DURATION_BOUNDS, type DurationFilter, videoIdSchema } from '#contract/videos.ts';
import type { FoundVideo } from '../repositories/media/videos.ts';
import { parseUrl } from '../lib/parse-url.ts';

const TITLE = 200;
const CHANNEL = 120;
const DESCRIPTION = 5000;
/** The largest value of an integer column. */
const MAX_MS = 2 ** 31 - 1;

/**
 * Prepares a source's hits for storage: no duplicates, bounded texts without control characters, valid IDs.
 */
export function tidyFound(source: string, videos: FoundVideo[]): FoundVideo[] {
  const byId = new Map<string, FoundVideo>();
  for (const video of videos) {
    if (byId.has(video.sourceId) || !videoIdSchema.safeParse(`${source}_${video.sourceId}`).success) continue;
    byId.set(video.sourceId, {
      ...video,
      title: lineOf(video.title, TITLE) || 'Untitled',
      channel: lineOf(video.channel, CHANNEL) || 'Unknown',
      description: descriptionText(video.description ?? '') || null,
      thumbnail: isAddress(video.thumbnail) ? video.thumbnail : null,
      license: lineOf(video.license ?? '', CHANNEL) || null,
      durationMs: Math.min(MAX_MS, Math.round(video.durationMs)),
    });
  }
  return [...byId.values()];
}

/** Whether a duration matches the filter. An unknown one always matches. */
export function isOfDuration(durationMs: number, duration: DurationFilter | undefined): boolean {
  if (duration === undefined) return true;
  const { min, max } = DURATION_BOUNDS[duration];
  return durationMs > 0 && durationMs >= min * 1000 && durationMs < max * 1000;
}

/** A path on this server, or a web URL. */
const isAddress = (text: string | null) =>
  text !== null && (text.startsWith('/') || (/^https?:/.test(text) && parseUrl(text) !== undefined));

const lineOf = (text: string, most: number) =>
  text
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, most);

const descriptionText = (text: string) =>
  text
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .trim()
    .slice(0, DESCRIPTION);
