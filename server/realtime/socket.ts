import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance } from 'fastify';
import { Server, type Socket } from 'socket.io';
import type { Socket as EngineSocket } from 'engine.io';
import {
  type BusEvent,
  type EventPayload,
  type EventType,
  type ServerToClientEvents,
  SOCKET_PATH,
} from '#contract/events.ts';
import { TryLaterError } from '#core/lib/errors.ts';
import type { Backend } from '#core/backend.ts';
import { trackPresence } from '#core/bus/presence.ts';
import type { Session } from '#core/repositories/account/sessions.ts';
import { createAddressOf } from '../plugins/client-address.ts';
import { hasBearer, tokenOf } from '../plugins/credential.ts';
import { isSameOrigin } from '../plugins/security.ts';
import { sessionCookieName } from '../plugins/session.ts';
import { createUserQuota } from '../services/account/user-quota.ts';
import { createHandshakes, SOCKETS_PER_USER } from './handshakes.ts';
import { readSnapshot } from './snapshot.ts';
import { LINES_PATH } from './ws.ts';

type SocketServer = Server<Record<string, never>, ServerToClientEvents, Record<string, never>, Session>;
type PageSocket = Socket<Record<string, never>, ServerToClientEvents, Record<string, never>, Session>;

export interface SocketChannel {
  /** Sends an event to its user's pages and scripts on this node. */
  deliver(event: BusEvent): void;
  close(): Promise<void>;
}

/** A page with this many waiting packets gets no further progress: the next figure replaces it. */
const SLOW_PACKETS = 20;
/** A page with this many waiting packets is disconnected. It reconnects and gets a snapshot. */
const STUCK_PACKETS = 500;
/**
 * A page only sends packets for joining and leaving. One that sends many more is disconnected, since
 * responses wait in memory.
 */
const MAX_MESSAGES = 100;
/** How long a page whose session ended has to receive that message, in ms. */
const CLOSE_MS = 1000;
/** How long the body of a poll may take to arrive, in ms. */
const POLL_BODY_MS = 10_000;

/** Events that the next one of their kind replaces. */
const FIGURES = new Set<EventType>(['run.progressed', 'music.progressed', 'models.changed']);
const isFigure = (type: EventType) => FIGURES.has(type);

function send(socket: PageSocket, type: EventType, payload: EventPayload<EventType>): void {
  const waiting = socket.conn['writeBuffer'].length;
  // Not its own way of ending, which would wait in the same queue.
  if (waiting > STUCK_PACKETS) socket.conn.close(true);
  else if (!isFigure(type) || waiting <= SLOW_PACKETS) socket.emit(type, payload as never);
}

const sessions = new WeakMap<IncomingMessage, Session>();

