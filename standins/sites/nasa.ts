import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendFile } from '../media/ranges.ts';
import type { CreateSite } from '../mount.ts';
import { numberOf, sendJson } from '../videos/answers.ts';
import { createFaults } from '../videos/faults.ts';
import { listSamples, matching, type Sample } from '../videos/samples.ts';

const PREFIX = '/standins/nasa';
/** The only size that has a file, since the original is too large for a film and the others too small. */
const RIGHT = 'large';

/** Stands in for NASA's Image and Video Library: its search, and the files and metadata of its videos. */
export const createSite: CreateSite = (publicUrl, folder) => {
  const limited = { status: 429, body: { reason: 'Too many requests' } };
  const faults = createFaults(PREFIX, {
    unauthorized: { status: 401, body: { reason: 'Unauthorized' } },
    quota: limited,
    rate: { ...limited, headers: { 'retry-after': '2' } },
    error: { status: 500, body: { reason: 'Internal Server Error' } },
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (await faults.handle(request, response)) return;
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in');
    const samples = await listSamples(folder);
    const path = decodeURIComponent(pathname.slice(PREFIX.length));
    const ownUrl = `http://${request.headers.host}${PREFIX}`;
    if (path === '/search') return answerSearch(response, searchParams, { samples, ownUrl, publicUrl });
    const [, kind, id, name] = /^\/(asset|files)\/([^/~]+)(?:\/(.+))?$/.exec(path) ?? [];
    const sample = samples.find((one) => idOf(one) === id);
    if (sample && kind === 'files' && name === `${id}~${RIGHT}.mp4`) {
      return sendFile(request, response, { path: sample.path, type: 'video/mp4' });
    }
    if (sample && kind === 'files' && name === 'metadata.json') {
      return sendJson(response, 200, {
        'AVAIL:NASAID': id,
        'File:FileSize': `${sample.bytes} bytes`,
        'QuickTime:Duration': durationText(sample.seconds),
      });
    }
    if (sample && kind === 'asset') {
      const base = `${ownUrl}/files/${id}`;
      const sizes = ['orig', 'preview', RIGHT, 'medium', 'small', 'mobile'];
      // The addresses are not escaped.
      const files = [
        ...sizes.map((size) => `${id}~${size}.mp4`),
        `${id}~thumb.jpg`,
        `${id}.vtt`,
        'metadata.json',
      ];
      const items = files.map((file) => ({ href: `${base}/${file}` }));
      return sendJson(response, 200, { collection: { version: '1.1', href: ownUrl, items } });
    }
    sendJson(response, 404, { reason: 'Resource not found or is empty.' });
  }
  return { prefix: PREFIX, handle };
};

function answerSearch(
  response: ServerResponse,
  params: URLSearchParams,
  { samples, ownUrl, publicUrl }: { samples: Sample[]; ownUrl: string; publicUrl: string },
): void {
  const page = numberOf(params.get('page'), 1, 1, 100);
  const size = numberOf(params.get('page_size'), 100, 1, 100);
  const query = params.get('q') ?? '';
  if (query.trim() === '' || page === null || size === null || params.get('media_type') !== 'video') {
    return sendJson(response, 400, { reason: 'Expected a valid search.' });
  }
  const hits = matching(samples, query);
  sendJson(response, 200, {
    collection: {
      version: '1.1',
      href: `${ownUrl}/search`,
      items: hits.slice((page - 1) * size, page * size).map((sample) => itemOf(sample, ownUrl, publicUrl)),
      metadata: { total_hits: hits.length },
    },
  });
}

/** Returns a video's ID. NASA's contain spaces. */
const idOf = ({ slug }: Sample): string => `SAMPLE_${slug.replaceAll('-', ' ')}`;

const itemOf = (sample: Sample, ownUrl: string, publicUrl: string) => ({
  href: `${ownUrl}/files/${idOf(sample)}/collection.json`,
  data: [
    {
      nasa_id: idOf(sample),
      title: sample.title,
      description: sample.description,
      media_type: 'video',
      center: 'HQ',
      secondary_creator: sample.channel,
      date_created: sample.modified.toISOString(),
      keywords: sample.tags,
    },
  ],
  links: [
    { href: `${publicUrl}/standins/media/${sample.slug}.jpg`, rel: 'preview', render: 'image' },
    { href: `${ownUrl}/files/${idOf(sample)}/${idOf(sample)}.vtt`, rel: 'captions' },
  ],
});

/** Formats a length as the metadata have it: "17.55 s", from half a minute on "0:01:23". */
function durationText(seconds: number): string {
  if (seconds < 30) return `${seconds.toFixed(2)} s`;
  const whole = Math.round(seconds);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
}
