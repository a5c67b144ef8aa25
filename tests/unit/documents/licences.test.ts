import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Licences under which packages may be part of the product, of its page and of its image. */
const ACCEPTED = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
]);
/** Packages with another licence, and why that is possible. */
const EXCEPTIONS: Record<string, string> = {
  '@echogarden/espeak-ng-emscripten': 'GPL-3.0: runs as a separate program, and is not part of the image.',
  'xmlhttprequest-ssl': 'MIT, in an old field of its package.json.',
};

interface Locked {
  license?: string;
  link?: boolean;
}

// The page's packages are development packages, since the build bundles them.
test('every package has a licence that permits distribution', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const installed = Object.entries(packages).filter(([path, { link }]) => path !== '' && !link);
  expect(installed.length).toBeGreaterThan(300);
  const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const others = installed.filter(([path, { license = 'none' }]) => {
    const alternatives = license.replaceAll(/[()]/g, '').split(' OR ');
    const isAccepted = alternatives.some((one) => one.split(' AND ').every((part) => ACCEPTED.has(part)));
    return !isAccepted && !(nameOf(path) in EXCEPTIONS);
  });
  expect(others.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
});
