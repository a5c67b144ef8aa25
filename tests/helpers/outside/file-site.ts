import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Faults: `stall` is silent after a part, `drip` sends a byte now and then, `reset` breaks off after a part,
 * `short` ends too early without an error, `endless` never ends; or another response altogether.
 */
export type SiteFault =
  | 'hang'
  | 'stall'
  | 'drip'
  | 'reset'
  | 'short'
  | 'endless'
  | { status: number; headers?: Record<string, string>; body?: string | Buffer };

/** The interval of dripped bytes, shorter than every limit on silence. */
const DRIP_MS = 50;

export interface SiteFile {
  /** Faults that always occur. */
  fault?: SiteFault;
  content: Buffer;
  type?: string;
  etag?: string | null;
  /** `false` for a site without range requests. */
  ranges?: boolean;
  /** `false` for a site that does not send the length. */
  length?: boolean;
  headers?: Record<string, string>;
}

export type FileSite = Awaited<ReturnType<typeof startFileSite>>;

/** A site with files on this machine. A response that fails after a part has sent `partBytes`. */
export async function startFileSite(files: Record<string, SiteFile>, { partBytes = 1000 } = {}) {
  const requests: { path: string; headers: IncomingHttpHeaders; at: number }[] = [];
  let faults: SiteFault[] = [];
  let always: SiteFault | null = null;
  const server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0]!;
    requests.push({ path, headers: request.headers, at: performance.now() });
    const fault = faults.shift() ?? always ?? files[path]?.fault ?? null;
    const hops = /^\/hops\/(\d)(\/.+)$/.exec(path);
    if (fault === 'hang') return;
    if (fault && typeof fault === 'object') {
      response.writeHead(fault.status, fault.headers).end(fault.body);
    } else if (hops) {
      const next = hops[1] === '1' ? hops[2] : `/hops/${Number(hops[1]) - 1}${hops[2]}`;
      response.writeHead(302, { location: next }).end();
    } else if (files[path]) {
      send(response, files[path], request.headers, fault, partBytes);
    } else {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such file.');
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}`,
    files,
    requests,
    /** Fails the next requests in these ways, one each. */
    failNext(...next: SiteFault[]) {
      faults = next;
    },
    failAlways(fault: SiteFault) {
      always = fault;
    },
    /** Ends all faults and clears the records. */
    reset() {
      faults = [];
      always = null;
      requests.length = 0;
    },
    /** Breaks off active requests. */
    drop() {
      server.closeAllConnections();
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function send(
  response: ServerResponse,
  { content, type = 'video/mp4', etag = '"one"', ranges = true, length = true, headers }: SiteFile,
  { range, 'if-range': expected }: IncomingHttpHeaders,
  fault: SiteFault | null,
  partBytes: number,
): void {
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  const isPart = ranges && from !== undefined && (expected === undefined || expected === etag);
  const start = isPart ? Number(from) : 0;
  const end = isPart && to ? Math.min(Number(to) + 1, content.length) : content.length;
  if (isPart && start >= content.length) {
    response.writeHead(416, { 'content-range': `bytes */${content.length}` }).end();
    return;
  }
  const chunked = !length || fault === 'endless';
  response.writeHead(isPart ? 206 : 200, {
    'content-type': type,
    ...(etag !== null && { etag }),
    ...(!chunked && { 'content-length': end - start }),
    ...(isPart && { 'content-range': `bytes ${start}-${end - 1}/${content.length}` }),
    ...headers,
  });
  const body = content.subarray(start, end);
  if (fault === null) return void response.end(body);
  if (fault === 'endless') return writeForEver(response, content);
  if (fault === 'drip') return drip(response, body);
  response.write(body.subarray(0, partBytes), () => {
    if (fault === 'reset') response.socket?.resetAndDestroy();
    if (fault === 'short') response.socket?.end();
  });
}

function drip(response: ServerResponse, body: Buffer): void {
  let sent = 0;
  const next = () => response.write(body.subarray(sent, (sent += 1)));
  next();
  const timer = setInterval(next, DRIP_MS);
  response.on('close', () => clearInterval(timer));
}

function writeForEver(response: ServerResponse, content: Buffer): void {
  const write = () => {
    if (!response.destroyed) response.write(content, () => setImmediate(write));
  };
  write();
}
