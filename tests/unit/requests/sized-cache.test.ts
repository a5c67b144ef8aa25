import { describe, expect, it } from 'vitest';
import { createSizedCache } from '../../../server/services/sized-cache.ts';

const ofBytes = (bytes: number) => ({ body: Buffer.alloc(bytes) });

describe('createSizedCache', () => {
  it('drops the least recently used value if all values have too many bytes', () => {
    const cache = createSizedCache<{ body: Buffer }>(100);
    for (const key of ['a', 'b', 'c', 'd']) cache.set(key, ofBytes(25));
    cache.get('a');
    cache.set('e', ofBytes(25));
    expect(['a', 'b', 'c', 'd', 'e'].filter((key) => cache.get(key))).toEqual(['a', 'c', 'd', 'e']);
  });

  it('counts the bytes of a replaced value once', () => {
    const cache = createSizedCache<{ body: Buffer }>(100);
    cache.set('a', ofBytes(20));
    for (let i = 0; i < 10; i += 1) cache.set('b', ofBytes(25));
    expect(cache.get('a')).toBeDefined();
  });

  it('stores no value that takes more than a quarter, and drops an earlier one of its key', () => {
    const cache = createSizedCache<{ body: Buffer }>(100);
    cache.set('a', ofBytes(20));
    cache.set('b', ofBytes(20));
    cache.set('a', ofBytes(26));
    expect([cache.get('a'), cache.get('b')?.body.length]).toEqual([undefined, 20]);
  });
});
