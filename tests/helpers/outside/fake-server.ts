import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface Received {
  method: string;
  /** The path with its query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** The time, in ms of performance.now(). */
  at: number;
}

export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  /** The body. Objects are sent as JSON. */
  body: string | Buffer | object;
}

/** `cut` breaks off in mid-response, `hang` never responds, `trickle` starts and never ends. */
export type Fault = Answer | 'cut' | 'hang' | 'trickle';

export type FakeServer = Awaited<ReturnType<typeof startFakeServer>>;

/** A server on this machine that follows its protocol unless a test requests a fault. */
export async function startFakeServer(answer: (request: Received) => Answer | Promise<Answer>) {
  const received: Received[] = [];
  const events = new EventEmitter();
  let next: Fault[] = [];
  let always: Fault | null = null;
  const server = createServer(async (request, response) => {
    response.once('close', () => events.emit('closed'));
    const { method = '', url = '', headers } = request;
    const body = await buffer(request).catch(() => null);
    // The caller disconnected.
    if (body === null) return;
    const got = { method, path: url, headers, body, at: performance.now() };
    received.push(got);
    events.emit('received');
    const fault = next.shift() ?? always;
    if (fault === 'hang') return;
    if (fault === 'cut' || fault === 'trickle') return begin(response, fault);
    send(response, fault ?? (await answer(got)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    events,
    /** Fails the next requests in these ways, one each. */
    failNext(...faults: Fault[]) {
      next = faults;
    },
    failAlways(fault: Fault) {
      always = fault;
    },
    /** Ends all faults and clears the records. */
    reset() {
      next = [];
      always = null;
      received.length = 0;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Returns a URL where nothing listens. */
export async function addressOfNothing(): Promise<string> {
  const server = await startFakeServer(() => ({ body: '' }));
  await server.close();
  return server.url;
}

function send(response: ServerResponse, { status = 200, headers, body }: Answer): void {
  const isJson = typeof body !== 'string' && !Buffer.isBuffer(body);
  response.writeHead(status, { ...(isJson && { 'content-type': 'application/json' }), ...headers });
  response.end(isJson ? JSON.stringify(body) : body);
}

function begin(response: ServerResponse, fault: 'cut' | 'trickle'): void {
  response.writeHead(200, { 'content-length': '1000' });
  response.write('{"some', () => {
    if (fault === 'cut') response.socket?.destroy();
  });
}
