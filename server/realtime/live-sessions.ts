import type { Database } from '#core/db/database.ts';
import type { Logger } from '#core/logger.ts';
import { repeat } from '#core/repeat.ts';
import { findLiveSessions, type Session } from '#core/repositories/account/sessions.ts';

declare module 'fastify' {
  interface FastifyInstance {
    liveSessions: LiveSessions;
  }
}

/** How often Postgres is asked whether the sessions of open connections have ended, in ms. */
export const CHECK_MS = 500;

interface Connection {
  userId: string;
  /** Receives the session that ended; null for all of the user's. */
  end: (sessionId: string | null) => void;
}

/** Every open connection of this node, of pages and scripts, by its session. */
export interface LiveSessions {
  /** Calls `end`, once, when the session ends. Returns a function that removes the connection. */
  add(session: Session, end: Connection['end']): () => void;
  /** Ends a session; all of the user's when `sessionId` is null. */
  end(userId: string, sessionId: string | null): void;
  /** Ends sessions that are over by now: their message was lost or came too early, or they expired. */
  check(): Promise<void>;
  close(): void;
}

export function createLiveSessions(db: Database, log: Logger): LiveSessions {
  const sessions = new Map<string, Set<Connection>>();
  let checking = false;
  let away = false;

  function endSession(sessionId: string, told: string | null, userId?: string): void {
    for (const connection of sessions.get(sessionId) ?? []) {
      if (userId !== undefined && connection.userId !== userId) continue;
      forget(sessionId, connection);
      connection.end(told);
    }
  }

  function forget(sessionId: string, connection: Connection): void {
    const connections = sessions.get(sessionId);
    connections?.delete(connection);
    if (connections?.size === 0) sessions.delete(sessionId);
  }

  async function check(): Promise<void> {
    // One query for all of them, and none while the last one is pending.
    if (checking || sessions.size === 0) return;
    checking = true;
    try {
      const asked = [...sessions.keys()];
      const live = await findLiveSessions(db, asked);
      for (const id of asked) if (!live.has(id)) endSession(id, id);
      away = false;
    } catch (error) {
      if (!away) log.warn({ err: (error as Error).message }, 'open sessions are not checked now');
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
