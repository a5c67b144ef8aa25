import { EventEmitter } from 'node:events';
import type { IncomingMessage, Server as HttpServer } from 'node:http';
import type { Duplex } from 'node:stream';
import websocket, { type WebSocket } from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import type { BusEvent, EventPayload, EventType } from '#contract/events.ts';
import { AppError } from '#core/lib/errors.ts';
import type { Backend } from '#core/backend.ts';
import type { Session } from '#core/repositories/account/sessions.ts';
import { hasBearer } from '../plugins/credential.ts';
import { isSameOrigin } from '../plugins/security.ts';
import { requireUser } from '../plugins/session.ts';
import { createUserQuota } from '../services/account/user-quota.ts';
import { SOCKETS_PER_USER } from './handshakes.ts';
import type { LiveSessions } from './live-sessions.ts';
import { readSnapshot } from './snapshot.ts';

declare module 'fastify' {
  interface FastifyInstance {
    lines: ScriptSocket;
  }
}

export const LINES_PATH = '/ws';

const PING_MS = 30_000;
/** Clients have nothing to send. A longer message ends the connection. */
const MAX_INCOMING_BYTES = 1_000;
/** A client that is this far behind gets no further progress: the next figure replaces it. */
const SLOW_BYTES = 64_000;
/** A client that is this far behind is disconnected. It reconnects and gets a snapshot. */
const STUCK_BYTES = 1_000_000;
/** The maximum number of events while a snapshot is being read. */
const MAX_EARLY = 1_000;
/** How long a client has to answer a close, in ms. */
const CLOSE_MS = 1000;
const GOING_AWAY = 1001;
const POLICY_VIOLATION = 1008;
const TRY_AGAIN_LATER = 1013;

interface Listener {
  socket: WebSocket;
  /** `false` from a ping until its pong. */
  alive: boolean;
  /** Events while the snapshot is being read; `null` once it was sent. */
  early: string[] | null;
}

/** Sends the page's events as JSON lines, for scripts. A script does not count as an open page. */
export interface ScriptSocket {
  /** Adds a client, which gets a snapshot first. */
  add(session: Session, socket: WebSocket): void;
  /** Sends an event to its user's clients on this node. */
  deliver(event: BusEvent): void;
  /** Returns the number of clients connected to this node. */
  count(): number;
  /** Accepts an upgrade request for LINES_PATH. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): void;
  /** Emits upgrade requests for the plugin that handles them. */
  upgrades: EventEmitter;
}

const lineOf = (type: EventType, payload: EventPayload<EventType>) =>
  `${JSON.stringify({ type, payload })}\n`;

function end(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason);
  // Clients that do not answer are terminated.
  const cut = setTimeout(() => socket.terminate(), CLOSE_MS);
  socket.once('close', () => clearTimeout(cut));
}

function send({ socket }: Listener, line: string, type: EventType): void {
  if (socket.bufferedAmount > STUCK_BYTES) socket.terminate();
  else if (type !== 'run.progressed' || socket.bufferedAmount <= SLOW_BYTES) socket.send(line);
}

export function createScriptSocket(backend: Backend, liveSessions: LiveSessions): ScriptSocket {
  const users = new Map<string, Set<Listener>>();
  const most = Math.ceil(SOCKETS_PER_USER * backend.config.limitsFactor);
  const quota = createUserQuota(most);
  const upgrades = new EventEmitter();
  const everybody = () => [...users.values()].flatMap((listeners) => [...listeners]);

  const pings = setInterval(() => {
    for (const listener of everybody()) {
      if (!listener.alive) listener.socket.terminate();
      listener.alive = false;
      listener.socket.ping();
    }
  }, PING_MS);
  pings.unref();

  function remove(userId: string, listener: Listener): void {
    const listeners = users.get(userId);
    listeners?.delete(listener);
    if (listeners?.size === 0) users.delete(userId);
  }

  async function greet(userId: string, listener: Listener): Promise<void> {
    const snapshot = lineOf('snapshot', await readSnapshot(backend, userId));
    if (!users.get(userId)?.has(listener)) return;
    for (const line of [snapshot, ...listener.early!]) listener.socket.send(line);
    listener.early = null;
  }

  return {
    upgrades,
    add(session, socket) {
      const { userId, scopes } = session;
      if (!quota.take(userId)) {
        return end(
          socket,
          TRY_AGAIN_LATER,
          `An account can have at most ${most} open connections. Close one.`,
        );
      }
      const listener: Listener = { socket, alive: true, early: [] };
      const forget = liveSessions.add(session, (sessionId) => {
        socket.send(lineOf('session.ended', { sessionId }));
        end(socket, POLICY_VIOLATION, scopes ? 'The API key has ended.' : 'The session has ended.');
        remove(userId, listener);
      });
      users.set(userId, (users.get(userId) ?? new Set()).add(listener));
      socket.on('pong', () => (listener.alive = true));
      socket.once('close', () => {
        forget();
        quota.give(userId);
        remove(userId, listener);
      });
      greet(userId, listener).catch((error: Error) => {
        backend.log.warn({ err: error.message }, 'no snapshot');
        socket.terminate();
      });
    },
    deliver({ userId, type, payload }) {
      const line = lineOf(type, payload);
      for (const listener of userId === null ? everybody() : (users.get(userId) ?? [])) {
        if (!listener.early) send(listener, line, type);
        else if (listener.early.push(line) > MAX_EARLY) listener.socket.terminate();
      }
    },
    count: () => everybody().length,
    upgrade(request, socket, head) {
      upgrades.emit('upgrade', request, socket, head);
    },
    close() {
      clearInterval(pings);
      for (const { socket } of everybody()) end(socket, GOING_AWAY, 'The server is shutting down.');
    },
  };
}

/** GET /ws: makes a signed-in caller that is not another site's page, or an API key, a client. */
export async function lineRoutes(
  app: FastifyInstance,
  { lines, publicUrl }: { lines: ScriptSocket; publicUrl: string },
) {
  await app.register(websocket, {
    // Upgrades come from the one listener that routes them, not from the HTTP server itself.
    options: { server: lines.upgrades as HttpServer, maxPayload: MAX_INCOMING_BYTES },
    errorHandler(error, socket, request) {
      request.log.info({ err: error.message }, 'client of /ws disconnected');
      socket.terminate();
    },
  });
  app.addHook('onRequest', async (request) => {
    // CORS does not stop a WebSocket: another site's page would connect with our cookie.
    if (!hasBearer(request.headers) && !isSameOrigin(request.headers, publicUrl)) {
      throw new AppError('forbidden', 'This request came from another site.');
    }
  });
  app.route({
    method: 'GET',
    url: LINES_PATH,
    schema: { hide: true },
    config: { scope: 'read' },
    onRequest: requireUser,
    handler() {
      throw new AppError('bad_request', 'Please connect to this address with a WebSocket client.');
    },
    wsHandler(socket, request) {
      lines.add(request.session!, socket);
    },
  });
}
