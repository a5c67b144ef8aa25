import { describe, expect, it } from 'vitest';
import { splitLetters } from '#text/letters/letters.ts';
import { normalise } from '#text/letters/normalise.ts';
import { trimSigns } from '#text/letters/trim-signs.ts';

const letters = (text: string) => splitLetters(text).map(({ from, to }) => text.slice(from, to));

describe('splitLetters', () => {
  it.each<[string, string[]]>([
    ['a letter with its marks', ['e\u0301', 'x\u0302\u0323']],
    ['letters that a virama joins', ['क्षि', 'स्त्र', 'न']],
    ['Bengali letters that a virama joins', ['ক্ষ', 'ন্ত্রী']],
    ['letters that a virama and a joiner join', ['क्\u200Dष']],
    ['a virama before a space', ['क्', ' ', 'ष']],
    ['a virama before a sign', ['क्', '।', 'ষ']],
    ['a virama without a letter', ['1्', 'क']],
    ['emoji that joiners join', ['👩\u200D👩\u200D👧\u200D👦', '👍🏽']],
    ['a joiner between an emoji and a letter', ['👩\u200D', 'a']],
    ['an emoji with a variation selector', ['❤️\u200D🔥', '☺️']],
    ['Korean syllables in parts', ['각'.normalize('NFD'), '나'.normalize('NFD'), '다', 'a']],
    ['flags', ['🇮🇳', '🇧🇩', 'a']],
    ['an odd number of flag letters', ['🇮🇳', '🇧']],
    ['line breaks', ['a', '\n', 'b']],
    ['a lone surrogate', ['a', '\uD800', 'b']],
  ])('splits a text with %s', (_, parts) => {
    expect(letters(parts.join(''))).toEqual(parts);
  });

  it('returns nothing for an empty text', () => {
    expect(splitLetters('')).toEqual([]);
  });
});

describe('normalise', () => {
  it.each(['NFC', 'NFKC'] as const)('equals the normal form %s of letters with up to 30 marks', (form) => {
    const text = `Cafe\u0301 ﬁn q\u0323\u0307 ${`a\u0301\u0323${'\u0300'.repeat(28)}`} 각`;
    expect(normalise(text, form)).toBe(text.normalize(form));
  });

  it('keeps every mark of a letter with more than 30, and composes the other letters', () => {
    const many = `e\u0301 a${'\u0316\u0301'.repeat(40)} e\u0301`;
    const normal = normalise(many, 'NFC');
    expect(normal.startsWith('é ')).toBe(true);
    expect(normal.endsWith(' é')).toBe(true);
    expect(normal.normalize('NFC')).toBe(many.normalize('NFC'));
  });
});

describe('trimSigns', () => {
  it.each([
    ['“Hello,”', 'Hello'],
    ['$5.50!', '5.50'],
    ["don't…", "don't"],
    ['(नदी।)', 'नदी'],
    ['क्', 'क्'],
    ['...', ''],
    ['', ''],
    ['  a ', '  a '],
  ])('removes the signs around %j', (word, bare) => {
    expect(trimSigns(word)).toBe(bare);
  });
});
