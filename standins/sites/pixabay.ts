import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendFile } from '../media/ranges.ts';
import type { CreateSite } from '../mount.ts';
import { numberOf, sendJson } from '../videos/answers.ts';
import { createFaults } from '../videos/faults.ts';
import { listSamples, matching, type Sample } from '../videos/samples.ts';

const PREFIX = '/standins/pixabay';
/** The longest query, in characters. */
const MAX_QUERY = 100;
/** The only size that has a file: the large one is larger than a film needs. */
const RIGHT = 'medium';
const SIZES = { large: 2160, medium: 1080, small: 720, tiny: 360 };

/** Stands in for Pixabay: its video API over the sample videos, for any key. */
export const createSite: CreateSite = (publicUrl, folder) => {
  const limited = { status: 429, body: 'API rate limit exceeded' };
  const faults = createFaults(PREFIX, {
    unauthorized: { status: 401, body: 'Unauthorized' },
    quota: limited,
    rate: { ...limited, headers: { 'x-ratelimit-reset': '2' } },
    error: { status: 500, body: 'Internal Server Error' },
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (await faults.handle(request, response)) return;
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in');
    const samples = await listSamples(folder);
    const path = pathname.slice(PREFIX.length);
    const [, id, size] = /^\/files\/(\d+)_(\w+)\.mp4$/.exec(path) ?? [];
    const sample = samples.find(({ slug }) => String(videoIdOf(slug)) === id);
    if (sample && size === RIGHT) {
      return sendFile(request, response, { path: sample.path, type: 'video/mp4' });
    }
    if (path === '/api/videos/') {
      const filesUrl = `http://${request.headers.host}${PREFIX}/files`;
      return answerVideos(response, searchParams, {
        samples,
        show: (shown) => videoOf(shown, publicUrl, filesUrl),
      });
    }
    response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>');
  }
  return { prefix: PREFIX, handle };
};

function answerVideos(
  response: ServerResponse,
  params: URLSearchParams,
  { samples, show }: { samples: Sample[]; show: (sample: Sample) => object },
): void {
  // Errors are sentences, not JSON.
  const refuse = (reason: string) =>
    void response.writeHead(400, { 'content-type': 'text/plain' }).end(`[ERROR 400] ${reason}`);
  if (!params.get('key')) return refuse('Invalid or missing API key.');
  const id = params.get('id');
  const query = params.get('q') ?? '';
  if (query.length > MAX_QUERY) return refuse('"q" is too long.');
  const hits =
    id === null ? matching(samples, query) : samples.filter(({ slug }) => String(videoIdOf(slug)) === id);
  const perPage = numberOf(params.get('per_page'), 20, 3, 200);
  const page = numberOf(params.get('page'), 1, 1, Math.max(1, Math.ceil(hits.length / (perPage ?? 20))));
  if (perPage === null) return refuse('"per_page" is out of valid range.');
  if (page === null) return refuse('"page" is out of valid range.');
  sendJson(response, 200, {
    total: hits.length,
    totalHits: hits.length,
    hits: hits.slice((page - 1) * perPage, page * perPage).map(show),
  });
}

const videoIdOf = (slug: string): number =>
  createHash('sha256').update(`pixabay ${slug}`).digest().readUInt32BE(0);

/** Returns a video in its four sizes. It has no title, only words. */
function videoOf({ slug, title, channel, seconds, bytes }: Sample, publicUrl: string, filesUrl: string) {
  const id = videoIdOf(slug);
  const files = Object.entries(SIZES).map(([size, height]) => [
    size,
    {
      url: `${filesUrl}/${id}_${size}.mp4`,
      width: Math.round((height * 16) / 9),
      height,
      size: bytes,
      thumbnail: `${publicUrl}/standins/media/${slug}.jpg`,
    },
  ]);
  return {
    id,
    pageURL: `https://pixabay.com/videos/id-${id}/`,
    type: 'film',
    tags: (title.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).join(', '),
    duration: Math.max(1, Math.round(seconds)),
    videos: Object.fromEntries(files),
    views: id % 10_000,
    downloads: 0,
    likes: 0,
    user_id: 1,
    user: channel,
  };
}
