import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { normalizeIP } from '@fastify/rate-limit';
import type { Config } from '#core/config/config.ts';

/**
 * The client address that limits count: behind trusted proxies only. A home or office has a /64 of IPv6, so its
 * addresses count as one. Works for requests that never reach a route, too.
 */
export function createAddressOf({
  trustProxy,
}: Pick<Config, 'trustProxy'>): (request: IncomingMessage) => string {
  const trusted = new BlockList();
  for (const proxy of trustProxy || []) {
    const [ip = '', bits] = proxy.split('/');
    const family = isIP(ip) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) trusted.addAddress(ip, family);
    else trusted.addSubnet(ip, Number(bits), family);
  }
  const isTrusted = (ip: string) => isIP(ip) !== 0 && trusted.check(ip, isIP(ip) === 6 ? 'ipv6' : 'ipv4');
  return ({ headers, socket }) => {
    let address = socket.remoteAddress ?? '';
    // The nearest proxy's entry is last; entries before it may be forged by an untrusted sender.
    const said = String(headers['x-forwarded-for'] ?? '').split(',');
    while (isTrusted(address) && said.at(-1)?.trim()) address = said.pop()!.trim();
    return normalizeIP(address, 64);
  };
}
