import { describe, expect, it } from 'vitest';
import { CARD, CARD_COLOURS } from '#film/cards/drawn-text.ts';
import { BACKGROUNDS } from '#contract/section-settings.ts';

/** Returns the relative luminance of a colour such as '#14161a', as defined by WCAG 2. */
function luminance(color: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe("a title card's text", () => {
  // product 25.7
  it.each(BACKGROUNDS)('has a contrast of 7:1 on %s', (background) => {
    const contrast = (luminance(CARD.text) + 0.05) / (luminance(CARD_COLOURS[background]) + 0.05);
    expect(contrast).toBeGreaterThan(7);
  });
});
