import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findInText, replaceInText } from '#text/find/find-text.ts';

const search = (find: string, options = {}) => ({ find, matchCase: false, wholeWords: false, ...options });
const matchesOf = (text: string, find: string, options = {}) =>
  findInText(text, search(find, options)).map(({ from, to }) => text.slice(from, to));

describe('a search in a text', () => {
  // product 24.2
  it('finds any case, or the same case', () => {
    expect(matchesOf('The river, the RIVER and rivers', 'river')).toEqual(['river', 'RIVER', 'river']);
    expect(matchesOf('The river, the RIVER and rivers', 'river', { matchCase: true })).toEqual([
      'river',
      'river',
    ]);
    expect(matchesOf('Öl und öl', 'ÖL')).toEqual(['Öl', 'öl']);
    expect(matchesOf('a.c abc', 'a.c')).toEqual(['a.c']);
    expect(matchesOf('aaaa', 'aa')).toEqual(['aa', 'aa']);
    expect(matchesOf('One\ntwo', 'one two')).toEqual(['One\ntwo']);
  });

  // product 24.2
  it.each([
    ['The river, rivers and driver', 'river', ['river']],
    ['the U.S. and “US”', 'US', ['US']],
    ['নদী, নদীর নদী।', 'নদী', ['নদী', 'নদী']],
    ['नदी नदियाँ नदी।', 'नदी', ['नदी', 'नदी']],
    ['naïve na\u0131ve nai\u0308ve', 'na\u00efve', ['naïve', 'nai\u0308ve']],
    ['well-known, known', 'known', ['known', 'known']],
    ['end. End', 'end.', ['end.']],
  ])('finds only whole words on request: %s', (text, find, words) => {
    expect(matchesOf(text, find, { wholeWords: true })).toEqual(words);
  });

  // product 24.2
  it.each([
    ['কা ক', 'ক', ['ক']],
    ['ক্ষ ষ', 'ষ', ['ষ']],
    ['कि क', 'क', ['क']],
    ['বড\u09BC', 'ব\u09DC', ['বড\u09BC']],
    ['é e', 'e', ['e']],
  ])('finds whole letters, however they are written: %s', (text, find, letters) => {
    expect(matchesOf(text, find)).toEqual(letters);
  });

  it('returns only matching places, which disappear when they are replaced', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'A', 'b', ' ', 'ন', 'দী', '্', 'é', '।') });
    fc.assert(
      fc.property(text, text, fc.boolean(), fc.boolean(), (source, find, matchCase, wholeWords) => {
        fc.pre(find !== '');
        const places = findInText(source, { find, matchCase, wholeWords });
        for (const [i, { from, to }] of places.entries()) {
          expect(from).toBeLessThan(to);
          expect(from).toBeGreaterThanOrEqual(places[i - 1]?.to ?? 0);
          const there = source.slice(from, to).normalize('NFC');
          expect(matchCase ? there : there.toLowerCase()).toBe(
            matchCase ? find.normalize('NFC') : find.normalize('NFC').toLowerCase(),
          );
        }
        const replaced = replaceInText(
          source,
          places,
          places.length > 0 ? source.slice(places[0]!.from, places[0]!.to) : '',
        );
        expect(replaced.toLowerCase().normalize('NFC')).toBe(source.toLowerCase().normalize('NFC'));
      }),
    );
  });
});

it('replaces only the given places', () => {
  const text = 'The river and the river.';
  expect(replaceInText(text, findInText(text, search('river')), '$& sea')).toBe('The $& sea and the $& sea.');
  expect(replaceInText(text, [], 'sea')).toBe(text);
});
