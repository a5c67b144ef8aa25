import type { IncomingHttpHeaders } from 'node:http';
import { isKeyToken } from '#core/repositories/account/key-token.ts';
import { isToken } from '#core/repositories/account/sessions.ts';

const BEARER = /^bearer(?: |$)/i;

/**
 * Whether a request authenticates with a bearer token. Its cookie has no effect then, even if the token is
 * invalid.
 */
export const hasBearer = ({ authorization }: Pick<IncomingHttpHeaders, 'authorization'>): boolean =>
  authorization !== undefined && BEARER.test(authorization);

/**
 * Returns the token with which a request authenticates: the API key of its bearer, otherwise the session of
 * its cookie. Returns `undefined` without one, or if it does not have the form of its kind.
 */
export function tokenOf(headers: IncomingHttpHeaders, cookie: string | undefined): string | undefined {
  if (!hasBearer(headers)) return cookie !== undefined && isToken(cookie) ? cookie : undefined;
  const key = headers.authorization!.slice('bearer'.length).trim();
  return isKeyToken(key) ? key : undefined;
}
