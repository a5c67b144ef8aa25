import { createMinuteCounter } from '../plugins/minute-counter.ts';

/** How many connections of each kind a node accepts for one user. */
export const SOCKETS_PER_USER = 20;
/** New connections per minute on each node. A whole office may reconnect simultaneously after a restart. */
export const HANDSHAKES = { address: 3000, session: 120 } as const;

/** Limits new connections, before any query. */
export function createHandshakes(limitsFactor: number) {
  const most = {
    address: Math.ceil(HANDSHAKES.address * limitsFactor),
    session: Math.ceil(HANDSHAKES.session * limitsFactor),
  };
  const addresses = createMinuteCounter(most.address);
  const sessions = createMinuteCounter(most.session);
  return {
    /**
     * Counts a connection, also for its session if its user is known. Unknown cookies have their own limit.
     * @returns `null` if it is admitted, otherwise the reason, and the seconds until it would be
     */
    refuse(address: string, sessionId: string | null): { message: string; seconds: number } | null {
      const tired = addresses.take(address);
      const seconds = tired || (sessionId === null ? 0 : sessions.take(sessionId));
      if (seconds === 0) return null;
      const message = tired
        ? `Too many connections from your network: the limit is ${most.address} a minute.`
        : `Too many connections of this session: the limit is ${most.session} a minute.`;
      return { message: `${message} Please try again in ${seconds} s.`, seconds };
    },
  };
}
