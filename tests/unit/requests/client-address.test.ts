import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createAddressOf } from '../../../server/plugins/client-address.ts';

/** Returns the client address of a request from `remoteAddress`, behind these trusted proxies. */
function addressOf(remoteAddress: string | undefined, forwarded?: string, trustProxy: string[] = []): string {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return createAddressOf({ trustProxy })({
    headers,
    socket: { remoteAddress },
  } as unknown as IncomingMessage);
}

describe('the client address that limits count', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::FFFF:cb00:7107', '203.0.113.7'],
    ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7%3', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::'],
    ['2001:0db8:0:0:1::1', '2001:db8::'],
    ['1:0:0:1::', '1:0:0:1::'],
    ['0:0:1:0::5', '0:0:1::'],
    ['64:ff9b::203.0.113.7', '64:ff9b::'],
    ['::203.0.113.7', '::'],
    ['0::203.0.113.7', '::'],
    ['::1', '::'],
    ['fe80::1%eth0', 'fe80::'],
    ['unknown', 'unknown'],
    [undefined, ''],
  ])('counts %s as %s', (remoteAddress, counted) => {
    expect(addressOf(remoteAddress)).toBe(counted);
  });

  it('counts the addresses of one /64 network as one, and of two networks as two', () => {
    expect(addressOf('2001:db8:1:2::1')).toBe(addressOf('2001:db8:1:2:ffff:ffff:ffff:ffff'));
    expect(addressOf('2001:db8:1:2::1')).not.toBe(addressOf('2001:db8:1:3::1'));
  });

  it('uses the last address that is not a trusted proxy', () => {
    const proxies = ['10.0.0.0/8', '2001:db8:aaaa::/48'];
    expect(addressOf('10.0.0.1', '198.51.100.1, 203.0.113.7', proxies)).toBe('203.0.113.7');
    expect(addressOf('10.0.0.1', '203.0.113.7, 2001:db8:aaaa::1', proxies)).toBe('203.0.113.7');
    expect(addressOf('10.0.0.1', '2001:db8:1:2::9', proxies)).toBe('2001:db8:1:2::');
    expect(addressOf('203.0.113.9', '198.51.100.1', proxies)).toBe('203.0.113.9');
  });

  it('ignores the case of a forwarded name', () => {
    expect(addressOf('10.0.0.1', 'Unknown', ['10.0.0.1'])).toBe('unknown');
  });
});
