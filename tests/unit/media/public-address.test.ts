import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '#core/guard/public-address.ts';
import { PUBLIC_ADDRESSES, SPECIAL_RANGES } from '../../helpers/calls/special-addresses.ts';

describe('isPublicAddress', () => {
  it('rejects at least 26 special ranges from their first to their last address', () => {
    expect(SPECIAL_RANGES.length).toBeGreaterThanOrEqual(26);
    const accepted = SPECIAL_RANGES.filter(([, ...ends]) => ends.some(isPublicAddress)).map(([name]) => name);
    expect(accepted).toEqual([]);
  });

  it('accepts the public internet, up to the next special range', () => {
    expect(PUBLIC_ADDRESSES.filter((address) => !isPublicAddress(address))).toEqual([]);
  });

  it.each(['', 'example.com', '8.8.8.8.8', '2606:4700::1%eth0', '[2606:4700::1]', ' 8.8.8.8'])(
    'refuses %j, which is not an address',
    (text) => {
      expect(isPublicAddress(text)).toBe(false);
    },
  );
});
