import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { changedSince, commitsSince, readCheckout } from '../../../bin/lib/test/git.mjs';
import { fullTierLine, recordFullRun } from '../../../bin/lib/test/record-full-run.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cutroom-checkout-'));
  mkdirSync(join(root, 'tests'));
  // A git hook sets these variables for its own repository.
  for (const name of ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE']) vi.stubEnv(name, undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(root, { recursive: true, force: true });
});

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.example', ...args], {
    cwd: root,
    encoding: 'utf8',
  }).trim();
const write = (path: string, text: string) => writeFileSync(join(root, path), text);
const readRecord = (name: string) => JSON.parse(readFileSync(join(root, 'tests', name), 'utf8'));

/** Commits everything and returns the commit. */
function commit(): string {
  git('add', '--all');
  git('commit', '--quiet', '--no-gpg-sign', '--message', 'a commit');
  return git('rev-parse', 'HEAD');
}

/** Makes a repository of one commit with two test files. */
function makeRepository(): string {
  git('init', '--quiet');
  write('tests/a.test.ts', 'a\n');
  write('tests/b.test.ts', 'b\n');
  return commit();
}

const counts = { passed: 2, failed: 0, skipped: 0, failures: [] };
const files = ['tests/a.test.ts', 'tests/b.test.ts'].map((path, index) => ({
  path,
  seconds: index + 1,
  passed: 1,
  skipped: 0,
  failures: [],
}));
const record = (more: { counts?: typeof counts; checkout?: ReturnType<typeof readCheckout> } = {}) =>
  recordFullRun(
    { counts, flaky: [], files, startedAt: Date.now() - 90_000, checkout: readCheckout(root), ...more },
    root,
  );

describe('recordFullRun', () => {
  it('writes the result and the durations of a green run', () => {
    const head = makeRepository();
    expect(record()).toEqual({ notes: [], defects: [] });
    expect(readRecord('durations.json')).toEqual({ 'tests/a.test.ts': 1, 'tests/b.test.ts': 2 });
    const date = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
    expect(readRecord('full-tier.json')).toEqual({
      last: { commit: head, date, passed: 2, failed: 0, skipped: 0, minutes: 1.5, green: true },
      lastGreen: { commit: head, date },
      flaky: [],
    });
    expect(fullTierLine(root)).toContain(`Full tier last green at ${head.slice(0, 7)}, 0 commits ago (`);
  });

  it('keeps the last green commit after a red run', () => {
    const green = makeRepository();
    record();
    const head = commit();
    record({ counts: { ...counts, failed: 1 } });
    expect(readRecord('full-tier.json')).toMatchObject({
      last: { commit: head, green: false },
      lastGreen: { commit: green },
    });
    expect(fullTierLine(root)).toContain('1 commit ago');
  });

  it('reports a green run with uncommitted changes and keeps the last green commit', () => {
    makeRepository();
    write('tests/a.test.ts', 'changed\n');
    expect(record().notes).toEqual([
      'This green run is not recorded as the last green one, because tracked files have uncommitted changes (tests/a.test.ts).',
    ]);
    expect(readRecord('full-tier.json')).toMatchObject({ last: { green: true }, lastGreen: null });
    expect(fullTierLine(root)).toBe('Full tier has no green run on record.');
  });

  it('reports a damaged record and leaves it unchanged', () => {
    makeRepository();
    write('tests/full-tier.json', '<<<<<<< ours');
    expect(record().notes).toEqual([expect.stringMatching(/^Could not record this run: /)]);
    expect(readFileSync(join(root, 'tests/full-tier.json'), 'utf8')).toBe('<<<<<<< ours');
    expect(fullTierLine(root)).toMatch(/^Could not read tests\/full-tier\.json: /);
  });

  it('works without a repository', () => {
    write('tests/a.test.ts', 'a\n');
    expect(record().notes).toEqual([expect.stringContaining('because this is not a git checkout')]);
    expect(readRecord('full-tier.json')).toMatchObject({ last: { commit: null }, lastGreen: null });
    expect(readRecord('durations.json')).toEqual({ 'tests/a.test.ts': 1 });
  });
});

describe('commitsSince', () => {
  it('counts commits and returns null for a commit outside of the history', () => {
    const first = makeRepository();
    write('tests/a.test.ts', 'again\n');
    const second = commit();
    expect(commitsSince(first, root)).toBe(1);
    git('reset', '--quiet', '--hard', first);
    expect(commitsSince(second, root)).toBeNull();
    expect(commitsSince('0123456789abcdef0123456789abcdef01234567', root)).toBeNull();
  });
});

describe('changedSince', () => {
  it('returns committed and uncommitted changes, both paths of a moved file, and non-ASCII names', () => {
    const first = makeRepository();
    renameSync(join(root, 'tests/a.test.ts'), join(root, 'tests/é.test.ts'));
    commit();
    write('tests/b.test.ts', 'changed\n');
    expect(changedSince(first, root)).toEqual(['tests/a.test.ts', 'tests/b.test.ts', 'tests/é.test.ts']);
    expect(readCheckout(root)?.changed).toEqual(['tests/b.test.ts']);
  });
});
