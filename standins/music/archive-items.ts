import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { numberOf, sendJson } from '../videos/answers.ts';
import { sendPage, sendPiece } from './answers.ts';
import { ARCHIVE_PIECES, ARTIST, findPieces, lengthMs, LICENSE_URL, type Piece } from './pieces.ts';
import { wavBytes } from './synthesise.ts';

const identifierOf = ({ slug }: Piece) => `generated-${slug}`;
const fileNameOf = ({ title }: Piece) => `${title}.wav`;

/**
 * Handles the Internet Archive's requests about music: searches for audio, and the records, pages and files
 * of its items.
 * @param path without the stand-in's prefix
 * @returns false if the request is for anything else
 */
export function answerMusic(
  request: IncomingMessage,
  response: ServerResponse,
  { path, params }: { path: string; params: URLSearchParams },
): boolean {
  if (path === '/advancedsearch.php' && params.get('q')?.includes('mediatype:audio')) {
    answerSearch(response, params);
    return true;
  }
  const [, kind, id, name] = /^\/(metadata|details|download)\/([\w.-]+)(?:\/([^/]+))?$/.exec(path) ?? [];
  const piece = ARCHIVE_PIECES.find((one) => identifierOf(one) === id);
  if (!piece || (kind === 'download' && decodeURIComponent(name ?? '') !== fileNameOf(piece))) return false;
  if (kind === 'metadata') sendJson(response, 200, recordOf(piece));
  else if (kind === 'details') sendPage(response, piece);
  else sendPiece(request, response, piece);
  return true;
}

function answerSearch(response: ServerResponse, params: URLSearchParams): void {
  const q = params.get('q')!;
  const rows = numberOf(params.get('rows'), 50, 0, 10_000);
  const page = numberOf(params.get('page'), 1, 1, 10_000);
  if (rows === null || page === null || params.get('output') !== 'json') {
    response.writeHead(400, { 'content-type': 'text/html' }).end('<h1>Bad request</h1>');
    return;
  }
  const [, words = ''] = /^\(([^)]*)\)/.exec(q) ?? [];
  const [, subjects] = /\bsubject:\(([^)]*)\)/.exec(q) ?? [];
  const requestedTags = subjects?.split(' OR ');
  const pieces = findPieces(ARCHIVE_PIECES, words).filter(
    ({ tags }) => requestedTags === undefined || requestedTags.some((subject) => tags.includes(subject)),
  );
  const start = (page - 1) * rows;
  const fields = new Set(params.getAll('fl[]'));
  sendJson(response, 200, {
    responseHeader: { status: 0, QTime: 1, params: { query: q, rows: String(rows), start } },
    response: {
      numFound: pieces.length,
      start,
      docs: pieces
        .slice(start, start + rows)
        .map((piece) =>
          Object.fromEntries(Object.entries(metadataOf(piece)).filter(([name]) => fields.has(name))),
        ),
    },
  });
}

const metadataOf = (piece: Piece) => ({
  identifier: identifierOf(piece),
  mediatype: 'audio',
  title: piece.title,
  description: `<div>${piece.description}</div>`,
  creator: ARTIST,
  subject: piece.tags,
  licenseurl: LICENSE_URL,
});

const recordOf = (piece: Piece) => ({
  created: 1_700_000_000,
  dir: `/1/items/${identifierOf(piece)}`,
  files: [
    { name: `${identifierOf(piece)}_meta.xml`, source: 'original', format: 'Metadata', size: '1000' },
    {
      name: fileNameOf(piece),
      source: 'original',
      format: 'WAVE',
      title: piece.title,
      size: String(wavBytes(piece)),
      length: (lengthMs(piece) / 1000).toFixed(2),
      md5: createHash('md5').update(piece.slug).digest('hex'),
    },
  ],
  item_size: wavBytes(piece),
  metadata: metadataOf(piece),
});
