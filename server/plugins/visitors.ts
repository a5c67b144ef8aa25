import type { Database } from '#core/db/database.ts';
import { TryLaterError } from '#core/lib/errors.ts';
import { findSession, isToken, type Session, sessionIdOf } from '#core/repositories/account/sessions.ts';
import { createMinuteCounter } from './minute-counter.ts';

/** How many cookies without a session are looked up for one address per minute, on each node. */
export const UNKNOWN_COOKIES = 300;
/** The number of users whose cookies each node caches. */
const MAX_KNOWN = 10_000;
/**
 * How long a node uses a session without querying Postgres again, in ms, unless it was reported to have
 * ended.
 */
export const FRESH_MS = 1_000;

export interface Visitors {
  /** Returns the session of a cookie that currently needs no lookup. */
  fresh(token: string): Session | undefined;
  /**
   * Returns the user of a cookie at its last lookup. The next request is counted for this user before
   * Postgres is queried.
   */
  recentUserOf(token: string): string | undefined;
  /**
   * Returns the live session of a cookie's token, looked up in Postgres at most once a second. A recently
   * used cookie is looked up from any address, so that users who share an address with a sender of forged
   * ones are not locked out.
   * @throws TryLaterError if too many cookies of this address were unknown
   */
  find(token: string, address: string): Promise<Session | undefined>;
  /**
   * Requires another lookup of a user's session before its next use; of all sessions of the user if
   * `sessionId` is `null`.
   */
  forget(userId: string, sessionId: string | null): void;
}

interface Known {
  session: Session;
  /** Until when it needs no lookup, by the process's clock. */
  freshUntil: number;
}

/** Looks up sessions, and limits how often Postgres is queried for unknown cookies. */
export function createVisitors(db: Database, limitsFactor: number): Visitors {
  const most = Math.ceil(UNKNOWN_COOKIES * limitsFactor);
  const unknown = createMinuteCounter(most);
  /** Sessions by ID, the most recently looked up last. */
  const known = new Map<string, Known>();
  /** Counts how often sessions have ended: a lookup may return one that ended meanwhile. */
  let endings = 0;

  function remember(session: Session, freshUntil: number): void {
    known.delete(session.id);
    known.set(session.id, { session, freshUntil });
    if (known.size > MAX_KNOWN) known.delete(known.keys().next().value!);
  }

  function freshIn(remembered: Known | undefined): Session | undefined {
    return remembered && performance.now() < remembered.freshUntil ? remembered.session : undefined;
  }

  return {
    fresh: (token) => (isToken(token) ? freshIn(known.get(sessionIdOf(token))) : undefined),
    recentUserOf: (token) => known.get(sessionIdOf(token))?.session.userId,
    async find(token, address) {
      // Any other text cannot be one of our tokens.
      if (!isToken(token)) return undefined;
      const id = sessionIdOf(token);
      const remembered = known.get(id);
      const fresh = freshIn(remembered);
      if (fresh) return fresh;
      const begun = performance.now();
      const isKnown = remembered !== undefined;
      // Counted before the lookup, so that concurrent ones count too.
      const wait = isKnown ? 0 : unknown.take(address);
      if (wait > 0) {
        throw new TryLaterError(
          `Too many requests with an unknown session from your network: the limit is ${most} a minute. Please try again in ${wait} s.`,
          wait,
        );
      }
      const endingsBefore = endings;
      let session: Session | undefined;
      try {
        session = await findSession(db, token);
      } catch (error) {
        if (!isKnown) unknown.give(address);
        throw error;
      }
      if (session) {
        remember(session, endings === endingsBefore ? begun + FRESH_MS : begun);
        if (!isKnown) unknown.give(address);
      } else known.delete(id);
      return session;
    },
    forget(userId, sessionId) {
      endings += 1;
      for (const entry of sessionId === null ? known.values() : [known.get(sessionId)]) {
        if (entry?.session.userId === userId) entry.freshUntil = 0;
      }
    },
  };
}
