import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const ARCHITECTURE_BYTES = 16_000;
const README_BYTES = 6_000;

/** Matches a link or an image, and captures its target. */
const LINK = /\]\(([^)\s]+)\)/g;
/**
 * Matches a path in backticks that contains a slash and has the ending of a source, a style or a document.
 */
const PATH = /`([\w.-]+(?:\/[\w.-]+)+\.(?:tsx?|mjs|cjs|json|css|md))`/g;
const OUTSIDE = /^[a-z][a-z+.-]*:/i;

const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], { encoding: 'utf8' });
const documents = listed
  .split('\n')
  .filter((path) => path !== '' && existsSync(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

/** Returns the anchors of a document's headings, as GitHub names them. */
function anchorsOf(text: string): Set<string> {
  const headings = withoutCode(text).matchAll(/^#+ (.+)$/gm);
  return new Set(
    [...headings].map(([, heading]) =>
      heading!
        .toLowerCase()
        .replaceAll(/[^\p{Letter}\p{Number}_ -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** Returns the text without fenced blocks, which contain examples rather than links. */
const withoutCode = (text: string): string => text.replaceAll(/^```[^\n]*\n[^]*?^```$/gm, '');

/** Returns the relative links that lead to no file or to no heading. */
function brokenLinks({ path, text }: { path: string; text: string }): string[] {
  return [...withoutCode(text).matchAll(LINK)].flatMap(([, target]) => {
    if (OUTSIDE.test(target!)) return [];
    const [file, anchor] = target!.split('#') as [string, string?];
    const full = file === '' ? path : join(dirname(path), file);
    if (!existsSync(full)) return [`${path}: ${target}`];
    const exists = anchor === undefined || anchorsOf(readFileSync(full, 'utf8')).has(anchor);
    return exists ? [] : [`${path}: ${target}`];
  });
}

/** Returns the paths that exist neither from the repository's root nor from the document's folder. */
function missingPaths({ path, text }: { path: string; text: string }): string[] {
  return [...withoutCode(text).matchAll(PATH)]
    .map(([, named]) => named!)
    .filter((named) => !existsSync(named) && !existsSync(join(dirname(path), named)))
    .map((named) => `${path}: ${named}`);
}

test('every relative link in a document leads to an existing file and heading', () => {
  expect(documents.length).toBeGreaterThan(20);
  expect(documents.flatMap(brokenLinks)).toEqual([]);
});

test('every path in a document exists', () => {
  expect(documents.flatMap(missingPaths)).toEqual([]);
});

test('ARCHITECTURE.md has at most 16,000 bytes, and the document of a folder 6,000', () => {
  expect(statSync('ARCHITECTURE.md').size).toBeLessThanOrEqual(ARCHITECTURE_BYTES);
  const long = documents
    .filter(({ path }) => path.includes('/') && path !== 'docs/product.md')
    .filter(({ text }) => Buffer.byteLength(text) > README_BYTES)
    .map(({ path }) => path);
  expect(long).toEqual([]);
});
