import type { Video } from '#contract/videos.ts';

/** The length assumed for a video whose length is unknown, in seconds (product.md 9.7). */
export const MANUAL_SECONDS = 600;
const NO_STILL = '/placeholder.svg';
const YOUTUBE_ID =
  /^(?:(?:www|m|music)\.)?(?:youtube(?:-nocookie)?\.com\/(?:watch\?(?:.*&)?v=|embed\/|v\/)|youtu\.be\/)([\w-]{11})(?![\w-])/;

/** Parses a web URL. Returns `undefined` for an invalid one. */
export function parseAddress(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.protocol === 'http:' || url.protocol === 'https:' ? url : undefined;
}

const youtubeIdOf = ({ host, pathname, search }: URL): string | undefined =>
  YOUTUBE_ID.exec(host + pathname + search)?.[1];

/** Returns the ID in a watch, short, embed or /v/ link, and a random one for any other link. */
export const sourceIdOf = (url: URL): string =>
  youtubeIdOf(url) ?? crypto.randomUUID().replaceAll('-', '').slice(0, 11);

/**
 * Returns the URL of a video's medium-quality still. The page contacts no other site: the server has its own
 * copy.
 */
const stillOf = (id: string | undefined): string => (id ? `/media/youtube/${id}/still.jpg` : NO_STILL);

/** Creates the card of a link (product.md 3.14) without asking the server. */
export function manualCard(url: URL, now = Date.now()): Video {
  const sourceId = sourceIdOf(url);
  return {
    id: `manual_${sourceId}_${now}`,
    title: `Video from ${url.hostname}`,
    description: 'Manually added video',
    thumbnail: stillOf(youtubeIdOf(url)),
    duration: MANUAL_SECONDS,
    source: 'Manual',
    sourceId,
    views: 'Unknown',
    channel: 'User Added',
    createdAt: null,
    userId: null,
  };
}
