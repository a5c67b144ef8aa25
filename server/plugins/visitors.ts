import type { Database } from '#core/db/database.ts';
import { TryLaterError } from '#core/lib/errors.ts';
import { findSession, isToken, type Session } from '#core/repositories/account/sessions.ts';
import { findKeySession } from '#core/repositories/account/api-keys.ts';
import { hashToken, isKeyToken } from '#core/repositories/account/key-token.ts';
import { createMinuteCounter } from './minute-counter.ts';

/** How many cookies and keys without a session are looked up for one address per minute, on each node. */
export const UNKNOWN_COOKIES = 300;
/** The number of cookies and keys that each node caches. */
const MAX_KNOWN = 10_000;
/**
 * How long a node uses a session without querying Postgres again, in ms, unless it was reported to have
 * ended.
 */
export const FRESH_MS = 1_000;

export interface Visitors {
  /** Returns the session of a token that currently needs no lookup. */
  fresh(token: string): Session | undefined;
  /**
   * Returns the session of a token at its last lookup. The next request is counted for this session before
   * Postgres is queried.
   */
  recent(token: string): Session | undefined;
  /**
   * Returns the live session of a cookie's token or of an API key, looked up in Postgres at most once a
   * second. A recently used token is looked up from any address, so that users who share an address with a
   * sender of forged ones are not locked out.
   * @throws TryLaterError if too many tokens of this address were unknown
   */
  find(token: string, address: string): Promise<Session | undefined>;
  /**
   * Requires another lookup of a user's session before its next use; of all sessions of the user if
   * `sessionId` is `null`.
   */
  forget(userId: string, sessionId: string | null): void;
}

interface CachedVisitor {
  session: Session;
  /** Until when it needs no lookup, by the process's clock. */
  freshUntil: number;
}

/** Looks up sessions and API keys, and limits how often Postgres is queried for unknown ones. */
export function createVisitors(db: Database, limitsFactor: number): Visitors {
  const most = Math.ceil(UNKNOWN_COOKIES * limitsFactor);
  const unknown = createMinuteCounter(most);
  /** Sessions by the hash of their token, the most recently looked up last. */
  const cache = new Map<string, CachedVisitor>();
  /** Counts how often sessions have ended: a lookup may return one that ended meanwhile. */
  let endings = 0;

  function remember(hash: string, session: Session, freshUntil: number): void {
    cache.delete(hash);
    cache.set(hash, { session, freshUntil });
    if (cache.size > MAX_KNOWN) cache.delete(cache.keys().next().value!);
  }

  function freshIn(remembered: CachedVisitor | undefined): Session | undefined {
    return remembered && performance.now() < remembered.freshUntil ? remembered.session : undefined;
  }

  return {
    fresh: (token) => freshIn(cache.get(hashToken(token))),
    recent: (token) => cache.get(hashToken(token))?.session,
    async find(token, address) {
      const isKey = isKeyToken(token);
      // Any other text cannot be one of our tokens.
      if (!isKey && !isToken(token)) return undefined;
      const hash = hashToken(token);
      const remembered = cache.get(hash);
      const fresh = freshIn(remembered);
      if (fresh) return fresh;
      const startedAt = performance.now();
      const isKnown = remembered !== undefined;
      // Counted before the lookup, so that concurrent ones count too.
      const wait = isKnown ? 0 : unknown.take(address);
      if (wait > 0) {
        throw new TryLaterError(
          `Too many requests with an unknown ${isKey ? 'API key' : 'session'} from your network: the limit is ${most} a minute. Please try again in ${wait} s.`,
          wait,
        );
      }
      const endingsBefore = endings;
      let session: Session | undefined;
      try {
        session = await (isKey ? findKeySession : findSession)(db, token);
      } catch (error) {
        if (!isKnown) unknown.give(address);
        throw error;
      }
      if (session) {
        remember(hash, session, endings === endingsBefore ? startedAt + FRESH_MS : startedAt);
        if (!isKnown) unknown.give(address);
      } else cache.delete(hash);
      return session;
    },
    forget(userId, sessionId) {
      endings += 1;
      for (const entry of cache.values()) {
        const { id, userId: ownerId } = entry.session;
        if (ownerId === userId && (sessionId === null || id === sessionId)) entry.freshUntil = 0;
      }
    },
  };
}
