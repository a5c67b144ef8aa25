import type { ServerResponse } from 'node:http';
import { numberOf, sendJson } from '../videos/answers.ts';
import { matching, type Sample } from '../videos/samples.ts';
import { errorBody } from './errors.ts';
import { licenseOf, snippetOf, videoIdOf } from './videos.ts';

/** The lengths that each value of `videoDuration` selects. */
const DURATIONS: Record<string, (seconds: number) => boolean> = {
  any: () => true,
  short: (seconds) => seconds < 240,
  medium: (seconds) => seconds >= 240 && seconds <= 1200,
  long: (seconds) => seconds > 1200,
};

const LICENSES = new Set(['any', 'creativeCommon', 'youtube']);

/** `search.list`: 5 hits unless maxResults requests up to 50, and further ones by page tokens. */
export function answerSearch(response: ServerResponse, params: URLSearchParams, samples: Sample[]): void {
  const refuse = (message: string, reason: string) =>
    sendJson(response, 400, errorBody(400, message, reason, 'youtube.parameter'));
  if (!params.has('part')) return refuse('No filter selected.', 'missingRequiredParameter');
  const maxResults = numberOf(params.get('maxResults'), 5, 0, 50);
  if (maxResults === null) return refuse('Values must be within the range: [0, 50]', 'invalidParameter');
  const matchesDuration = DURATIONS[params.get('videoDuration') ?? 'any'];
  const needsType = params.has('videoDuration') && params.get('type') !== 'video';
  if (!matchesDuration || needsType)
    return refuse('Invalid value for videoDuration.', 'invalidVideoDuration');
  const license = params.get('videoLicense') ?? 'any';
  const mayChooseLicense = license === 'any' || params.get('type') === 'video';
  if (!LICENSES.has(license) || !mayChooseLicense)
    return refuse('Invalid value for videoLicense.', 'invalidVideoLicense');
  const start = readToken(params.get('pageToken'));
  if (start === null) return refuse('The request specifies an invalid page token.', 'invalidPageToken');
  const hits = matching(samples, params.get('q') ?? '')
    .filter(({ seconds }) => matchesDuration(seconds))
    .filter((sample) => license === 'any' || licenseOf(sample) === license);
  const end = start + maxResults;
  sendJson(response, 200, {
    kind: 'youtube#searchListResponse',
    regionCode: 'US',
    ...(end < hits.length && maxResults > 0 && { nextPageToken: pageToken(end) }),
    ...(start > 0 && { prevPageToken: pageToken(Math.max(0, start - maxResults)) }),
    pageInfo: { totalResults: hits.length, resultsPerPage: maxResults },
    items: hits.slice(start, end).map((sample) => ({
      kind: 'youtube#searchResult',
      id: { kind: 'youtube#video', videoId: videoIdOf(sample.slug) },
      ...(params.get('part')!.split(',').includes('snippet') && { snippet: snippetOf(sample, '') }),
    })),
  });
}

/** Tokens are opaque to clients. */
const pageToken = (start: number) => Buffer.from(`page:${start}`).toString('base64url');

/** Returns the first hit's index, or `null` if the token is invalid. */
function readToken(token: string | null): number | null {
  if (token === null) return 0;
  const start = /^page:(\d{1,6})$/.exec(Buffer.from(token, 'base64url').toString('latin1'))?.[1];
  return start === undefined ? null : Number(start);
}
