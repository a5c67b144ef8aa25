import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendFile } from '../media/ranges.ts';
import type { CreateSite } from '../mount.ts';
import { numberOf, sendJson } from '../videos/answers.ts';
import { createFaults } from '../videos/faults.ts';
import { listSamples, matching, type Sample } from '../videos/samples.ts';

const PREFIX = '/standins/wikimedia';
/** The maximum number of pages with details in one response. */
const MAX_PAGES = 50;
/** The only conversion that has a file. */
const RIGHT = '1080';
const VIDEO_INFO = ['url', 'size', 'mime', 'sha1', 'user', 'extmetadata', 'derivatives'];

const errorBody = (code: string, info: string) => ({ error: { code, info } });

/** Stands in for Wikimedia Commons: the API of MediaWiki with its search and details of videos, and their files. */
export const createSite: CreateSite = (publicUrl, folder) => {
  const limited = errorBody('ratelimited', "You've exceeded your rate limit.");
  const faults = createFaults(PREFIX, {
    unauthorized: { status: 401, body: errorBody('readapidenied', 'You need read permission.') },
    quota: { status: 429, body: limited },
    rate: { status: 429, headers: { 'retry-after': '2' }, body: limited },
    error: { status: 500, body: errorBody('internal_api_error_Exception', 'Caught exception.') },
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (await faults.handle(request, response)) return;
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in');
    const samples = await listSamples(folder);
    const path = pathname.slice(PREFIX.length);
    const [, id, height] = /^\/files\/(\d+)-(\d+)\.mp4$/.exec(path) ?? [];
    if (id !== undefined) {
      const sample = samples.find(({ slug }) => String(pageIdOf(slug)) === id);
      if (sample && height === RIGHT) {
        return sendFile(request, response, { path: sample.path, type: 'video/mp4' });
      }
      response.writeHead(404, { 'content-type': 'text/plain' }).end('File not found');
      return;
    }
    if (path !== '/w/api.php') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
      return;
    }
    // The policy on user agents: programs name their operator.
    if (!/\(https?:\/\/\S+\)/.test(request.headers['user-agent'] ?? '')) {
      response.writeHead(403, { 'content-type': 'text/plain' }).end('Please set a user agent.');
      return;
    }
    const filesUrl = `http://${request.headers.host}${PREFIX}/files`;
    const show = (sample: Sample, index?: number) => pageOf(sample, { index, publicUrl, filesUrl });
    answerQuery(response, searchParams, { samples, show });
  }
  return { prefix: PREFIX, handle };
};

function answerQuery(
  response: ServerResponse,
  params: URLSearchParams,
  { samples, show }: { samples: Sample[]; show: (sample: Sample, index?: number) => object },
): void {
  // MediaWiki reports errors with status 200.
  const refuse = (code: string, info: string) => sendJson(response, 200, errorBody(code, info));
  const properties = new Set(params.get('viprop')?.split('|'));
  const isComplete = params.get('prop') === 'videoinfo' && VIDEO_INFO.every((name) => properties.has(name));
  if (params.get('action') !== 'query' || params.get('format') !== 'json' || !isComplete) {
    return refuse('badvalue', 'Unrecognized value for a parameter.');
  }
  const ids = params.get('pageids')?.split('|');
  if (ids) {
    const pages = ids.map((id) => {
      const sample = samples.find(({ slug }) => String(pageIdOf(slug)) === id);
      return sample ? show(sample) : { pageid: Number(id) || 0, missing: true };
    });
    return sendJson(response, 200, { batchcomplete: true, query: { pages } });
  }
  const [, words] = /^filetype:video (.+)$/.exec(params.get('gsrsearch') ?? '') ?? [];
  const limit = numberOf(params.get('gsrlimit'), 10, 1, MAX_PAGES);
  const offset = numberOf(params.get('gsroffset'), 0, 0, 10_000);
  const isOfFiles = params.get('generator') === 'search' && params.get('gsrnamespace') === '6';
  if (!isOfFiles || words === undefined || limit === null || offset === null) {
    return refuse('badvalue', 'Unrecognized value for a parameter.');
  }
  const hits = matching(samples, words);
  const end = offset + limit;
  const pages = hits.slice(offset, end).map((sample, index) => show(sample, offset + index + 1));
  sendJson(response, 200, {
    batchcomplete: true,
    ...(end < hits.length && { continue: { gsroffset: end, continue: 'gsroffset||' } }),
    query: {
      ...(params.get('list') === 'search' && { searchinfo: { totalhits: hits.length }, search: [] }),
      // The pages are in any order, and none is an absent list.
      ...(pages.length > 0 && { pages: pages.toReversed() }),
    },
  });
}

const pageIdOf = (slug: string): number =>
  createHash('sha256').update(`wikimedia ${slug}`).digest().readUInt32BE(0);

function pageOf(
  { slug, title, description, channel, license, seconds, bytes, modified }: Sample,
  { index, publicUrl, filesUrl }: { index: number | undefined; publicUrl: string; filesUrl: string },
): object {
  const pageid = pageIdOf(slug);
  const hash = createHash('sha1').update(`${slug} ${bytes} ${modified.getTime()}`);
  const url = `${filesUrl}/${pageid}-2160.mp4`;
  const fact = (value: string) => ({ value, source: 'commons-desc-page' });
  const conversion = (width: number, height: number) => ({
    src: `${filesUrl}/${pageid}-${height}.mp4`,
    type: 'video/mp4; codecs="avc1, mp4a"',
    transcodekey: `${height}p.mp4`,
    width,
    height,
  });
  return {
    pageid,
    ns: 6,
    title: `File:${title}.mp4`,
    ...(index !== undefined && { index }),
    videoinfo: [
      {
        user: 'Uploader',
        size: bytes * 10,
        width: 3840,
        height: 2160,
        duration: seconds,
        thumburl: `${publicUrl}/standins/media/${slug}.jpg`,
        url,
        descriptionurl: `https://commons.wikimedia.org/?curid=${pageid}`,
        mime: 'video/mp4',
        sha1: hash.digest('hex'),
        extmetadata: {
          ImageDescription: fact(`<p>${description}</p>`),
          Artist: fact(`<a href="//commons.wikimedia.org/wiki/User:Samples">${channel}</a>`),
          ...(license && { LicenseShortName: fact(license), AttributionRequired: fact('false') }),
        },
        derivatives: [
          { src: url, type: 'video/mp4', width: 3840, height: 2160 },
          conversion(640, 360),
          conversion(1920, Number(RIGHT)),
          { ...conversion(1920, 1081), type: 'application/vnd.apple.mpegurl' },
        ],
      },
    ],
  };
}
