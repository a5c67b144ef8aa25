import { describe, expect, it } from 'vitest';
import { CAPTION_GROWTH } from '#film/captions/caption-look.ts';
import { drawnWidth, lineRule, wordGrowth } from '#film/captions/caption-lines.ts';

const HIGHLIGHTED = { captionSize: 'medium', captionHighlight: 'word' } as const;
const SPACES = {
  plain: lineRule({ captionSize: 'medium' }).space,
  highlighted: lineRule(HIGHLIGHTED).space,
};

describe('wordGrowth', () => {
  // product 21.3
  it.each([
    'convenience',
    'commercial',
    'Unternehmensbesteuerung',
    'WWWWWWWWWW',
    'বিশ্ববিদ্যালয়ের',
    'विश्वविद्यालयों',
    'x'.repeat(90),
  ])('leaves a normal space on each side of a long word: %s', (word) => {
    const beyond = (drawnWidth(word) * (wordGrowth(word) - 1)) / 2;
    expect(beyond).toBeGreaterThan(0);
    expect(SPACES.highlighted - beyond).toBeCloseTo(SPACES.plain);
  });

  it.each(['a', 'so', 'the', 'ও', 'है', ''])('lets a short word grow by a tenth: "%s"', (word) => {
    expect(wordGrowth(word)).toBe(CAPTION_GROWTH);
  });
});
