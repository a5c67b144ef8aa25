import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendFile } from '../media/ranges.ts';
import type { CreateSite } from '../mount.ts';
import { numberOf, sendJson } from '../videos/answers.ts';
import { createFaults } from '../videos/faults.ts';
import { listSamples, matching, type Sample } from '../videos/samples.ts';

const PREFIX = '/standins/pexels';
const UNAUTHORIZED = { status: 401, body: { error: 'Unauthorized' } };
/** The only quality that has a file: any other would be too small for a film, or larger than it needs. */
const RIGHT = '1080';

/** Stands in for Pexels: its video API over the sample videos, for any key. */
export const createSite: CreateSite = (publicUrl, folder) => {
  const faults = createFaults(PREFIX, {
    unauthorized: UNAUTHORIZED,
    // Pexels' 429 does not say how long the limit lasts.
    quota: { status: 429, body: { error: 'Rate limit exceeded' } },
    rate: { status: 429, headers: { 'retry-after': '2' }, body: { error: 'Rate limit exceeded' } },
    error: { status: 500, body: { error: 'Internal Server Error' } },
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (await faults.handle(request, response)) return;
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in');
    const samples = await listSamples(folder);
    const path = pathname.slice(PREFIX.length);
    const [, kind, id, quality] = /^\/(files|videos\/videos)\/(\d+)(?:-(\d+)\.mp4)?$/.exec(path) ?? [];
    const sample = samples.find(({ slug }) => String(videoIdOf(slug)) === id);
    if (kind === 'files') {
      if (sample && quality === RIGHT) {
        return sendFile(request, response, { path: sample.path, type: 'video/mp4' });
      }
      return sendJson(response, 404, { error: 'Not Found' });
    }
    // The header is the key alone, without a scheme.
    if (!/^\S+$/.test(request.headers.authorization ?? '')) {
      return sendJson(response, UNAUTHORIZED.status, UNAUTHORIZED.body);
    }
    const filesUrl = `http://${request.headers.host}${PREFIX}/files`;
    const show = (sample: Sample) => videoOf(sample, publicUrl, filesUrl);
    if (path === '/videos/search') {
      const page = numberOf(searchParams.get('page'), 1, 1, 10_000);
      const perPage = numberOf(searchParams.get('per_page'), 15, 1, 80);
      const query = searchParams.get('query') ?? '';
      if (query.trim() === '' || page === null || perPage === null) {
        return sendJson(response, 400, { error: 'Bad Request' });
      }
      const hits = matching(samples, query);
      const next = new URLSearchParams({ query, page: String(page + 1), per_page: String(perPage) });
      return sendJson(response, 200, {
        page,
        per_page: perPage,
        total_results: hits.length,
        url: `https://www.pexels.com/search/videos/${encodeURIComponent(query)}/`,
        // The last page has no `next_page`.
        ...(page * perPage < hits.length && {
          next_page: `https://api.pexels.com/videos/search?${next}`,
        }),
        videos: hits.slice((page - 1) * perPage, page * perPage).map(show),
      });
    }
    if (kind && sample) return sendJson(response, 200, show(sample));
    sendJson(response, 404, { error: 'Not Found' });
  }
  return { prefix: PREFIX, handle };
};

const videoIdOf = (slug: string): number =>
  createHash('sha256').update(`pexels ${slug}`).digest().readUInt32BE(0);

/** Pexels has each video in many sizes, of which a film needs one, and as a stream. */
function videoOf({ slug, title, channel, seconds }: Sample, publicUrl: string, filesUrl: string) {
  const id = videoIdOf(slug);
  const words = title.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const file = (index: number, quality: string, width: number, height: number) => ({
    id: id + index,
    quality,
    file_type: 'video/mp4',
    width,
    height,
    fps: 25,
    link: `${filesUrl}/${id}-${height}.mp4`,
  });
  return {
    id,
    width: 3840,
    height: 2160,
    // Pexels' videos have no titles other than these words.
    url: `https://www.pexels.com/video/${encodeURIComponent([...words, id].join('-'))}/`,
    image: `${publicUrl}/standins/media/${slug}.jpg`,
    duration: Math.max(1, Math.round(seconds)),
    user: { id: 1, name: channel, url: 'https://www.pexels.com/@samples' },
    video_files: [
      file(1, 'sd', 640, 360),
      file(2, 'uhd', 3840, 2160),
      { ...file(3, 'hls', 0, 0), file_type: 'application/x-mpegURL', width: null, height: null },
      file(4, 'hd', 1920, Number(RIGHT)),
      file(5, 'hd', 1280, 720),
    ],
  };
}
