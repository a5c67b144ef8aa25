import { once } from 'node:events';
import http, { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { admit, type Destination, type GuardRules } from './admit.ts';
import { dial, type Resolve, secure, systemResolve } from './dial.ts';
import { OutsideError } from './outside-error.ts';
import { parseUrl } from '../lib/parse-url.ts';

const CONNECT_MS = 10_000;
const IDLE_MS = 20_000;
const MAX_REDIRECTS = 3;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export interface Patience {
  /** For the connection, in ms. */
  connectMs?: number;
  /** How long the site may be silent, in ms. */
  idleMs?: number;
}

export interface OutsideResponse {
  status: number;
  headers: IncomingHttpHeaders;
  /** The URL after the last redirect. */
  url: URL;
  /** @throws OutsideError `unreachable`, if the connection breaks or is silent for too long */
  body: AsyncIterable<Buffer>;
  /** Discards the body. */
  discard(): void;
}

/**
 * The only way to request URLs that users name: never to this machine or its networks, and never through a
 * proxy.
 */
export interface Guard {
  /** @throws OutsideError `refused` */
  admit(address: string | URL): Destination;
  /** Only opens a connection. @throws OutsideError */
  connect(destination: Destination, signal: AbortSignal, patience?: Patience): Promise<Socket>;
  /**
   * Opens a request without following redirects. The caller ends it; the signal destroys it.
   * @throws OutsideError
   */
  open(
    destination: Destination,
    options: { method: string; headers: http.OutgoingHttpHeaders; signal: AbortSignal } & Patience,
  ): Promise<ClientRequest>;
  /**
   * Sends a GET request and follows at most three redirects.
   * @throws OutsideError; the signal's reason if aborted
   */
  get(
    address: string | URL,
    options: { headers?: http.OutgoingHttpHeaders; signal: AbortSignal } & Patience,
  ): Promise<OutsideResponse>;
}

export function createGuard(rules: GuardRules, resolve: Resolve = systemResolve): Guard {
  const guard: Guard = {
    admit: (address) => admit(rules, address),

    connect: (destination, signal, { connectMs = CONNECT_MS } = {}) =>
      within(connectMs, signal, (limited) => dial(destination, resolve, limited)),

    async open(destination, { method, headers, signal, connectMs = CONNECT_MS }) {
      const { host, reach, url } = destination;
      const socket = await within(connectMs, signal, async (limited) => {
        const plain = await dial(destination, resolve, limited);
        return reach.protocol === 'https:' ? secure(plain, host, limited) : plain;
      });
      const request = http.request({
        // A new connection: no agent, so no pool and no proxy from the environment.
        createConnection: () => socket,
        method,
        path: reach.pathname + reach.search,
        headers: { ...headers, host: url.host },
        setHost: false,
        signal,
      });
      request.on('error', () => {});
      return request;
    },

    async get(address, options) {
      let destination = guard.admit(address);
      for (let redirects = 0; ; redirects += 1) {
        const response = await getOnce(guard, destination, options);
        const { location } = response.headers;
        if (!REDIRECTS.has(response.status) || location === undefined) return response;
        response.discard();
        if (redirects === MAX_REDIRECTS) {
          throw new OutsideError('refused', 'This address redirects too many times.');
        }
        const next = parseUrl(location, destination.url);
        if (!next) {
          throw new OutsideError('refused', 'This address redirects to an invalid address.');
        }
        destination = guard.admit(next);
      }
    },
  };
  return guard;
}

/** Runs work with a time limit. */
async function within<T>(
  ms: number,
  signal: AbortSignal,
  act: (limited: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(new OutsideError('unreachable', 'The site at this address does not respond.')),
    ms,
  );
  try {
    return await act(AbortSignal.any([signal, late.signal]));
  } finally {
    clearTimeout(timer);
  }
}

async function getOnce(
  guard: Guard,
  destination: Destination,
  { headers = {}, signal, idleMs = IDLE_MS, ...patience }: Parameters<Guard['get']>[1],
): Promise<OutsideResponse> {
  const silence = new AbortController();
  const request = await guard.open(destination, {
    method: 'GET',
    headers: { 'user-agent': 'Cutroom', accept: '*/*', 'accept-encoding': 'identity', ...headers },
    signal: AbortSignal.any([signal, silence.signal]),
    ...patience,
  });
  const timer = setTimeout(() => silence.abort(), idleMs);
  const lost = (cause: unknown): unknown => {
    clearTimeout(timer);
    request.destroy();
    if (signal.aborted) return signal.reason;
    const message = silence.signal.aborted
      ? `The site at this address did not respond for ${idleMs / 1000} s.`
      : 'The site at this address closed the connection.';
    return new OutsideError('unreachable', message, cause);
  };
  const answered = once(request, 'response').catch((cause: unknown) => Promise.reject(lost(cause)));
  request.end();
  const [message] = (await answered) as [IncomingMessage];

  async function* read(): AsyncGenerator<Buffer> {
    try {
      for await (const chunk of message) {
        timer.refresh();
        yield chunk as Buffer;
        // Time that we took ourselves does not count.
        timer.refresh();
      }
    } catch (cause) {
      throw lost(cause);
    } finally {
      clearTimeout(timer);
      request.destroy();
    }
  }
  return {
    status: message.statusCode ?? 0,
    headers: message.headers,
    url: destination.url,
    body: { [Symbol.asyncIterator]: read },
    discard() {
      clearTimeout(timer);
      request.destroy();
    },
  };
}
