import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitAtShare } from '../../../server/services/sections/split-text.ts';

describe('a text that is divided', () => {
  it('loses no letter, whatever it is and wherever it is divided', () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.lorem({ maxCount: 5, mode: 'sentences' }),
      fc
        .array(fc.constantFrom('নমস্কার', 'क्या', 'हाल', 'है।', 'a.', '"b!"', '\n', ' '))
        .map((parts) => parts.join(' ')),
    );
    const anyShare = fc.double({ min: 0, max: 1, noNaN: true });
    const letters = (text: string) => text.replaceAll(/\s/gu, '');
    fc.assert(
      fc.property(anyText, anyShare, (text, share) => {
        const parts = splitAtShare(text, share);
        expect(letters(parts.join(''))).toBe(letters(text));
        // Every word is complete, in one part or the other.
        expect(parts.join(' ').split(/\s+/u).filter(Boolean)).toEqual(text.split(/\s+/u).filter(Boolean));
      }),
    );
  });

  it('is divided at a sentence that ends near the time, otherwise between words', () => {
    expect(splitAtShare('Short. This is the longer one of both.', 0.3)[0]).toBe('Short.');
    expect(splitAtShare('क्या हाल है। सब ठीक है।', 0.5)).toEqual(['क्या हाल है।', 'सब ठीक है।']);
    expect(splitAtShare('one two three four', 0.5)).toEqual(['one two', 'three four']);
    expect(splitAtShare('Hi. one two three four five six seven eight', 0.6)[0]).toBe(
      'Hi. one two three four five',
    );
    expect(splitAtShare('word', 0.1)).toEqual(['word', '']);
    expect(splitAtShare('', 0.5)).toEqual(['', '']);
  });
});
