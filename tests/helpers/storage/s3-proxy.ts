import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { verifySignature } from './signature.ts';

/**
 * Faults: `cut` breaks the connection in the middle of the response's body, `drop` before any response; or
 * an error of the store with its HTTP status and code.
 */
export type S3Fault = 'cut' | 'drop' | { status: number; code: string };

interface Planned {
  fault: S3Fault;
  /** The requests that meet it. */
  when: (candidate: { method: string; url: string }) => boolean;
  times: number;
}

/** A proxy before an S3 server: it verifies signatures, adds what the server lacks, and has faults. */
export type S3Proxy = Awaited<ReturnType<typeof startS3Proxy>>;

const OVERRIDES: Record<string, string> = {
  'response-content-disposition': 'content-disposition',
  'response-content-type': 'content-type',
  'response-cache-control': 'cache-control',
};
/** As operators must configure their buckets (docs/operators/buckets.md). */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, PUT, HEAD',
  'access-control-allow-headers': '*',
  'access-control-expose-headers': 'ETag',
};

export async function startS3Proxy(target: string) {
  const requests: { method: string; url: string; status: number }[] = [];
  let planned: Planned[] = [];
  let skewMs = 0;
  let hidden: RegExp | null = null;
  /** Parts of unfinished uploads by ID, since the server does not list them. */
  const parts = new Map<string, Map<number, { etag: string; bytes: number }>>();

  function takeFault(candidate: { method: string; url: string }): S3Fault | undefined {
    const plan = planned.find(({ when }) => when(candidate));
    if (!plan) return undefined;
    plan.times -= 1;
    if (plan.times <= 0) planned = planned.filter((other) => other !== plan);
    return plan.fault;
  }

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = incoming;
    const refuse = (status: number, code: string) => {
      requests.push({ method, url, status });
      const text = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code} by the tests</Message></Error>`;
      response.writeHead(status, { ...CORS, 'content-type': 'application/xml' });
      response.end(method === 'HEAD' ? undefined : text);
    };
    response.setHeader('date', new Date(Date.now() + skewMs).toUTCString());
    const body = await buffer(incoming);
    if (method === 'OPTIONS') {
      response.writeHead(200, CORS).end();
      return;
    }
    const fault = takeFault({ method, url });
    if (fault === 'drop') {
      response.destroy();
      return;
    }
    if (typeof fault === 'object') {
      refuse(fault.status, fault.code);
      return;
    }
    const wrong = verifySignature({ method, url, headers, body }, Date.now() + skewMs);
    if (wrong !== null) {
      refuse(wrong.endsWith('Mismatch') ? 400 : 403, wrong);
      return;
    }
    const query = new URL(url, target).searchParams;
    const uploadId = query.get('uploadId');
    if (method === 'GET' && uploadId !== null) {
      const listed = parts.get(uploadId);
      if (!listed) {
        refuse(404, 'NoSuchUpload');
        return;
      }
      requests.push({ method, url, status: 200 });
      response.writeHead(200, { 'content-type': 'application/xml' }).end(partsXml(listed));
      return;
    }
    const { status, headers: answered, content } = await forward(target, { method, url, headers, body });
    requests.push({ method, url, status });
    if (method === 'PUT' && query.has('partNumber') && status === 200) {
      const part = { etag: String(answered['etag']), bytes: body.length };
      parts.get(uploadId!)?.set(Number(query.get('partNumber')), part);
    } else if (method === 'POST' && query.has('uploads')) {
      parts.set(/<UploadId>(.*?)<\/UploadId>/.exec(String(content))![1]!, new Map());
    } else if (uploadId !== null) parts.delete(uploadId);
    const all = { ...answered, ...CORS, 'accept-ranges': 'bytes' } as Record<string, string | string[]>;
    for (const [name, header] of Object.entries(OVERRIDES)) {
      if (query.has(name)) all[header] = query.get(name)!;
    }
    const visibleContent =
      query.has('list-type') && hidden ? Buffer.from(withoutHidden(String(content), hidden)) : content;
    delete all['transfer-encoding'];
    delete all['date'];
    if (method !== 'HEAD') all['content-length'] = String(visibleContent.length);
    response.writeHead(status, all);
    if (method === 'HEAD') response.end();
    else if (fault === 'cut') {
      response.write(visibleContent.subarray(0, Math.floor(visibleContent.length / 2)), () =>
        response.destroy(),
      );
    } else response.end(visibleContent);
  }

  const server = createServer((incoming, response) => {
    answer(incoming, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    /** Plans a fault of the next `times` requests that meet it; any request by default. */
    fail(fault: S3Fault, { times = 1, when = () => true }: Partial<Omit<Planned, 'fault'>> = {}) {
      planned.push({ fault, when, times });
    },
    /** Sets the store's clock, in ms after this machine's. */
    skewClock: (ms: number) => void (skewMs = ms),
    /** Hides new keys from lists, as a store whose lists are eventually consistent. */
    hideFromLists: (keys: RegExp | null) => void (hidden = keys),
    heal() {
      planned = [];
      skewMs = 0;
      hidden = null;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function forward(
  target: string,
  sent: { method: string; url: string; headers: IncomingMessage['headers']; body: Buffer },
) {
  const { host: _, connection: __, expect: ___, ...headers } = sent.headers;
  const upstream = request(new URL(sent.url, target), { method: sent.method, headers });
  upstream.end(sent.body);
  const [answered] = (await once(upstream, 'response')) as [IncomingMessage];
  const content = await buffer(answered);
  return { status: answered.statusCode!, headers: answered.headers, content };
}

function partsXml(parts: Map<number, { etag: string; bytes: number }>): string {
  const inOrder = [...parts].toSorted(([a], [b]) => a - b);
  const items = inOrder.map(
    ([number, { etag, bytes }]) =>
      `<Part><PartNumber>${number}</PartNumber><ETag>${etag.replaceAll('"', '&quot;')}</ETag><Size>${bytes}</Size></Part>`,
  );
  return `<?xml version="1.0"?><ListPartsResult>${items.join('')}<IsTruncated>false</IsTruncated></ListPartsResult>`;
}

const withoutHidden = (xml: string, hidden: RegExp) =>
  xml.replace(/<Contents><Key>([^<]*)<\/Key>.*?<\/Contents>/g, (item, key: string) =>
    hidden.test(key) ? '' : item,
  );