/** The part of socket.io's engine that its types omit. */
interface EngineServer {
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

function refuseUpgrade(socket: Duplex, status: string, message = '', headers = ''): void {
  socket.on('error', () => socket.destroy());
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\n${headers}Content-Length: ${Buffer.byteLength(message)}\r\n\r\n${message}`,
  );
}

/**
 * Opens the socket.io channel of the page. The server assigns each connection to its user's room by the
 * session cookie or the API key; clients send nothing. Each connection joins once, and ends with its session
 * or key.
 */
export function openSocketChannel(
  backend: Backend,
  {
    server: http,
    lines,
    nodeStats,
    visitors,
    liveSessions,
  }: Pick<FastifyInstance, 'server' | 'lines' | 'nodeStats' | 'visitors' | 'liveSessions'>,
): SocketChannel {
  const { config, log } = backend;
  const most = Math.ceil(SOCKETS_PER_USER * config.limitsFactor);
  const quota = createUserQuota(most);
  const handshakes = createHandshakes(config.limitsFactor);
  const addressOf = createAddressOf(config);
  const presence = trackPresence(backend.redis, config.redisPrefix, log);
  const io: SocketServer = new Server({
    path: SOCKET_PATH,
    serveClient: false,
    destroyUpgrade: false,
    maxHttpBufferSize: 10_000,
    // Together, the time in which a page detects a dead connection.
    pingInterval: 5_000,
    pingTimeout: 4_000,
    async allowRequest(request, done) {
      const refusal = await authenticate(request);
      done(refusal, refusal === null);
    },
  });

  /** Stores the caller. Returns why it is refused, or `null`. */
  async function authenticate(request: IncomingMessage): Promise<string | null> {
    // CORS does not stop a WebSocket: another site's page would connect with our cookie.
    const isAllowed = hasBearer(request.headers) || isSameOrigin(request.headers, config.publicUrl);
    if (!isAllowed) return 'Forbidden';
    const token = credentialOf(request);
    if (token === undefined) return 'Unauthorized';
    const refused = refuse(request, token);
    if (refused) return refused.message;
    try {
      const session = await visitors.find(token, addressOf(request));
      if (!session) return 'Unauthorized';
      if (session.isApp) return 'Connected apps receive no events.';
      if (session.scopes?.includes('read') === false) return "Events need an API key with the scope 'read'.";
      if (quota.isFull(session.userId)) return tooMany;
      sessions.set(request, session);
      return null;
    } catch (error) {
      if (error instanceof TryLaterError) return error.message;
      log.warn({ err: (error as Error).message }, 'socket refused');
      return 'Unavailable';
    }
  }

  const refuse = (request: IncomingMessage, token: string) =>
    handshakes.refuse(addressOf(request), visitors.recent(token)?.id ?? null);
  const credentialOf = ({ headers }: IncomingMessage) =>
    tokenOf(headers, fastifyCookie.parse(headers.cookie ?? '')[sessionCookieName(config)]);
  const tooMany = `An account can have at most ${most} open pages. Please close one.`;

  /** The session with which each connection joined. */
  const pages = new WeakMap<object, PageSocket>();
  io.use((socket, next) => {
    const session = sessions.get(socket.request);
    if (!session) return next(new Error('Unauthorized'));
    // The library admits a second join before it answers the first one.
    if (pages.has(socket.conn)) {
      socket.conn.close(true);
      return next(new Error('A connection can join only once.'));
    }
    pages.set(socket.conn, socket);
    socket.data = session;
    next();
  });

  function endPage(connection: EngineSocket, sessionId: string | null): void {
    const page = pages.get(connection);
    page?.emit('session.ended', { sessionId });
    if (page) page.disconnect(true);
    else connection.close(true);
    // A client that reads nothing would keep the connection open with its waiting packets.
    setTimeout(() => connection.close(true), CLOSE_MS).unref();
  }

  io.on('connection', (socket) => {
    // Joins before the snapshot is read, so no event in between is missed.
    void socket.join(`user:${socket.data.userId}`);
    // A program is no open page, so it does not prevent mails.
    if (!socket.data.scopes) {
      presence.enter(socket.data.userId);
      socket.on('disconnect', () => presence.leave(socket.data.userId));
    }
    readSnapshot(backend, socket.data.userId)
      .then((snapshot) => socket.connected && socket.emit('snapshot', snapshot))
      .catch((error: Error) => {
        log.warn({ err: error.message }, 'no snapshot');
        // The client reconnects, and then gets a snapshot.
        socket.disconnect(true);
      });
  });

  io.attach(http);
  nodeStats.countPages = () => io.engine.clientsCount;
  // Counted once it is open: a failed handshake does not count.
  io.engine.on('connection', (socket: EngineSocket) => {
    const session = sessions.get(socket.request);
    if (!session || !quota.take(session.userId)) return socket.close(true);
    // Not only after joining: its session may end earlier.
    const forget = liveSessions.add(session, (sessionId) => endPage(socket, sessionId));
    let messages = 0;
    socket.on('data', () => {
      messages += 1;
      if (messages > MAX_MESSAGES) socket.close(true);
    });
    socket.once('close', () => {
      forget();
      quota.give(session.userId);
    });
  });
  io.engine.use((request: IncomingMessage, _response: unknown, next: () => void) => {
    if (request.method === 'POST') {
      const late = setTimeout(() => request.complete || request.destroy(), POLL_BODY_MS);
      request.once('close', () => clearTimeout(late));
    }
    next();
  });
  // socket.io and ws would both handle upgrades, so one listener decides.
  http.removeAllListeners('upgrade');
  http.on('upgrade', (request, socket, head) => {
    const path = request.url!.split('?')[0]!;
    if (path.startsWith(SOCKET_PATH)) (io.engine as EngineServer).handleUpgrade(request, socket, head);
    else if (path === LINES_PATH) upgradeLine(request, socket, head);
    else refuseUpgrade(socket, '404 Not Found');
  });

  function upgradeLine(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const token = credentialOf(request);
    const refused = token !== undefined && refuse(request, token);
    if (!refused) return lines.upgrade(request, socket, head);
    refuseUpgrade(socket, '429 Too Many Requests', refused.message, `Retry-After: ${refused.seconds}\r\n`);
  }

  return {
    deliver(event) {
      const { userId, type, payload } = event;
      if (type === 'session.ended') {
        if (userId === null) return;
        const { sessionId } = payload as EventPayload<'session.ended'>;
        visitors.forget(userId, sessionId);
        liveSessions.end(userId, sessionId);
        return;
      }
      lines.deliver(event);
      const { adapter, sockets } = io.sockets;
      const ids = userId === null ? sockets.keys() : (adapter.rooms.get(`user:${userId}`) ?? []);
      for (const id of ids) send(sockets.get(id)!, type, payload);
    },
    async close() {
      // The HTTP server ends after its last connection.
      lines.close();
      await io.close();
      await presence.close();
    },
  };
}
