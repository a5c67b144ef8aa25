import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Config } from '#core/config/config.ts';

/**
 * Returns the client address that limits count; behind a proxy, only if it is trusted. A home or office has a
 * /64 of IPv6, so its addresses count as one. Also works for requests that never reach a route.
 */
export function createAddressOf({
  trustProxy,
}: Pick<Config, 'trustProxy'>): (request: IncomingMessage) => string {
  if (!trustProxy || trustProxy.length === 0) return ({ socket }) => networkOf(socket.remoteAddress ?? '');
  const trusted = new BlockList();
  for (const proxy of trustProxy) {
    const [ip = '', bits] = proxy.split('/');
    const family = isIP(ip) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) trusted.addAddress(ip, family);
    else trusted.addSubnet(ip, Number(bits), family);
  }
  const isTrusted = (ip: string) => isIP(ip) !== 0 && trusted.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4');
  return ({ headers, socket }) => {
    let address = socket.remoteAddress ?? '';
    // The nearest proxy's entry is last. Entries before it may be forged by an untrusted sender.
    const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
    while (isTrusted(address) && forwarded.at(-1)?.trim()) address = forwarded.pop()!.trim();
    return networkOf(address);
  };
}

/** The obsolete form of IPv4 in IPv6, which the parser treats as a mapped address. */
const COMPATIBLE = /^::\d{1,3}\./;

/** Returns an IPv4 address, the first address of an IPv6 address' /64, or any other text in lower case. */
function networkOf(address: string): string {
  if (isIP(address) !== 6) return address.toLowerCase();
  if (COMPATIBLE.test(address)) return '::';
  const { parts } = ipaddr.IPv6.parse(address);
  const parsed = new ipaddr.IPv6(parts);
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString();
  return new ipaddr.IPv6([...parts.slice(0, 4), 0, 0, 0, 0]).toRFC5952String();
}
