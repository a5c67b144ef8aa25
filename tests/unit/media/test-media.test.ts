import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hasTestMedia, testMedia } from '../../helpers/media/test-media.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cutroom-test-media-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

function write(name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text, { mode: 0o755 });
}

describe('testMedia', () => {
  it('returns the path of a file in the folder that TEST_MEDIA names', () => {
    write('media/talk.mp4', '');
    vi.stubEnv('TEST_MEDIA', folder);
    expect(hasTestMedia()).toBe(true);
    expect(testMedia('media/talk.mp4')).toBe(join(folder, 'media', 'talk.mp4'));
  });

  it('throws an error that names the missing file and TEST_MEDIA', () => {
    vi.stubEnv('TEST_MEDIA', folder);
    expect(() => testMedia('media/talk.mp4')).toThrow(
      `${join(folder, 'media', 'talk.mp4')} does not exist. TEST_MEDIA must name a folder`,
    );
  });

  it.each([undefined, ''])('reports no media if TEST_MEDIA is %j', (value) => {
    vi.stubEnv('TEST_MEDIA', value);
    expect(hasTestMedia()).toBe(false);
    expect(() => testMedia('media/talk.mp4')).toThrow('TEST_MEDIA is not set');
  });
});

describe('.ci/run', () => {
  /** Runs a copy of the script whose npm prints TEST_MEDIA, in the folder "checkout". */
  function runCi(env: NodeJS.ProcessEnv): string {
    const checkout = join(folder, 'checkout');
    write('checkout/bin/audit.mjs', '');
    write('checkout/programs/npm', '#!/bin/sh\necho "${TEST_MEDIA-unset}"\n');
    mkdirSync(join(checkout, '.ci'));
    copyFileSync('.ci/run', join(checkout, '.ci/run'));
    const programs = [join(checkout, 'programs'), dirname(process.execPath), process.env['PATH']];
    const PATH = programs.join(delimiter);
    return execFileSync('bash', [join(checkout, '.ci/run')], { encoding: 'utf8', env: { PATH, ...env } });
  }

  it('exports the folder "shared" beside the checkout as TEST_MEDIA', () => {
    mkdirSync(join(folder, 'shared'));
    expect(runCi({})).toBe(`${join(folder, 'shared')}\n`);
  });

  it('keeps the value of TEST_MEDIA that the caller set', () => {
    mkdirSync(join(folder, 'shared'));
    expect(runCi({ TEST_MEDIA: '/elsewhere' })).toBe('/elsewhere\n');
  });

  it('leaves TEST_MEDIA unset if there is no folder "shared" beside the checkout', () => {
    expect(runCi({})).toBe('unset\n');
  });
});

describe('test files', () => {
  const FOLDERS = ['tests', 'bench'];
  /** A path that leaves the folder in which tests run, which is the checkout. */
  const FROM_ROOT = /\b(?:join|resolve)\(\s*(?:(?:ROOT|process\.cwd\(\)),\s*)?['"`]\.\./;

  /** Whether the source text of a file contains a relative path that leaves the repository. */
  function leavesRepository(file: string, source: string): boolean {
    // Segments that are separate arguments, as in join(folder, '..', '..'), form one path.
    const text = source.replaceAll(/['"`],\s*['"`](?=\.\.)/g, '/');
    const depth = file.split('/').length - 1;
    const climbs = [...text.matchAll(/(?:\.\.\/)*\.\.(?=[/'"`])/g)].map(([run]) => run.split('/').length);
    return climbs.some((levels) => levels > depth) || FROM_ROOT.test(text);
  }

  it.each([
    [true, `join(import.meta.dirname, '${'../'.repeat(4)}shared/media')`],
    [true, `join(import.meta.dirname, ${Array(4).fill(`'..'`).join(', ')}, 'shared')`],
    [true, `join(ROOT, '${'../'}shared')`],
    [true, `resolve('${'../'}shared')`],
    [false, `join(import.meta.dirname, '${'../'.repeat(3)}worker')`],
    [false, `const hostile = '${'../'.repeat(2)}etc/passwd'`],
  ])('is recognised as a path that leaves the repository (%s): %s', (expected, source) => {
    expect(leavesRepository('tests/medium/media/a.test.ts', source)).toBe(expected);
  });

  it('contain no path that leaves the repository: they find media through TEST_MEDIA', () => {
    const files = FOLDERS.flatMap((name) =>
      readdirSync(name, { recursive: true, encoding: 'utf8' }).map((file) => `${name}/${file}`),
    ).filter((file) => /\.(tsx?|mjs)$/.test(file));
    // The files were found.
    expect(files.length).toBeGreaterThan(300);
    expect(files.filter((file) => leavesRepository(file, readFileSync(file, 'utf8')))).toEqual([]);
  });
});
