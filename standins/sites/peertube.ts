import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendFile } from '../media/ranges.ts';
import type { CreateSite } from '../mount.ts';
import { numberOf, sendJson } from '../videos/answers.ts';
import { createFaults } from '../videos/faults.ts';
import { listSamples, matching, type Sample } from '../videos/samples.ts';

const PREFIX = '/standins/peertube';
const SERVER = 'videos.example';
/** The only height that has a file: any other would be too small for a film, or larger than it needs. */
const RIGHT = '1080';
/** The licences of the samples by their numbers at PeerTube. */
const LICENCES: Record<string, { id: number; label: string }> = {
  CC0: { id: 7, label: 'Public Domain Dedication' },
};

const problem = (status: number, detail: string) => ({
  type: 'about:blank',
  title: 'Error',
  status,
  detail,
  error: detail,
});

/**
 * Stands in for SepiaSearch and for one PeerTube server: the search over servers, and the records and files of the
 * sample videos on that server.
 */
export const createSite: CreateSite = (publicUrl, folder) => {
  const limited = { status: 429, body: problem(429, 'Too many requests.') };
  const faults = createFaults(PREFIX, {
    unauthorized: { status: 401, body: problem(401, 'Unauthorized.') },
    quota: limited,
    rate: { ...limited, headers: { 'retry-after': '2' } },
    error: { status: 500, body: problem(500, 'Internal error.') },
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (await faults.handle(request, response)) return;
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in');
    const samples = await listSamples(folder);
    const path = pathname.slice(PREFIX.length);
    if (path === '/api/v1/search/videos') {
      return answerSearch(response, searchParams, { samples, publicUrl });
    }
    const [, kind, uuid, height] =
      /^\/(api\/v1\/videos|files)\/([\da-f-]{36})(?:-(\d+)\.mp4)?$/.exec(path) ?? [];
    const sample = samples.find(({ slug }) => uuidOf(slug) === uuid);
    if (sample && kind === 'files' && height === RIGHT) {
      return sendFile(request, response, { path: sample.path, type: 'video/mp4' });
    }
    if (sample && kind !== 'files' && height === undefined) {
      const filesUrl = `http://${request.headers.host}${PREFIX}/files`;
      return sendJson(response, 200, detailsOf(sample, publicUrl, filesUrl));
    }
    sendJson(response, 404, problem(404, 'Video not found'));
  }
  return { prefix: PREFIX, handle };
};

function answerSearch(
  response: ServerResponse,
  params: URLSearchParams,
  { samples, publicUrl }: { samples: Sample[]; publicUrl: string },
): void {
  const start = numberOf(params.get('start'), 0, 0, 10_000);
  const count = numberOf(params.get('count'), 15, 0, 100);
  const min = numberOf(params.get('durationMin'), 0, 0, 1_000_000);
  const max = numberOf(params.get('durationMax'), Number.MAX_SAFE_INTEGER, 0, 1_000_000);
  const licences = params.getAll('licenceOneOf').map(Number);
  if (start === null || count === null || min === null || max === null || licences.includes(Number.NaN)) {
    return sendJson(response, 400, problem(400, 'Incorrect request parameters'));
  }
  const hits = matching(samples, params.get('search') ?? '')
    .filter((sample) => secondsOf(sample) >= min && secondsOf(sample) <= max)
    .filter((sample) => licences.length === 0 || licences.includes(LICENCES[sample.license]?.id ?? 0));
  sendJson(response, 200, {
    total: hits.length,
    data: hits.slice(start, start + count).map((sample) => videoOf(sample, publicUrl)),
  });
}

function uuidOf(slug: string): string {
  const hex = createHash('sha256').update(`peertube ${slug}`).digest('hex');
  const [, ...parts] = /^(.{8})(.{4})(.{4})(.{4})(.{12})/.exec(hex)!;
  return parts.join('-');
}

/** Returns a length as PeerTube has it, in whole seconds. */
const secondsOf = ({ seconds }: Sample): number => Math.max(1, Math.round(seconds));

function videoOf(sample: Sample, publicUrl: string) {
  const { slug, title, description, channel, license, modified } = sample;
  const uuid = uuidOf(slug);
  return {
    uuid,
    name: title,
    description,
    duration: secondsOf(sample),
    url: `https://${SERVER}/videos/watch/${uuid}`,
    thumbnailUrl: `${publicUrl}/standins/media/${slug}.jpg`,
    views: Number.parseInt(uuid.slice(0, 3), 16),
    licence: LICENCES[license] ?? { id: null, label: 'Unknown' },
    isLive: false,
    nsfw: false,
    publishedAt: modified.toISOString(),
    account: { name: 'samples', displayName: channel, host: SERVER },
    channel: { name: 'samples', displayName: channel, host: SERVER },
  };
}

/** Returns the record of a video with its files: plain ones, and a stream with separate audio and video. */
function detailsOf(sample: Sample, publicUrl: string, filesUrl: string) {
  const file = (height: number) => ({
    resolution: { id: height, label: `${height}p` },
    size: sample.bytes,
    fps: 25,
    hasAudio: true,
    hasVideo: true,
    fileUrl: `${filesUrl}/${uuidOf(sample.slug)}-${height}.mp4`,
  });
  const parts = [
    { ...file(1080), hasAudio: false, fileUrl: `${filesUrl}/video-only.mp4` },
    { ...file(0), hasVideo: false, fileUrl: `${filesUrl}/audio-only.mp4` },
  ];
  return {
    ...videoOf(sample, publicUrl),
    downloadEnabled: true,
    updatedAt: sample.modified.toISOString(),
    files: [file(360), file(Number(RIGHT)), file(2160)],
    streamingPlaylists: [{ id: 1, type: 1, playlistUrl: `${filesUrl}/master.m3u8`, files: parts }],
  };
}
