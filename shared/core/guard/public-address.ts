import ipaddr from 'ipaddr.js';

/** The range of all public unicast IPv6 addresses. Others are reserved, or lead to other networks. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address, as resolvers and sockets write it, is on the public internet: not this machine, not
 * a network behind it, not a special range, and not an IPv6 address that embeds an IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  // Only an address of a local network has a zone.
  if (address.includes('%') || !ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(...GLOBAL_UNICAST);
}
