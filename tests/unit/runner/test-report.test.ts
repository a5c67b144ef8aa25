import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { collectDetails } from '../../../bin/lib/test/details-reporter.mjs';
import { addCounts, countTests, summary } from '../../../bin/lib/test/summary.mjs';
import { type Report, readReport } from '../../../bin/lib/test/vitest-run.mjs';

const pathOf = (name: string) => resolve('tests/unit', name);
const assertion = (status: string, title: string, ...failureMessages: string[]) => ({
  status,
  title,
  ancestorTitles: ['sorting'],
  failureMessages,
});
const file = (
  name: string,
  status: string,
  ...assertionResults: ReturnType<typeof assertion>[]
): Report['testResults'][number] => ({
  name: pathOf(name),
  status,
  assertionResults,
});
const passing = (name: string) => file(name, 'passed', assertion('passed', 'x'));

const read = (
  testResults: Report['testResults'],
  exitCode: number,
  details: { seconds?: Record<string, number>; errors?: { file?: string; message: string }[] } = {},
) => readReport({ testResults }, { seconds: {}, errors: [], ...details }, exitCode);

describe('readReport', () => {
  test('counts passed, failed and skipped tests of all files', () => {
    const mixed = ['passed', 'skipped', 'todo'].map((status) => assertion(status, 'x'));
    const run = read(
      [
        file('a.test.ts', 'passed', ...mixed),
        file('b.test.ts', 'failed', assertion('failed', 'y', 'Error: no')),
      ],
      1,
    );
    expect(countTests(run)).toMatchObject({ passed: 1, failed: 1, skipped: 2 });
  });

  test('counts a file that could not be loaded as one failure', () => {
    const broken = { ...file('a.test.ts', 'failed'), message: 'Cannot find module' };
    expect(countTests(read([broken, passing('b.test.ts')], 1))).toMatchObject({
      failed: 1,
      failures: [{ name: 'tests/unit/a.test.ts', message: 'Cannot find module' }],
    });
  });

  test('reports a run without tests as a failure', () => {
    expect(read([], 0).failures).toEqual([{ name: 'vitest', message: 'No test was run.' }]);
  });

  test('reports an exit code other than 0 although all tests passed', () => {
    expect(read([passing('a.test.ts')], 1).failures).toEqual([
      { name: 'vitest', message: 'Exited with code 1 although no test failed.' },
    ]);
  });

  test('attributes an unhandled error to the file that was running', () => {
    const errors = [{ file: pathOf('a.test.ts'), message: 'Error: lost' }];
    const run = read([passing('a.test.ts'), passing('b.test.ts')], 1, { errors });
    expect(run.failures).toEqual([]);
    expect(run.files.map(({ failures }) => failures)).toEqual([
      [{ name: 'tests/unit/a.test.ts > unhandled error', message: 'Error: lost' }],
      [],
    ]);
  });

  test('reports an unhandled error of no file beside a failed file', () => {
    const failing = file('a.test.ts', 'failed', assertion('failed', 'x', 'Error: no'));
    const run = read([failing], 1, { errors: [{ message: 'Error: worker exited' }] });
    expect(run.failures).toEqual([{ name: 'vitest > unhandled error', message: 'Error: worker exited' }]);
    expect(countTests(run).failed).toBe(2);
  });

  test('contains the path and the duration of each file', () => {
    const seconds = { [pathOf('a.test.ts')]: 1.25 };
    expect(read([passing('a.test.ts')], 0, { seconds }).files).toMatchObject([
      { path: 'tests/unit/a.test.ts', seconds: 1.25 },
    ]);
  });
});

describe('collectDetails', () => {
  test('adds the time of imports and setup to the time of the tests', () => {
    const diagnostic = () => ({ setupDuration: 100, collectDuration: 400, duration: 2000 });
    expect(collectDetails([{ moduleId: '/a.test.ts', diagnostic }], []).seconds).toEqual({
      '/a.test.ts': 2.5,
    });
  });

  test('contains unhandled errors with their stack and their file', () => {
    const errors = [
      { message: 'lost', stack: 'Error: lost\n  at a', VITEST_TEST_PATH: '/a.test.ts' },
      { message: 'no stack' },
    ];
    expect(collectDetails([], errors).errors).toEqual([
      { file: '/a.test.ts', message: 'Error: lost\n  at a' },
      { message: 'no stack' },
    ]);
  });
});

describe('addCounts', () => {
  test('adds up the counts and joins the failures', () => {
    const failure = { name: 'gate > types', message: 'no' };
    const gates = { passed: 1, failed: 1, skipped: 0, failures: [failure] };
    const tests = { passed: 3, failed: 0, skipped: 2, failures: [] };
    expect(addCounts([gates, tests])).toEqual({ passed: 4, failed: 1, skipped: 2, failures: [failure] });
  });
});

describe('summary', () => {
  test('lists each failure with the first line of its message, then only the counts', () => {
    const failureText = '\u001B[31mAssertionError\u001B[39m: expected 1 to be 2\n    at somewhere.ts:1:2';
    const run = read(
      [
        file(
          'a.test.ts',
          'failed',
          assertion('passed', 'x'),
          assertion('failed', 'keeps its order', failureText),
        ),
        { ...file('b.test.ts', 'failed'), message: '\nSyntaxError: Unexpected token\n  more' },
      ],
      1,
    );
    expect(summary(countTests(run)).split('\n')).toEqual([
      'FAIL  tests/unit/a.test.ts > sorting > keeps its order',
      '      AssertionError: expected 1 to be 2',
      'FAIL  tests/unit/b.test.ts',
      '      SyntaxError: Unexpected token',
      '',
      '1 passed, 2 failed, 0 skipped',
    ]);
  });

  test('is one line if nothing failed', () => {
    expect(summary(countTests(read([passing('a.test.ts')], 0)))).toBe('1 passed, 0 failed, 0 skipped');
  });

  test('lists flaky files under a heading before the failures and the counts', () => {
    const failure = {
      name: 'tests/unit/a.test.ts > sorts',
      message: `Error: ${pathOf('x')} is gone\n  at a`,
    };
    const counts = { passed: 3, failed: 1, skipped: 0, failures: [{ name: 'gate > types', message: 'no' }] };
    const flaky = [{ file: 'tests/unit/a.test.ts', failure }];
    expect(summary(counts, flaky, ['This is a defect.']).split('\n')).toEqual([
      'Flaky (failed, then passed when run alone)',
      'FLAKY  tests/unit/a.test.ts > sorts',
      '       Error: tests/unit/x is gone',
      'This is a defect.',
      '',
      'FAIL  gate > types',
      '      no',
      '',
      '3 passed, 1 failed, 0 skipped',
    ]);
  });
});
