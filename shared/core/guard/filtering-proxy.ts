import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import http, { type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type Duplex, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Guard } from './guard.ts';

/** Headers of a single connection, and those meant for the proxy itself. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

export interface FilteringProxy {
  /** The URL for a program that supports a proxy, with a password that only this program knows. */
  url: string;
  close(): Promise<void>;
}

/**
 * Opens a proxy on this machine for a program that fetches users' URLs. It connects only where the guard
 * does, and limits the total number of bytes returned.
 */
export async function openFilteringProxy(
  guard: Guard,
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
): Promise<FilteringProxy> {
  const password = randomBytes(16).toString('hex');
  const expected = Buffer.from(`Basic ${Buffer.from(`cutroom:${password}`).toString('base64')}`);
  const sockets = new Set<Duplex>();
  let remaining = maxBytes;
  const hold = (socket: Duplex) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).once('close', () => sockets.delete(socket));
  };
  const mayAsk = (request: IncomingMessage) => {
    const received = Buffer.from(request.headers['proxy-authorization'] ?? '');
    return received.length === expected.length && timingSafeEqual(received, expected);
  };
  /** Ends a response that is too large. */
  const counted = () =>
    new Transform({
      transform(chunk: Buffer, _encoding, done) {
        remaining -= chunk.length;
        done(remaining < 0 ? new Error('The response is too large.') : null, chunk);
      },
    });

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const outside = await guard.open(guard.admit(request.url ?? ''), {
      method: request.method ?? 'GET',
      headers: endToEnd(request.headers),
      signal,
    });
    const answered = once(outside, 'response') as Promise<[IncomingMessage]>;
    const [[answer]] = await Promise.all([answered, pipeline(request, outside)]);
    response.writeHead(answer.statusCode ?? 502, endToEnd(answer.headers));
    await pipeline(answer, counted(), response);
  }

  async function tunnel(request: IncomingMessage, client: Duplex, head: Buffer): Promise<void> {
    const outside: Socket = await guard.connect(guard.admit(`https://${request.url}/`), signal);
    hold(outside);
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    outside.write(head);
    await Promise.all([pipeline(client, outside), pipeline(outside, counted(), client)]);
  }

  const server = http.createServer((request, response) => {
    if (!mayAsk(request)) return response.writeHead(407).end();
    forward(request, response).catch(() => {
      if (response.headersSent) response.destroy();
      else response.writeHead(403).end();
    });
  });
  server.on('connection', hold);
  server.on('connect', (request: IncomingMessage, client: Duplex, head: Buffer) => {
    if (!mayAsk(request)) return client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    tunnel(request, client, head).catch(() => client.end('HTTP/1.1 403 Forbidden\r\n\r\n'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://cutroom:${password}@127.0.0.1:${port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

function endToEnd(headers: http.IncomingHttpHeaders): OutgoingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)));
}
