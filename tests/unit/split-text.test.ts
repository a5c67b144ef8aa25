import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitText } from '../../worker/text/split-text.ts';

describe('splitText', () => {
  it('cuts between sentences, of any of our languages', () => {
    expect(splitText('One two. Three four? Five.', 14)).toEqual(['One two.', 'Three four?', 'Five.']);
    expect(splitText('नदी बहती है। पुल पुराना है।', 15)).toEqual(['नदी बहती है।', 'पुल पुराना है।']);
  });

  it('cuts a long sentence between words, and a long word between characters', () => {
    expect(splitText('one two three four', 9)).toEqual(['one two', 'three', 'four']);
    expect(splitText('কিকিকি', 5)).toEqual(['কিকি', 'কি']);
  });

  it('loses nothing but white space, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        fc.integer({ min: 30, max: 80 }),
        (text, max) => {
          const pieces = splitText(text, max);
          expect(pieces.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
          for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(max);
          expect(pieces).not.toContain('');
        },
      ),
    );
  });
});
