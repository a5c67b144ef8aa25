import { isIP } from 'node:net';

const ALL_BITS = 128;
/** The prefix of IPv4 addresses mapped to IPv6. */
const MAPPED = 0xffffn << 32n;
const FAMILIES: Range[] = [
  { first: 0n, size: 1n << 128n },
  { first: MAPPED, size: 1n << 32n },
];

/** Consecutive addresses as 128-bit numbers. */
interface Range {
  first: bigint;
  size: bigint;
}

/**
 * Parses the proxies whose X-Forwarded-For is trusted. It accepts only addresses: with a number of proxies,
 * anyone who bypasses them could claim any address.
 * @throws Error for anything else, and for half of all addresses or more, which no operator's proxies have
 */
export function parseProxies(value: string | undefined): false | string[] {
  if (value === undefined) return false;
  const addresses = value.split(',').map((address) => address.trim());
  const wrong = addresses.filter((address) => {
    const [, ip = '', bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(address) ?? [];
    const most = { 0: 0, 4: 32, 6: 128 }[isIP(ip)]!;
    return bits === undefined ? most === 0 : Number(bits) < 1 || Number(bits) > most;
  });
  if (wrong.length > 0) {
    throw new Error(`TRUST_PROXY must be addresses of proxies, such as 10.0.0.0/8, not ${wrong.join(', ')}.`);
  }
  const ranges = addresses.map(rangeOf);
  if (FAMILIES.some((family) => countWithin(ranges, family) * 2n >= family.size)) {
    throw new Error(
      'TRUST_PROXY must be addresses of proxies, not half of all addresses or more: anyone could claim any address.',
    );
  }
  return addresses;
}

function rangeOf(address: string): Range {
  const [ip = '', bits] = address.split('/');
  const isShort = isIP(ip) === 4;
  const prefix = bits === undefined ? ALL_BITS : Number(bits) + (isShort ? ALL_BITS - 32 : 0);
  const size = 1n << BigInt(ALL_BITS - prefix);
  const number = isShort ? MAPPED + numberOf(ip.split('.'), 8, 10) : numberOf(groupsOf(ip), 16, 16);
  return { first: (number / size) * size, size };
}

const numberOf = (parts: string[], bits: number, radix: number): bigint =>
  parts.reduce((sum, part) => (sum << BigInt(bits)) + BigInt(Number.parseInt(part, radix)), 0n);

/** Returns the eight groups of an IPv6 address. */
function groupsOf(ip: string): string[] {
  // The URL parser converts a trailing IPv4 address to groups. It does not accept zones.
  const { hostname } = new URL(`http://[${ip.split('%')[0]}]`);
  const [before = '', after] = hostname.slice(1, -1).split('::');
  const groups = (text: string) => text.split(':').filter((group) => group !== '');
  const [first, last] = [groups(before), groups(after ?? '')];
  return [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last];
}

/** Returns how many addresses of a family these ranges contain together. */
function countWithin(ranges: readonly Range[], family: Range): bigint {
  const end = family.first + family.size;
  let count = 0n;
  let at = family.first;
  for (const { first, size } of ranges.toSorted((a, b) => (a.first < b.first ? -1 : 1))) {
    const from = first > at ? first : at;
    const to = first + size < end ? first + size : end;
    if (to <= from) continue;
    count += to - from;
    at = to;
  }
  return count;
}
