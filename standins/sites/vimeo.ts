import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendFile } from '../media/ranges.ts';
import type { CreateSite } from '../mount.ts';
import { numberOf, sendJson } from '../videos/answers.ts';
import { createFaults } from '../videos/faults.ts';
import { listSamples, matching, type Sample } from '../videos/samples.ts';

const PREFIX = '/standins/vimeo';
const MINUTE_MS = 60_000;

const errorBody = (error: string, code: number, developer: string) => ({
  error,
  link: null,
  developer_message: developer,
  error_code: code,
});
const UNAUTHORIZED = {
  status: 401,
  body: errorBody(
    'You must provide a valid authenticated access token.',
    8003,
    'The user credentials are invalid.',
  ),
};
const NOT_FOUND = errorBody(
  "The requested video couldn't be found.",
  5000,
  'The video does not exist, or it is private.',
);
const rateBody = errorBody('Too many API requests. Wait an hour or so, then try again.', 9000, 'Rate limit');

/**
 * Stands in for Vimeo: its API 3.4 with the sample videos, for any token. The videos' pages are served as
 * files.
 */
export const createSite: CreateSite = (publicUrl, folder) => {
  const faults = createFaults(PREFIX, {
    unauthorized: UNAUTHORIZED,
    quota: {
      status: 429,
      // Computed for each response, not once at the start.
      get headers() {
        return { 'x-ratelimit-reset': new Date(Date.now() + MINUTE_MS).toISOString() };
      },
      body: rateBody,
    },
    rate: { status: 429, headers: { 'retry-after': '2' }, body: rateBody },
    error: { status: 500, body: errorBody('Something went wrong on our end.', 1000, 'Internal error') },
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (await faults.handle(request, response)) return;
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in');
    const samples = await listSamples(folder);
    const path = pathname.slice(PREFIX.length);
    const [, kind, id] = /^\/(videos|files)\/(\d+)$/.exec(path) ?? [];
    const sample = samples.find(({ slug }) => videoIdOf(slug) === id);
    if (kind === 'files' && sample) {
      return sendFile(request, response, { path: sample.path, type: 'video/mp4' });
    }
    if (!/^bearer \S+$/i.test(request.headers.authorization ?? '')) {
      return sendJson(response, UNAUTHORIZED.status, UNAUTHORIZED.body);
    }
    if (path === '/videos') return answerSearch(response, searchParams, { samples, publicUrl });
    if (kind === 'videos' && sample) {
      return sendJson(response, 200, only(videoOf(sample, publicUrl), searchParams.get('fields')));
    }
    sendJson(response, 404, NOT_FOUND);
  }
  return { prefix: PREFIX, handle };
};

function answerSearch(
  response: ServerResponse,
  params: URLSearchParams,
  { samples, publicUrl }: { samples: Sample[]; publicUrl: string },
): void {
  const query = params.get('query') ?? '';
  const page = numberOf(params.get('page'), 1, 1, 10_000);
  const perPage = numberOf(params.get('per_page'), 25, 1, 100);
  if (query.trim() === '' || page === null || perPage === null) {
    const error = 'You have provided an invalid parameter. Please contact the developer of this application.';
    return sendJson(response, 400, errorBody(error, 2204, 'The parameters passed to this API are invalid.'));
  }
  const filter = params.get('filter');
  const hits = matching(samples, query).filter(({ license }) => filter !== 'CC' || license !== '');
  const last = Math.max(1, Math.ceil(hits.length / perPage));
  const link = (to: number) =>
    `/videos?${new URLSearchParams({ query, per_page: String(perPage), page: String(to) })}`;
  sendJson(response, 200, {
    total: hits.length,
    page,
    per_page: perPage,
    paging: {
      next: page < last ? link(page + 1) : null,
      previous: page > 1 ? link(page - 1) : null,
      first: link(1),
      last: link(last),
    },
    data: hits
      .slice((page - 1) * perPage, page * perPage)
      .map((sample) => only(videoOf(sample, publicUrl), params.get('fields'))),
  });
}

/** Returns a video's ID, which is a number as at Vimeo. */
const videoIdOf = (slug: string): string =>
  String(createHash('sha256').update(`vimeo ${slug}`).digest().readUInt32BE(0));

function videoOf(
  { slug, title, description, channel, license, seconds, modified }: Sample,
  publicUrl: string,
) {
  const id = videoIdOf(slug);
  const picture = `${publicUrl}/standins/media/${slug}.jpg`;
  return {
    uri: `/videos/${id}`,
    name: title,
    description: description || null,
    type: 'video',
    link: `https://vimeo.com/${id}`,
    duration: Math.max(1, Math.round(seconds)),
    license: license ? license.toLowerCase() : null,
    created_time: modified.toISOString(),
    modified_time: modified.toISOString(),
    stats: { plays: Number(id) % 10_000 },
    user: { uri: '/users/1', name: channel },
    pictures: {
      base_link: picture,
      sizes: [100, 295, 640].map((width) => ({
        width,
        height: Math.round((width * 9) / 16),
        link: picture,
      })),
    },
    privacy: { view: 'anybody', embed: 'public', download: false },
  };
}

/** Returns the requested fields, such as `name,user.name`; all by default. */
function only(video: Record<string, unknown>, fields: string | null): Record<string, unknown> {
  if (fields === null) return video;
  const names = new Set(fields.split(',').map((field) => field.split('.')[0]!));
  return Object.fromEntries(Object.entries(video).filter(([name]) => names.has(name)));
}
