import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';
import { NOT_FROM_HERE, OutsideError } from './outside-error.ts';

export interface GuardRules {
  /** Ports that users' addresses may name. */
  ports: number[];
  /** `host:port` of what the operator configured: reached whatever its address and port are. */
  hosts: string[];
  /** Addresses that begin so are reached elsewhere, as the operator configured; each ends with a slash. */
  aliases: { from: string; to: string }[];
}

/** Where an address leads to. */
export interface Destination {
  /** As it was asked for: redirects are relative to it. */
  url: URL;
  /** What is connected to: another only where the operator says so. */
  reach: URL;
  /** A host name, or an IP address without brackets. */
  host: string;
  port: number;
  /** The operator named this host: its address is not looked at. */
  trusted: boolean;
}

/**
 * What can be told of an address before anybody is asked. URL has written every form of an IPv4 address as four
 * numbers by then.
 * @throws OutsideError refused
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
    throw new OutsideError('refused', `Addresses with the port ${port} are not taken here.`);
  }
  if (isIP(host) && !isPublicAddress(host)) throw new OutsideError('refused', NOT_FROM_HERE);
  return destination;
}

function parse(address: string | URL): URL {
  if (typeof address === 'string' && !URL.canParse(address)) {
    throw new OutsideError('refused', 'This is not a web address.');
  }
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new OutsideError('refused', 'Only http: and https: addresses are accepted.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutsideError('refused', 'Addresses with a user name or a password are not accepted.');
  }
  return url;
}
