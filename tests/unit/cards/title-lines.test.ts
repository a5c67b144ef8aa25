import { describe, expect, it } from 'vitest';
import { titleLines, titleSize } from '#film/cards/drawn-text.ts';

const PICTURE = { width: 1280, height: 720 };

describe('a title with a very long word', () => {
  // product 25.20
  it('is broken after the punctuation within it', () => {
    expect(titleLines('IMG_20240512_153022_family_holiday_in_the_mountains_final_v2')).toEqual([
      'IMG_20240512_153022_',
      'family_holiday_in_the_',
      'mountains_final_v2',
    ]);
    expect(titleLines('See https://example.org/library/mountains/2024/holiday?part=2&lang=en now')).toEqual([
      'See',
      'https://example.org/',
      'library/mountains/2024/',
      'holiday?part=2&lang=en',
      'now',
    ]);
  });

  // product 25.20
  it('is otherwise broken into even parts, none of which is small', () => {
    expect(titleLines('w'.repeat(49))).toEqual(['w'.repeat(17), 'w'.repeat(16), 'w'.repeat(16)]);
    expect(titleLines('w'.repeat(200))).toEqual(Array.from({ length: 5 }, () => 'w'.repeat(40)));
    for (const length of [41, 60, 100, 200]) {
      const size = titleSize('w'.repeat(length), PICTURE, 'plain');
      expect([length, size > 46]).toEqual([length, true]);
      expect(titleLines('w'.repeat(length)).length * size).toBeLessThan(PICTURE.height * 0.8);
    }
  });

  // product 25.20
  it('is never broken within a letter', () => {
    const conjuncts = 'ক্ষ্ম'.repeat(20);
    const parts = titleLines(conjuncts);
    expect(parts.length).toBeGreaterThan(1);
    expect(parts.join('')).toBe(conjuncts);
    for (const part of parts) expect(part).toMatch(/^(ক্ষ্ম)+$/u);
    for (const part of titleLines('किन्नरी'.repeat(12))) expect(part).toMatch(/^(कि|न्न|री)+$/u);
    for (const part of titleLines('👩🏽‍🌾'.repeat(12))) expect(part).toMatch(/^(👩🏽‍🌾)+$/u);
  });
});

it('does not change how other titles are drawn', () => {
  for (const title of ['', 'A short title', 'Internationalisierungsbeauftragte', 'w'.repeat(40)]) {
    expect(titleLines(title)).toEqual([title]);
  }
  expect(titleSize('Internationalisierungsbeauftragte', PICTURE, 'plain')).toBeCloseTo(1024 / (33 * 0.45));
});
