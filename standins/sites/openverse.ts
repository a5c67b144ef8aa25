import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CreateSite } from '../mount.ts';
import { sendPage, sendPiece } from '../music/answers.ts';
import {
  ARTIST,
  findPieces,
  lengthMs,
  LICENSE_URL,
  OPENVERSE_PIECES,
  type Piece,
  uuidOf,
} from '../music/pieces.ts';
import { wavBytes } from '../music/synthesise.ts';
import { numberOf, sendJson } from '../videos/answers.ts';
import { createFaults } from '../videos/faults.ts';

const PREFIX = '/standins/openverse';
/** The highest number of results per page for anonymous callers. */
const MOST = 20;
const CATEGORIES = new Set(['audiobook', 'music', 'news', 'podcast', 'pronunciation', 'sound_effect']);
const LICENSE_TYPES = new Set(['all', 'all-cc', 'commercial', 'modification']);

/** Stands in for Openverse: its search for audio, the records, and the files that these link to. */
export const createSite: CreateSite = (publicUrl) => {
  const limited = { status: 429, body: { detail: 'Request was throttled.' } };
  const faults = createFaults(PREFIX, {
    unauthorized: { status: 401, body: { detail: 'Authentication credentials were not provided.' } },
    quota: limited,
    rate: { ...limited, headers: { 'retry-after': '2' } },
    error: { status: 500, body: { detail: 'Server error' } },
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (await faults.handle(request, response)) return;
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stand-in');
    const path = pathname.slice(PREFIX.length);
    const show = (piece: Piece) => audioOf(piece, publicUrl, `http://${request.headers.host}${PREFIX}`);
    if (path === '/v1/audio/') return answerSearch(response, searchParams, show);
    const [, kind, name] = /^\/(v1\/audio|files|pages)\/([\w-]+)(?:\/|\.wav)?$/.exec(path) ?? [];
    const piece = OPENVERSE_PIECES.find((one) => (kind === 'v1/audio' ? uuidOf(one) : one.slug) === name);
    if (!piece) return sendJson(response, 404, { detail: 'No API endpoint or media exists here.' });
    if (kind === 'files') return sendPiece(request, response, piece);
    if (kind === 'pages') return sendPage(response, piece);
    sendJson(response, 200, show(piece));
  }
  return { prefix: PREFIX, handle };
};

function answerSearch(
  response: ServerResponse,
  params: URLSearchParams,
  show: (piece: Piece) => Record<string, unknown>,
): void {
  const page = numberOf(params.get('page'), 1, 1, 1000);
  const size = numberOf(params.get('page_size'), MOST, 1, 500);
  const category = params.get('category') ?? 'music';
  const license = params.get('license_type') ?? 'all';
  const isKnown = CATEGORIES.has(category) && license.split(',').every((one) => LICENSE_TYPES.has(one));
  if (page === null || size === null || !isKnown) {
    return sendJson(response, 400, { detail: 'Invalid input given.' });
  }
  if (size > MOST) return sendJson(response, 401, { detail: `page_size may not exceed ${MOST}.` });
  const pieces = category === 'music' ? findPieces(OPENVERSE_PIECES, params.get('q') ?? '') : [];
  sendJson(response, 200, {
    result_count: pieces.length,
    page_count: Math.ceil(pieces.length / size),
    page_size: size,
    page,
    results: pieces.slice((page - 1) * size, page * size).map(show),
  });
}

function audioOf(piece: Piece, publicUrl: string, ownUrl: string): Record<string, unknown> {
  const id = uuidOf(piece);
  return {
    id,
    title: piece.title,
    foreign_landing_url: `${publicUrl}${PREFIX}/pages/${piece.slug}`,
    url: `${ownUrl}/files/${piece.slug}.wav`,
    creator: ARTIST,
    creator_url: null,
    license: 'cc0',
    license_version: '1.0',
    license_url: LICENSE_URL,
    provider: 'stand-in',
    source: 'stand-in',
    category: 'music',
    genres: ['soundtrack'],
    filesize: wavBytes(piece),
    filetype: 'wav',
    tags: piece.tags.map((name) => ({ name, accuracy: null })),
    attribution: `"${piece.title}" by ${ARTIST} is marked with CC0 1.0.`,
    mature: false,
    duration: lengthMs(piece),
    detail_url: `${ownUrl}/v1/audio/${id}/`,
  };
}
