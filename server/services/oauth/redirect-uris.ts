import { parseUrl } from '#core/lib/parse-url.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
/** A URI without spaces, controls and other alphabets. */
const PLAIN = /^[\x21-\x7e]+$/;

const isLoopback = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && LOOPBACK.has(hostname);

/** Whether an app may return to this URI: HTTPS, or a program on the user's computer. */
export function isAllowedRedirect(uri: string): boolean {
  const url = PLAIN.test(uri) ? parseUrl(uri) : undefined;
  if (!url || url.username !== '' || url.password !== '' || uri.includes('#')) return false;
  return url.protocol === 'https:' || isLoopback(url);
}

/**
 * Whether a request names a registered URI: the same text, or the same one on another port of the user's
 * computer, which a program chooses when it starts (RFC 8252, section 7.3).
 */
export function isRegisteredRedirect(registered: readonly string[], requested: string): boolean {
  if (registered.includes(requested)) return true;
  const url = isAllowedRedirect(requested) ? parseUrl(requested) : undefined;
  if (!url || !isLoopback(url)) return false;
  return registered.some((uri) => withoutPort(uri) === withoutPort(requested));
}

function withoutPort(uri: string): string | undefined {
  const url = parseUrl(uri);
  if (!url || !isLoopback(url)) return undefined;
  url.port = '';
  return url.href;
}

/** Returns the host to which an app returns; `null` for a program on the user's computer. */
export function siteOf(uri: string): string | null {
  const url = parseUrl(uri);
  return url && !isLoopback(url) ? url.host : null;
}
