import type { IncomingMessage, ServerResponse } from 'node:http';
import { ARTIST, type Piece } from './pieces.ts';
import { synthesise } from './synthesise.ts';

/** The piece that was synthesized last, since a file is often requested twice. */
let last: { slug: string; file: Buffer } | null = null;

/** Sends a piece in full, like a site that does not support ranges. */
export function sendPiece(request: IncomingMessage, response: ServerResponse, piece: Piece): void {
  if (last?.slug !== piece.slug) last = { slug: piece.slug, file: synthesise(piece) };
  const { file } = last;
  response.writeHead(200, {
    'content-type': 'audio/x-wav',
    'content-length': file.length,
    etag: `"${piece.slug}-1"`,
  });
  response.end(request.method === 'HEAD' ? undefined : file);
}

/** The page that the film's credits link to. */
export function sendPage(response: ServerResponse, { title, description }: Piece): void {
  response.writeHead(200, {
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
  });
  response.end(`${title}\nby ${ARTIST}, CC0\n\n${description}\nThis page is part of a stand-in.\n`);
}
