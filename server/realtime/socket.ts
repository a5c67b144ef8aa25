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
import type { Platform } from '#node/platform.ts';
import { trackPresence } from '#node/presence.ts';
import { findSession } from '#node/repositories/sessions.ts';
import { isSameOrigin } from '../plugins/security.ts';
import { sessionCookieName } from '../plugins/session.ts';
import { createQuota, SOCKETS_PER_USER } from './quota.ts';
import { readSnapshot } from './snapshot.ts';
import { LINES_PATH } from './ws.ts';

interface SocketData {
  userId: string;
  sessionId: string;
}

type SocketServer = Server<Record<string, never>, ServerToClientEvents, Record<string, never>, SocketData>;
type PageSocket = Socket<Record<string, never>, ServerToClientEvents, Record<string, never>, SocketData>;

export interface SocketChannel {
  /** Hands an event to its user's pages and scripts on this node. */
  deliver(event: BusEvent): void;
  close(): Promise<void>;
}

/** A page with so many packets waiting gets no more progress: the next figure makes up for it. */
const SLOW_PACKETS = 20;
/** One with so many waiting is cut off; it connects again and gets a snapshot. */
const STUCK_PACKETS = 500;

function send(socket: PageSocket, type: EventType, payload: EventPayload<EventType>): void {
  const waiting = socket.conn['writeBuffer'].length;
  // Not its own end, which would wait in the same line.
  if (waiting > STUCK_PACKETS) socket.conn.close(true);
  else if (type !== 'run.progressed' || waiting <= SLOW_PACKETS) socket.emit(type, payload as never);
}

const sessions = new WeakMap<IncomingMessage, SocketData>();

/** What socket.io's types leave out of its engine. */
interface EngineServer {
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
}

function refuseUpgrade(socket: Duplex): void {
  socket.on('error', () => socket.destroy());
  socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
}

/**
 * socket.io for the page: one room per user, joined by the server from the session cookie; clients send nothing.
 */
export function openSocketChannel(
  platform: Platform,
  { server: http, lines, vitals }: Pick<FastifyInstance, 'server' | 'lines' | 'vitals'>,
): SocketChannel {
  const { config, db, log } = platform;
  const quota = createQuota(Math.ceil(SOCKETS_PER_USER * config.limitsFactor));
  const presence = trackPresence(platform.redis, config.redisPrefix, log);
  const io: SocketServer = new Server({
    path: SOCKET_PATH,
    serveClient: false,
    destroyUpgrade: false,
    maxHttpBufferSize: 10_000,
    // Together how long a page takes to notice that nothing comes through any more.
    pingInterval: 5_000,
    pingTimeout: 4_000,
    async allowRequest(request, done) {
      const refusal = await authenticate(request);
      done(refusal, refusal === null);
    },
  });

  /** Remembers whose request it is; gives why it is refused, or null. */
  async function authenticate(request: IncomingMessage): Promise<string | null> {
    // CORS does not stop a WebSocket: another site's page would arrive with our cookie.
    if (!isSameOrigin(request.headers, config.publicUrl)) return 'Forbidden';
    const token = fastifyCookie.parse(request.headers.cookie ?? '')[sessionCookieName(config)];
    try {
      const session = token ? await findSession(db, token) : undefined;
      if (!session) return 'Unauthorized';
      if (quota.isFull(session.userId)) return 'Too many connections';
      sessions.set(request, { userId: session.userId, sessionId: session.id });
      return null;
    } catch (error) {
      log.warn({ err: (error as Error).message }, 'socket refused');
      return 'Unavailable';
    }
  }

  io.use((socket, next) => {
    const data = sessions.get(socket.request);
    if (!data) return next(new Error('Unauthorized'));
    socket.data = data;
    next();
  });

  io.on('connection', (socket) => {
    // Joined before the snapshot is read: nothing that happens meanwhile is missed.
    void socket.join(`user:${socket.data.userId}`);
    presence.enter(socket.data.userId);
    socket.on('disconnect', () => presence.leave(socket.data.userId));
    readSnapshot(platform, socket.data.userId)
      .then((snapshot) => socket.emit('snapshot', snapshot))
      .catch((error: Error) => {
        log.warn({ err: error.message }, 'no snapshot');
        // The client connects again, and gets one then.
        socket.disconnect(true);
      });
  });

  io.attach(http);
  vitals.countPages = () => io.engine.clientsCount;
  // Counted when it is open: what fails on the way takes no place.
  io.engine.on('connection', (socket: EngineSocket) => {
    const data = sessions.get(socket.request);
    if (!data || !quota.take(data.userId)) return socket.close(true);
    socket.once('close', () => quota.give(data.userId));
  });
  // socket.io and ws would both listen and fight; one listener decides whose an upgrade is.
  http.removeAllListeners('upgrade');
  http.on('upgrade', (request, socket, head) => {
    const path = request.url!.split('?')[0]!;
    if (path.startsWith(SOCKET_PATH)) (io.engine as EngineServer).handleUpgrade(request, socket, head);
    else if (path === LINES_PATH) lines.upgrade(request, socket, head);
    else refuseUpgrade(socket);
  });

  return {
    deliver(event) {
      lines.deliver(event);
      const { userId, type, payload } = event;
      if (type === 'session.ended') {
        const { sessionId } = payload as { sessionId: string | null };
        for (const socket of io.sockets.sockets.values()) {
          if (socket.data.userId !== userId) continue;
          if (sessionId !== null && socket.data.sessionId !== sessionId) continue;
          socket.emit('session.ended', { sessionId });
          socket.disconnect(true);
        }
        return;
      }
      for (const id of io.sockets.adapter.rooms.get(`user:${userId}`) ?? []) {
        send(io.sockets.sockets.get(id)!, type, payload);
      }
    },
    async close() {
      // The HTTP server ends after its last connection.
      lines.close();
      await io.close();
      await presence.close();
    },
  };
}
