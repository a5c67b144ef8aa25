import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { planRun } from '../../../bin/lib/test/run-tests.mjs';
import { COMMIT_TIER, currentTier, testFiles } from '../../helpers/runner/commit-tier.ts';

describe('tests/commit-tier.json', () => {
  it('lists only levels that the commit tier runs partly', () => {
    expect(Object.keys(COMMIT_TIER)).toEqual(['journeys', 'pages', 'medium', 'faults']);
  });

  it.each(Object.entries(COMMIT_TIER))('lists existing files of %s', (level, names) => {
    const missing = names.filter((name) => {
      const path = `tests/${level}/${name}.test.ts`;
      return !existsSync(path) && !existsSync(`${path}x`);
    });
    expect(missing).toEqual([]);
  });

  it.each(Object.entries(COMMIT_TIER))('lists each file of %s once, in order', (_, names) => {
    expect(names).toEqual([...new Set(names)].toSorted());
  });
});

describe('testFiles', () => {
  const everything = ['tests/medium/**/*.test.{ts,tsx}'];

  it('returns all files of a level in the full tier', () => {
    expect(testFiles('medium', 'full', ['films/render'])).toEqual(everything);
  });

  it('returns the listed files of a level in the commit tier', () => {
    expect(testFiles('medium', 'commit', ['films/render', 'films/join'])).toEqual([
      'tests/medium/films/render.test.{ts,tsx}',
      'tests/medium/films/join.test.{ts,tsx}',
    ]);
    expect(testFiles('journeys', 'commit', [])).toEqual([]);
  });

  it('returns all files of an unlisted level in the commit tier', () => {
    expect(testFiles('unit', 'commit')).toEqual(['tests/unit/**/*.test.{ts,tsx}']);
  });
});

describe('currentTier', () => {
  it('is full unless the test runner requests the commit tier', () => {
    expect(currentTier({})).toBe('full');
    expect(currentTier({ CUTROOM_TEST_TIER: 'full' })).toBe('full');
    expect(currentTier({ CUTROOM_TEST_TIER: 'commit' })).toBe('commit');
  });
});

describe('planRun', () => {
  it('runs gates and the commit tier by default', () => {
    expect(planRun([])).toEqual({
      fast: false,
      whole: true,
      vitestArgs: [],
      tier: 'commit',
      recorded: false,
      rerunnable: true,
    });
  });

  it('runs and records everything with --full', () => {
    expect(planRun(['--full'])).toMatchObject({ whole: true, tier: 'full', recorded: true });
  });

  it('runs only unit tests with --fast', () => {
    expect(planRun(['--fast'])).toMatchObject({ fast: true, whole: true, vitestArgs: ['--project', 'unit'] });
  });

  it.each([[['--', 'films/render']], [['--full', 'films/render']]])(
    'runs the files that %j names regardless of the tier, without a record',
    (args) => {
      expect(planRun(args)).toMatchObject({
        whole: false,
        vitestArgs: ['films/render'],
        tier: 'full',
        recorded: false,
        rerunnable: true,
      });
    },
  );

  it('reruns no files if options select tests within files', () => {
    expect(planRun(['films/render', '-t', 'joins'])).toMatchObject({ rerunnable: false });
  });
});
