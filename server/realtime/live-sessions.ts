import type { Database } from '#core/db/database.ts';
import type { Logger } from '#core/lib/logger.ts';
import { repeat } from '#core/lib/repeat.ts';
import { findLiveSessions, type Session } from '#core/repositories/account/sessions.ts';

declare module 'fastify' {
  interface FastifyInstance {
    liveSessions: LiveSessions;
  }
}

/** How often Postgres is queried for ended sessions of open connections, in ms. */
export const CHECK_MS = 500;

interface Connection {
  userId: string;
  /** Receives the session that ended; `null` for all sessions of the user. */
  end: (sessionId: string | null) => void;
}

/** All open connections of this node, of pages and scripts, by session or API key. */
export interface LiveSessions {
  /**
   * Adds a connection. `end` is called once, when its session ends. Returns a function that removes the
   * connection.
   */
  add(session: Session, end: Connection['end']): () => void;
  /** Ends a session; all sessions of the user if `sessionId` is `null`. */
  end(userId: string, sessionId: string | null): void;
  /** Ends sessions that are already over: their message was lost or came too early, or they expired. */
  check(): Promise<void>;
  close(): void;
}

export function createLiveSessions(db: Database, log: Logger): LiveSessions {
  const sessions = new Map<string, Set<Connection>>();
  let checking = false;
  let away = false;

  function endSession(sessionId: string, endedId: string | null, userId?: string): void {
    for (const connection of sessions.get(sessionId) ?? []) {
      if (userId !== undefined && connection.userId !== userId) continue;
      forget(sessionId, connection);
      connection.end(endedId);
    }
  }

  function forget(sessionId: string, connection: Connection): void {
    const connections = sessions.get(sessionId);
    connections?.delete(connection);
    if (connections?.size === 0) sessions.delete(sessionId);
  }

  async function check(): Promise<void> {
    // One query for all sessions, and none while the last one is pending.
    if (checking || sessions.size === 0) return;
    checking = true;
    try {
      const ids = [...sessions.keys()];
      const live = await findLiveSessions(db, ids);
      for (const id of ids) if (!live.has(id)) endSession(id, id);
      away = false;
    } catch (error) {
      if (!away) log.warn({ err: (error as Error).message }, 'check of open sessions failed');
      away = true;
    } finally {
      checking = false;
    }
  }
  const stop = repeat('open sessions', check, CHECK_MS, log);

  return {
    add({ id, userId }, end) {
      const connection = { userId, end };
      sessions.set(id, (sessions.get(id) ?? new Set()).add(connection));
      return () => forget(id, connection);
    },
    end(userId, sessionId) {
      for (const id of sessionId === null ? [...sessions.keys()] : [sessionId])
        endSession(id, sessionId, userId);
    },
    check,
    close: stop,
  };
}
