import { describe, expect, it } from 'vitest';
import {
  lengthFor,
  materialOf,
  materialText,
  possibleLengths,
} from '../../../client/src/features/search/draft/film-material.ts';
import { videoOf } from '../../helpers/browser/search-page.ts';

const lasting = (...seconds: number[]) => seconds.map((duration, at) => videoOf(at + 1, { duration }));

describe('the material of a film', () => {
  it('is what processing uses of the videos of known length', () => {
    expect(materialOf(lasting(17, 17, 17, 17, 17))).toEqual({ ms: 85_000, unknown: 0 });
    expect(materialOf(lasting(3600))).toEqual({ ms: 720_000, unknown: 0 });
    expect(materialOf([])).toEqual({ ms: 0, unknown: 0 });
  });

  it('counts videos without a length, and links whose length is assumed, as unknown', () => {
    const link = videoOf(9, { source: 'Manual', duration: 600 });
    expect(materialOf([...lasting(0, 30), link])).toEqual({ ms: 30_000, unknown: 2 });
    expect(materialOf([videoOf(9, { source: 'Manual', duration: 59 })])).toEqual({ ms: 59_000, unknown: 0 });
  });

  // product 17.2
  it('allows the lengths for which it is enough, and every length if one is unknown', () => {
    expect(possibleLengths({ ms: 85_000, unknown: 0 })).toEqual([1]);
    expect(possibleLengths({ ms: 120_000, unknown: 0 })).toEqual([1, 2]);
    expect(possibleLengths({ ms: 0, unknown: 1 })).toEqual([1, 2, 5]);
    expect(possibleLengths({ ms: 12_000, unknown: 1 })).toEqual([1, 2, 5]);
  });

  it('allows a film of all of it if it is too short for a minute, unless there is hardly any', () => {
    expect(possibleLengths({ ms: 59_000, unknown: 0 })).toEqual(['all']);
    expect(possibleLengths({ ms: 59_600, unknown: 0 })).toEqual([1]);
    expect(possibleLengths({ ms: 2_500, unknown: 0 })).toEqual(['all']);
    expect(possibleLengths({ ms: 2_400, unknown: 0 })).toEqual([]);
    expect(possibleLengths({ ms: 0, unknown: 0 })).toEqual([]);
  });

  it('replaces an impossible length with the next shorter one', () => {
    expect(lengthFor(5, [1, 2])).toBe(2);
    expect(lengthFor(1, [1, 2, 5])).toBe(1);
    expect(lengthFor(2, ['all'])).toBe('all');
    expect(lengthFor(2, [])).toBeNull();
  });

  // product 17.2
  it('is described with the reason against each impossible length', () => {
    const text = (ms: number, unknown = 0) => materialText({ ms, unknown });
    expect(text(300_000)).toBe('5:00 of usable material.');
    expect(text(130_000)).toBe('2:10 of usable material, which is too short for 5 minutes.');
    expect(materialText({ ms: 130_000, unknown: 0 }, true)).toBe(
      '2:10 of usable material, which is too short for 5 minutes. Select more videos for a longer film.',
    );
    expect(text(22_000)).toBe('0:22 of usable material, which is too short for 1, 2, or 5 minutes.');
    expect(text(2_000)).toBe(
      'Too short: 0:02 of usable material. A film needs at least 0:03. Add more videos.',
    );
    expect(text(0, 1)).toBe('Video length unknown. The film may be shorter than you choose.');
    expect(text(30_000, 2)).toBe(
      '0:30 of usable material, plus 2 videos of unknown length. The film may be shorter than you choose.',
    );
  });
});
