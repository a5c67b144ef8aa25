import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { firstEntries } from '#core/media-sources/first-entries.ts';

describe('firstEntries', () => {
  it('returns null for an unreadable entry, and refuses anything but a list', () => {
    const list = firstEntries(z.object({ id: z.string() }), 3);
    expect(list.parse([{ id: 'a' }, 7, null, { id: 'b' }])).toEqual([{ id: 'a' }, null, null]);
    for (const other of [undefined, null, {}, 'text', { length: 1 }])
      expect(list.safeParse(other).success).toBe(false);
  });

  it('checks no entry after the last one that it returns', () => {
    const check = vi.fn(() => true);
    const list = firstEntries(z.string().refine(check), 2);
    expect(list.parse(Array.from({ length: 100_000 }, (_, index) => String(index)))).toEqual(['0', '1']);
    expect(check).toHaveBeenCalledTimes(2);
  });
});
