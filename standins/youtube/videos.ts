import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { sendJson } from '../videos/answers.ts';
import type { Sample } from '../videos/samples.ts';
import { errorBody } from './errors.ts';

/** Returns a video's ID, which has eleven characters as at YouTube. */
export const videoIdOf = (slug: string): string =>
  createHash('sha256').update(`video ${slug}`).digest('base64url').slice(0, 11);

/** Returns one of the two licences of YouTube. */
export const licenseOf = ({ license }: Sample): string => (license ? 'creativeCommon' : 'youtube');

const channelIdOf = (channel: string) =>
  `UC${createHash('sha256').update(`channel ${channel}`).digest('base64url').slice(0, 22)}`;

export function snippetOf({ slug, title, description, channel, tags, modified }: Sample, publicUrl: string) {
  const url = `${publicUrl}/standins/media/${slug}.jpg`;
  return {
    publishedAt: modified.toISOString(),
    channelId: channelIdOf(channel),
    title,
    description,
    channelTitle: channel,
    thumbnails: {
      default: { url, width: 120, height: 90 },
      medium: { url, width: 320, height: 180 },
      high: { url, width: 480, height: 360 },
    },
    tags,
    categoryId: '22',
    liveBroadcastContent: 'none',
  };
}

/** `videos.list` by IDs; unknown ones are omitted. */
export function answerVideos(
  response: ServerResponse,
  params: URLSearchParams,
  { samples, publicUrl }: { samples: Sample[]; publicUrl: string },
): void {
  const parts = new Set(params.get('part')?.split(','));
  const ids = params.get('id')?.split(',') ?? [];
  if (parts.size === 0 || ids.length === 0 || ids.length > 50) {
    const message = 'The request specifies an invalid filter parameter.';
    sendJson(response, 400, errorBody(400, message, 'invalidFilters', 'youtube.parameter'));
    return;
  }
  const items = ids.flatMap((id) => {
    const sample = samples.find(({ slug }) => videoIdOf(slug) === id);
    if (!sample) return [];
    const all = {
      snippet: snippetOf(sample, publicUrl),
      contentDetails: {
        duration: isoDuration(sample.seconds),
        dimension: '2d',
        definition: 'hd',
        caption: 'false',
        licensedContent: false,
      },
      statistics: { viewCount: String(viewsOf(id)), likeCount: '0', commentCount: '0' },
      status: {
        uploadStatus: 'processed',
        privacyStatus: 'public',
        license: licenseOf(sample),
        embeddable: true,
        publicStatsViewable: true,
      },
    };
    const requested = Object.entries(all).filter(([part]) => parts.has(part));
    return [{ kind: 'youtube#video', id, ...Object.fromEntries(requested) }];
  });
  sendJson(response, 200, {
    kind: 'youtube#videoListResponse',
    pageInfo: { totalResults: items.length, resultsPerPage: items.length },
    items,
  });
}

/** Formats whole seconds like PT1H2M3S. */
function isoDuration(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return `PT${hours ? `${hours}H` : ''}${minutes ? `${minutes}M` : ''}${rest ? `${rest}S` : ''}`;
}

/** Returns a number of views that is constant for a video. */
const viewsOf = (id: string) => createHash('sha256').update(id).digest().readUInt16BE(0);
