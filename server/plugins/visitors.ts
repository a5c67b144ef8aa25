import type { Database } from '#core/db/database.ts';
import { TryLaterError } from '#core/errors.ts';
import { findSession, isToken, type Session, sessionIdOf } from '#core/repositories/account/sessions.ts';
import { createMinuteCounter } from './minute-counter.ts';

/** How many cookies without a session are looked up for one address in a minute, on each node. */
export const UNKNOWN_COOKIES = 300;
/** How many users' cookies each node remembers. */
const MAX_KNOWN = 10_000;

export interface Visitors {
  /** The user of a cookie at its last lookup, for whom its next request is counted before Postgres is asked. */
  lately(token: string): string | undefined;
  /**
   * The live session of a cookie's token, from Postgres. A recently used cookie is looked up from any address, so that
   * users beside a sender of forged ones are not locked out.
   * @throws TryLaterError when too many of this address were unknown
   */
  find(token: string, address: string): Promise<Session | undefined>;
}

/** Looks sessions up, and limits how often Postgres is asked for unknown cookies. */
export function createVisitors(db: Database, limitsFactor: number): Visitors {
  const most = Math.ceil(UNKNOWN_COOKIES * limitsFactor);
  const unknown = createMinuteCounter(most);
  /** The users of sessions, the most recently used last. */
  const known = new Map<string, string>();

  function remember({ id, userId }: Session): void {
    known.delete(id);
    known.set(id, userId);
    if (known.size > MAX_KNOWN) known.delete(known.keys().next().value!);
  }

  return {
    lately: (token) => known.get(sessionIdOf(token)),
    async find(token, address) {
      // Other texts cannot be our tokens.
      if (!isToken(token)) return undefined;
      const id = sessionIdOf(token);
      const isKnown = known.has(id);
      // Counted before the lookup, so that many at once count too.
      const wait = isKnown ? 0 : unknown.take(address);
      if (wait > 0) {
        throw new TryLaterError(
          `Too many requests with an unknown session from your network: the limit is ${most} a minute. Please try again in ${wait} s.`,
          wait,
        );
      }
      let session: Session | undefined;
      try {
        session = await findSession(db, token);
      } catch (error) {
        if (!isKnown) unknown.give(address);
        throw error;
      }
      if (session) {
        remember(session);
        if (!isKnown) unknown.give(address);
      } else known.delete(id);
      return session;
    },
  };
}
