import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { summary } from '../../../bin/lib/test/summary.mjs';
import { countReport } from '../../../bin/lib/test/vitest-run.mjs';

const assertion = (status: string, title: string, ...failureMessages: string[]) => ({
  status,
  title,
  ancestorTitles: ['sorting'],
  failureMessages,
});
const file = (name: string, status: string, ...assertionResults: ReturnType<typeof assertion>[]) => ({
  name: resolve('tests/unit', name),
  status,
  assertionResults,
});

describe('countReport', () => {
  test('adds up passed, failed and skipped', () => {
    const report = {
      testResults: [
        file('a.test.ts', 'passed', ...['passed', 'skipped', 'todo'].map((status) => assertion(status, 'x'))),
        file('b.test.ts', 'failed', assertion('failed', 'y', 'Error: no')),
      ],
    };
    expect(countReport(report, 1)).toMatchObject({ passed: 1, failed: 1, skipped: 2 });
  });

  test('a file that could not be loaded is a failure', () => {
    const broken = { ...file('a.test.ts', 'failed'), message: 'Cannot find module' };
    const { failed, failures } = countReport(
      { testResults: [broken, file('b.test.ts', 'passed', assertion('passed', 'x'))] },
      1,
    );
    expect({ failed, failures }).toEqual({
      failed: 1,
      failures: [{ name: 'tests/unit/a.test.ts', message: 'Cannot find module' }],
    });
  });

  test('a run of nothing, and a crash beside passing tests, are failures', () => {
    expect(countReport({ testResults: [] }, 0).failed).toBe(1);
    const passing = { testResults: [file('a.test.ts', 'passed', assertion('passed', 'x'))] };
    const crashed = { passed: 1, failed: 1, failures: [{ name: 'vitest' }] };
    expect(countReport(passing, 1)).toMatchObject(crashed);
  });
});

describe('the end of npm test', () => {
  test('names what failed with the first line of why, then the counts, alone', () => {
    const why = '\u001B[31mAssertionError\u001B[39m: expected 1 to be 2\n    at somewhere.ts:1:2';
    const report = {
      testResults: [
        file('a.test.ts', 'failed', assertion('passed', 'x'), assertion('failed', 'keeps its order', why)),
        { ...file('b.test.ts', 'failed'), message: '\nSyntaxError: Unexpected token\n  more' },
      ],
    };
    expect(summary(countReport(report, 1)).split('\n')).toEqual([
      '',
      'FAIL  tests/unit/a.test.ts > sorting > keeps its order',
      '      AssertionError: expected 1 to be 2',
      'FAIL  tests/unit/b.test.ts',
      '      SyntaxError: Unexpected token',
      '',
      '1 passed, 2 failed, 0 skipped',
    ]);
  });

  test('is one line when nothing failed', () => {
    const report = { testResults: [file('a.test.ts', 'passed', assertion('passed', 'x'))] };
    expect(summary(countReport(report, 0))).toBe('1 passed, 0 failed, 0 skipped');
  });
});
