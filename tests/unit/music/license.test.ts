import { describe, expect, it } from 'vitest';
import { licenseOf } from '../../../server/services/music/sources/license.ts';

const CC = 'https://creativecommons.org';

describe('licenseOf', () => {
  it.each([
    [`${CC}/licenses/by/4.0/`, 'CC BY 4.0', []],
    ['http://creativecommons.org/licenses/by/3.0', 'CC BY 3.0', []],
    ['http://www.creativecommons.org/licenses/by-sa/2.5/au/', 'CC BY-SA 2.5', ['sharealike']],
    [`${CC}/licenses/by-sa/4.0/deed.de`, 'CC BY-SA 4.0', ['sharealike']],
    [`${CC}/publicdomain/zero/1.0/`, 'CC0', []],
    [`${CC}/publicdomain/mark/1.0/`, 'Public Domain', []],
    ['http://creativecommons.org/licenses/publicdomain/', 'Public Domain', []],
  ])('returns the name and the terms of %s', (url, name, terms) => {
    expect(licenseOf(url)).toMatchObject({ name, terms });
  });

  it('returns a URL that it builds itself', () => {
    expect(licenseOf('HTTP://creativecommons.org/licenses/BY/4.0/"><script>')).toEqual({
      name: 'CC BY 4.0',
      url: `${CC}/licenses/by/4.0/`,
      terms: [],
    });
  });

  // product 22.18
  it.each([
    `${CC}/licenses/by-nc/3.0/us/`,
    `${CC}/licenses/by-nc-sa/4.0/`,
    `${CC}/licenses/by-nd/4.0/`,
    `${CC}/licenses/by-nc-nd/4.0/`,
    `${CC}/licenses/sampling+/1.0/`,
    `${CC}/licenses/by/`,
    `${CC}/licenses/by-x/4.0/`,
    `${CC}/publicdomain/certification/1.0/us/`,
    'https://evil.example/creativecommons.org/licenses/by/4.0/',
    'https://creativecommons.org.evil.example/licenses/by/4.0/',
    'javascript:creativecommons.org/licenses/by/4.0/',
    'All rights reserved',
    '',
  ])('returns null for %s, which does not allow use in every film or is unknown', (url) => {
    expect(licenseOf(url)).toBeNull();
  });
});
