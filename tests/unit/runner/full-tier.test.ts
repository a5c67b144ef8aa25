import { describe, expect, it } from 'vitest';
import { describeDue, dueReasons } from '../../../bin/lib/test/full-tier-due.mjs';
import {
  describeDefects,
  formatFullTier,
  unrecordableReason,
  updateFullTier,
} from '../../../bin/lib/test/full-tier.mjs';

const COMMIT = '0123456789abcdef0123456789abcdef01234567';
const OLDER = 'fedcba9876543210fedcba9876543210fedcba98';
const lastGreen = { commit: OLDER, date: '2026-11-01' };
const result = {
  commit: COMMIT,
  date: '2026-11-26',
  passed: 9,
  failed: 0,
  skipped: 1,
  minutes: 41.5,
  green: true,
};
const red = { ...result, failed: 2, green: false };
const flaky = (file: string) => ({
  file,
  failure: { name: `${file} > sorts`, message: 'Error: late\n  at a.ts' },
});

describe('updateFullTier', () => {
  const record = { last: null, lastGreen, flaky: [] };

  it('makes a green run the last run and the last green one', () => {
    expect(updateFullTier(record, result, [], true)).toEqual({
      last: result,
      lastGreen: { commit: COMMIT, date: '2026-11-26' },
      flaky: [],
    });
  });

  it.each([
    ['red run', red, true],
    ['green run of uncommitted changes', result, false],
    ['green run without git', { ...result, commit: null }, true],
  ])('keeps the last green run after a %s', (_, run, recordable) => {
    expect(updateFullTier(record, run, [], recordable)).toEqual({ last: run, lastGreen, flaky: [] });
  });

  it('appends flaky files of red runs too', () => {
    const flakyTest = { file: 'a', date: '2026-11-01', message: 'sorts: Error: late' };
    const updated = updateFullTier({ ...record, flaky: [flakyTest] }, red, [flaky('b')], true);
    expect(updated.flaky).toEqual([
      flakyTest,
      { file: 'b', date: '2026-11-26', message: 'sorts: Error: late' },
    ]);
  });
});

describe('unrecordableReason', () => {
  const clean = { commit: COMMIT, changed: [] };

  it('is undefined if only the records of the full tier changed', () => {
    const records = { commit: COMMIT, changed: ['tests/durations.json', 'tests/full-tier.json'] };
    expect(unrecordableReason(records, records)).toBeUndefined();
  });

  it.each([
    ['uncommitted changes at the beginning', { ...clean, changed: ['bin/a.mjs', 'bin/b.mjs'] }, clean],
    ['uncommitted changes at the end', clean, { ...clean, changed: ['bin/a.mjs', 'bin/b.mjs'] }],
  ])('names %s', (_, before, after) => {
    expect(unrecordableReason(before, after)).toBe(
      'tracked files have uncommitted changes (bin/a.mjs, 1 more)',
    );
  });

  it('reports another commit and a missing repository', () => {
    expect(unrecordableReason(clean, { ...clean, commit: OLDER })).toContain('another commit');
    expect(unrecordableReason(null, null)).toBe('this is not a git checkout');
  });
});

describe('describeDefects', () => {
  const entry = (file: string, date: string) => ({ file, date, message: '' });
  const record = {
    last: null,
    lastGreen,
    flaky: [entry('a', '2026-11-01'), entry('b', '2026-11-26'), entry('a', '2026-11-26')],
  };

  it('names a file of this run that is on record more than once', () => {
    expect(describeDefects(record, [flaky('a'), flaky('b')])).toEqual([
      'a was flaky 2 times (2026-11-01, 2026-11-26): this is a defect to fix.',
    ]);
  });

  it('names no file of earlier runs', () => {
    expect(describeDefects(record, [flaky('b')])).toEqual([]);
  });
});

describe('formatFullTier', () => {
  it.each([
    [0, 'Full tier last green at fedcba9, 0 commits ago (2026-11-01).'],
    [1, 'Full tier last green at fedcba9, 1 commit ago (2026-11-01).'],
    [12, 'Full tier last green at fedcba9, 12 commits ago (2026-11-01).'],
  ])('counts %i commits', (commits, line) => {
    expect(formatFullTier(lastGreen, commits, ['client/src/a.ts'])).toBe(line);
  });

  it('names the folders whose changes make the full tier due', () => {
    expect(formatFullTier(lastGreen, 3, ['worker/a.ts', 'bin/b.mjs', 'worker/c.ts'])).toBe(
      'Full tier last green at fedcba9, 3 commits ago (2026-11-01); due: worker/, bin/.',
    );
  });

  it('reports that no green run is on record', () => {
    expect(formatFullTier(null, null, null)).toBe('Full tier has no green run on record.');
  });

  it('reports a commit that is not in the history', () => {
    expect(formatFullTier(lastGreen, null, null)).toBe(
      "Full tier last green at fedcba9 (2026-11-01), which is not in this checkout's history.",
    );
  });
});

describe('dueReasons', () => {
  it.each([
    ['worker/media/join.ts', 'worker/'],
    ['shared/core/runs/engine.ts', 'shared/core/runs/'],
    ['bin/start.mjs', 'bin/'],
    ['ops/backup/backup.ts', 'ops/'],
    ['shared/core/db/migrations/2026-11-01-a.ts', 'shared/core/db/migrations/'],
    ['client/src/features/edit/film/film.ts', 'client/src/features/edit/'],
  ])('names the folder of %s', (path, folder) => {
    expect(dueReasons(['README.md', path])).toEqual([{ folder, paths: [path] }]);
  });

  it('ignores other folders and folders with the same beginning', () => {
    expect(
      dueReasons([
        'client/src/worker/a.ts',
        'shared/core/runs-old.ts',
        'shared/core/db/database.ts',
        'tests/medium/worker/a.test.ts',
      ]),
    ).toEqual([]);
  });
});

describe('describeDue', () => {
  it('is due without a green run, and if its commit is unknown', () => {
    expect(describeDue(null, null)).toEqual({
      due: true,
      text: 'The full tier is due: no green run is on record.',
    });
    expect(describeDue(lastGreen, null)).toEqual({
      due: true,
      text: 'The full tier is due: its last green commit fedcba9 (2026-11-01) is not in this clone.',
    });
  });

  it('is not due if nothing in a watched folder changed', () => {
    expect(describeDue(lastGreen, ['client/src/a.ts'])).toEqual({
      due: false,
      text: 'The full tier is not due: worker/, shared/core/runs/, bin/, ops/, shared/core/db/migrations/ or client/src/features/edit/ have not changed since it was green at fedcba9 (2026-11-01).',
    });
  });

  it('describes each reason with at most five paths', () => {
    const paths = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => `worker/${name}.ts`);
    expect(describeDue(lastGreen, [...paths, 'bin/start.mjs'])).toEqual({
      due: true,
      text: [
        'The full tier is due. It was last green at fedcba9 (2026-11-01).',
        '7 files in worker/ changed: worker/a.ts, worker/b.ts, worker/c.ts, worker/d.ts, worker/e.ts and 2 more.',
        '1 file in bin/ changed: bin/start.mjs.',
      ].join('\n'),
    });
  });
});
