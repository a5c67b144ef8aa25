import { describe, expect, it } from 'vitest';
import { asksForCredit, isOfLicense, isReusable } from '#text/words/licenses.ts';

describe('asksForCredit', () => {
  // product 26.5
  it.each([
    'CC BY 4.0',
    'CC-BY-SA-3.0',
    'cc by-nc-nd 2.0',
    'Creative Commons Attribution (CC BY)',
    'Creative Commons Attribution-ShareAlike',
    'https://creativecommons.org/licenses/by/4.0/',
    'BY-NC',
    'GNU Free Documentation License',
    'Open Government Licence v3.0',
  ])('is true for %s', (license) => {
    expect(asksForCredit(license)).toBe(true);
  });

  // product 26.5
  it.each([
    null,
    undefined,
    '',
    'CC0',
    'Public Domain',
    'Standard YouTube License',
    'Pexels License',
    'Free to use, no attribution required',
    'Attribution is not required',
    'Made by Ann',
  ])('is false for %s', (license) => {
    expect(asksForCredit(license)).toBe(false);
  });
});

describe('isReusable', () => {
  // product 2.139
  it.each([
    'CC BY 4.0',
    'CC-BY-SA-3.0',
    'CC BY',
    'CC SA 1.0',
    'CC0',
    'Public domain',
    'Creative Commons Attribution (CC BY)',
    'https://creativecommons.org/licenses/by-sa/4.0/',
    'Pexels License',
    'Pixabay Content License',
    'NASA Media Guidelines (attribution requested)',
    'No known copyright restrictions',
    'GFDL',
  ])('is true for %s', (license) => {
    expect(isReusable(license)).toBe(true);
  });

  // product 2.139
  it.each([
    null,
    undefined,
    '',
    'CC BY-NC 4.0',
    'CC BY-ND',
    'by-nc-sa',
    'Creative Commons Attribution-NonCommercial',
    'Creative Commons Attribution-NoDerivatives 4.0',
    'https://creativecommons.org/licenses/by-nc-nd/3.0/',
    'Standard YouTube License',
    'CC0 text, all rights reserved',
    'Free to read',
    'Not the Pexels License',
  ])('is false for %s', (license) => {
    expect(isReusable(license)).toBe(false);
  });
});

// product 2.139
it('matches each filter with licences that permit the use, of which some need a credit', () => {
  const licenses = [null, 'CC0', 'CC BY 4.0', 'CC BY-NC 4.0', 'Standard YouTube License'];
  const matching = (filter?: 'reusable' | 'credit') =>
    licenses.filter((license) => isOfLicense(license, filter));
  expect(matching()).toEqual(licenses);
  expect(matching('reusable')).toEqual(['CC0', 'CC BY 4.0']);
  expect(matching('credit')).toEqual(['CC BY 4.0']);
});
