import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';
import { NOT_FROM_HERE, OutsideError } from './outside-error.ts';
import { parseUrl } from '../lib/parse-url.ts';

export interface GuardRules {
  /** Ports that users' URLs may name. */
  ports: number[];
  /** `host:port` pairs that the operator configured: allowed whatever their address and port. */
  hosts: string[];
  /** URLs with these prefixes are requested elsewhere, as the operator configured. Each ends with a slash. */
  aliases: { from: string; to: string }[];
}

/** The target of a URL. */
export interface Destination {
  /** As requested. Redirects are resolved against it. */
  url: URL;
  /** The actual target. It differs only where the operator configured it. */
  reach: URL;
  /** A host name, or an IP address without brackets. */
  host: string;
  port: number;
  /** The operator configured this host, so its address is not checked. */
  trusted: boolean;
}

/**
 * Checks a URL before any request. The URL class has already normalised every form of an IPv4 address to four
 * numbers.
 * @throws OutsideError `refused`
 */
export function admit(rules: GuardRules, address: string | URL): Destination {
  const url = parse(address);
  const alias = rules.aliases.find(({ from }) => url.href.startsWith(from));
  const reach = alias ? new URL(alias.to + url.href.slice(alias.from.length)) : url;
  const host = reach.hostname.replace(/^\[|\]$/g, '');
  const port = Number(reach.port) || (reach.protocol === 'https:' ? 443 : 80);
  const trusted = alias !== undefined || rules.hosts.includes(`${reach.hostname}:${port}`);
  const destination = { url, reach, host, port, trusted };
  if (trusted) return destination;
  if (!rules.ports.includes(port)) {
    throw new OutsideError('refused', `Addresses with the port ${port} are not accepted.`);
  }
  if (isIP(host) && !isPublicAddress(host)) throw new OutsideError('refused', NOT_FROM_HERE);
  return destination;
}

function parse(address: string | URL): URL {
  const url = typeof address === 'string' ? parseUrl(address) : address;
  if (!url) throw new OutsideError('refused', 'This is not a web address.');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new OutsideError('refused', 'Only http: and https: addresses are accepted.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutsideError('refused', 'Addresses with a user name or a password are not accepted.');
  }
  return url;
}
