import { createMinuteCounter } from '../plugins/minute-counter.ts';

/** How many connections of one user a node keeps open, of a kind. */
export const SOCKETS_PER_USER = 20;
/** Connections that are begun in a minute on each node. An office may come back at once after a restart. */
export const HANDSHAKES = { address: 3000, session: 120 } as const;

/** Limits how often connections are begun, before anything is looked up for one. */
export function createHandshakes(limitsFactor: number) {
  const most = {
    address: Math.ceil(HANDSHAKES.address * limitsFactor),
    session: Math.ceil(HANDSHAKES.session * limitsFactor),
  };
  const addresses = createMinuteCounter(most.address);
  const sessions = createMinuteCounter(most.session);
  return {
    /**
     * Counts one, for the session too when it is known whose it is; cookies that nobody knows have a limit of their own.
     * @returns null when it is taken, else why it is not, and in how many seconds it is
     */
    refuse(address: string, sessionId: string | null): { message: string; seconds: number } | null {
      const tired = addresses.take(address);
      const seconds = tired || (sessionId === null ? 0 : sessions.take(sessionId));
      if (seconds === 0) return null;
      const message = tired
        ? `Your network began ${most.address} connections within a minute, which is the most.`
        : `This session began ${most.session} connections within a minute, which is the most.`;
      return { message: `${message} Please try again in ${seconds} s.`, seconds };
    },
  };
}
