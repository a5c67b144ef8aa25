import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { sendFile } from '../media/ranges.ts';
import type { CreateSite } from '../mount.ts';
import { answerMusic } from '../music/archive-items.ts';
import { numberOf, sendJson } from '../videos/answers.ts';
import { createFaults } from '../videos/faults.ts';
import { listSamples, matching, type Sample } from '../videos/samples.ts';

const PREFIX = '/standins/archive';
const LICENSE_URL = 'http://creativecommons.org/publicdomain/zero/1.0/';
const FIELDS = ['identifier', 'title', 'description', 'creator', 'licenseurl', 'downloads'];
/** The parts of a search expression that are not words: operators, field filters, parentheses and quotes. */
const FILTERS = /\b(AND|OR|NOT)\b|\b[\w-]+:\S+|[()"]/g;

/** Stands in for the Internet Archive: its search, its items' records, pictures and files, and its music. */
export const createSite: CreateSite = (_publicUrl, folder) => {
  const faults = createFaults(PREFIX, {
    unauthorized: { status: 401, body: { error: 'Unauthorized' } },
    quota: { status: 429, body: { error: 'Too Many Requests' } },
    rate: { status: 429, headers: { 'retry-after': '2' }, body: { error: 'Too Many Requests' } },
    error: { status: 500, body: { error: 'Internal Server Error' } },
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (await faults.handle(request, response)) return;
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in');
    const path = pathname.slice(PREFIX.length);
    if (answerMusic(request, response, { path, params: searchParams })) return;
    const samples = await listSamples(folder);
    if (path === '/advancedsearch.php') return answerSearch(response, searchParams, samples);
    const [, kind, id] = /^\/(metadata|services\/img|download)\/([\w.-]+)(?:\/[\w.-]+)?$/.exec(path) ?? [];
    const sample = samples.find(({ slug }) => slug === id);
    if (kind === 'metadata') {
      // The response for a missing item is an empty record.
      return sendJson(response, 200, sample ? recordOf(sample) : {});
    }
    if (kind && sample) {
      const picture = { path: join(dirname(sample.path), `${sample.slug}.jpg`), type: 'image/jpeg' };
      const film = { path: sample.path, type: 'video/mp4' };
      return sendFile(request, response, kind === 'download' ? film : picture);
    }
    response.writeHead(404, { 'content-type': 'text/plain' }).end('Item not available');
  }
  return { prefix: PREFIX, handle };
};

function answerSearch(response: ServerResponse, params: URLSearchParams, samples: Sample[]): void {
  const rows = numberOf(params.get('rows'), 50, 0, 10_000);
  const page = numberOf(params.get('page'), 1, 1, 10_000);
  const q = params.get('q') ?? '';
  if (rows === null || page === null || q === '' || params.get('output') !== 'json') {
    response.writeHead(400, { 'content-type': 'text/html' }).end('<h1>Bad request</h1>');
    return;
  }
  const hits = matching(samples, q.replaceAll(FILTERS, ' '));
  const start = (page - 1) * rows;
  const fields = params.getAll('fl[]');
  sendJson(response, 200, {
    responseHeader: { status: 0, QTime: 1, params: { query: q, rows: String(rows), start } },
    response: {
      numFound: hits.length,
      start,
      docs: hits.slice(start, start + rows).map((sample) => docOf(sample, fields)),
    },
  });
}

function docOf(sample: Sample, fields: string[]): Record<string, unknown> {
  const all: Record<string, unknown> = {
    ...metadataOf(sample),
    downloads: createHash('sha256').update(sample.slug).digest().readUInt16BE(0),
  };
  const requested = fields.length > 0 ? fields : FIELDS;
  return Object.fromEntries(requested.filter((name) => name in all).map((name) => [name, all[name]]));
}

const metadataOf = ({ slug, title, description, channel, license }: Sample) => ({
  identifier: slug,
  mediatype: 'movies',
  title,
  description: `<div>${description}</div>`,
  creator: channel,
  ...(license && { licenseurl: LICENSE_URL }),
});

function recordOf(sample: Sample): Record<string, unknown> {
  // Not a hash of the bytes, which would have to be read for each hit, but it also differs between versions
  // of the file.
  const hash = createHash('md5').update(`${sample.slug} ${sample.bytes} ${sample.modified.getTime()}`);
  return {
    created: Math.floor(sample.modified.getTime() / 1000),
    dir: `/1/items/${sample.slug}`,
    files: [
      { name: `${sample.slug}_meta.xml`, source: 'original', format: 'Metadata', size: '1000' },
      {
        name: `${sample.slug}.mp4`,
        source: 'original',
        format: 'h.264',
        size: String(sample.bytes),
        length: sample.seconds.toFixed(2),
        md5: hash.digest('hex'),
      },
    ],
    item_size: sample.bytes,
    metadata: metadataOf(sample),
  };
}
