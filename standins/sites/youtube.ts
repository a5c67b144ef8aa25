import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendFile } from '../media/ranges.ts';
import type { CreateSite } from '../mount.ts';
import { sendJson } from '../videos/answers.ts';
import { createFaults } from '../videos/faults.ts';
import { listSamples } from '../videos/samples.ts';
import { errorBody } from '../youtube/errors.ts';
import { answerSearch } from '../youtube/search.ts';
import { answerVideos, videoIdOf } from '../youtube/videos.ts';

const PREFIX = '/standins/youtube';
const API = `${PREFIX}/youtube/v3`;
const QUOTA =
  'The request cannot be completed because you have exceeded your <a href="/youtube/v3/getting-started#quota">quota</a>.';

/**
 * Stands in for YouTube: its Data API v3 with the sample videos, for any key. The videos' pages are served as
 * files.
 */
export const createSite: CreateSite = (publicUrl, folder) => {
  const faults = createFaults(PREFIX, {
    unauthorized: {
      status: 401,
      body: errorBody(401, 'Request had invalid authentication credentials.', 'authError', 'global'),
    },
    quota: { status: 403, body: errorBody(403, QUOTA, 'quotaExceeded', 'youtube.quota') },
    rate: {
      status: 429,
      headers: { 'retry-after': '2' },
      body: errorBody(429, 'Resource has been exhausted.', 'rateLimitExceeded', 'usageLimits'),
    },
    error: { status: 500, body: errorBody(500, 'Backend Error', 'backendError', 'global') },
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (await faults.handle(request, response)) return;
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in');
    const samples = await listSamples(folder);
    if (pathname === `${API}/search` || pathname === `${API}/videos`) {
      if (!searchParams.has('key') && !request.headers['x-goog-api-key']) {
        const message = 'The request is missing a valid API key.';
        return sendJson(response, 403, errorBody(403, message, 'forbidden', 'global'));
      }
      if (pathname.endsWith('/search')) return answerSearch(response, searchParams, samples);
      return answerVideos(response, searchParams, { samples, publicUrl });
    }
    const file = pathname.startsWith(`${PREFIX}/files/`) && pathname.slice(`${PREFIX}/files/`.length);
    const sample = samples.find(({ slug }) => videoIdOf(slug) === file);
    if (sample) return sendFile(request, response, { path: sample.path, type: 'video/mp4' });
    sendJson(response, 404, errorBody(404, 'Not Found', 'notFound', 'global'));
  }
  return { prefix: PREFIX, handle };
};
