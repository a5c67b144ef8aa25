import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';

/** Sends a file as file sites do: in full or from a given byte on, with validators of its version. */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  { path, type }: { path: string; type: string },
): Promise<void> {
  const { size, mtime } = await stat(path);
  const etag = `"${size.toString(36)}-${mtime.getTime().toString(36)}"`;
  const headers = {
    'content-type': type,
    'accept-ranges': 'bytes',
    etag,
    'last-modified': mtime.toUTCString(),
    'cache-control': 'no-cache',
  };
  const { range, 'if-range': expected } = request.headers;
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  const isSame = expected === undefined || expected === etag || expected === mtime.toUTCString();
  if (from === undefined || !isSame) {
    response.writeHead(200, { ...headers, 'content-length': size });
    return send(request, response, path, 0, size - 1);
  }
  const start = Number(from);
  const end = Math.min(to ? Number(to) : size - 1, size - 1);
  if (start > end) {
    response.writeHead(416, { ...headers, 'content-range': `bytes */${size}` }).end();
    return;
  }
  const part = { 'content-range': `bytes ${start}-${end}/${size}`, 'content-length': end - start + 1 };
  response.writeHead(206, { ...headers, ...part });
  return send(request, response, path, start, end);
}

function send(request: IncomingMessage, response: ServerResponse, path: string, start: number, end: number) {
  if (request.method === 'HEAD' || end < start) {
    response.end();
    return;
  }
  const file = createReadStream(path, { start, end });
  file.on('error', () => response.destroy());
  response.once('close', () => file.destroy());
  file.pipe(response);
}
