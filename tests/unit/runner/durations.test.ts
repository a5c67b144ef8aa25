import { describe, expect, it } from 'vitest';
import { formatDurations, updateDurations } from '../../../bin/lib/test/durations.mjs';

const file = (path: string, seconds: number | undefined, failed = 0) => ({
  path,
  seconds,
  passed: 1,
  skipped: 0,
  failures: Array.from({ length: failed }, () => ({ name: path, message: '' })),
});
const all = () => true;

describe('updateDurations', () => {
  it('adds measured files, rounds to tenths of a second and sorts by path', () => {
    const updated = updateDurations({ b: 5, c: 1 }, [file('a', 2.345), file('b', 60)], all);
    expect(Object.entries(updated)).toEqual([
      ['a', 2.3],
      ['b', 60],
      ['c', 1],
    ]);
  });

  it('drops files that no longer exist', () => {
    expect(updateDurations({ gone: 5, b: 1 }, [file('b', 2)], (path) => path !== 'gone')).toEqual({ b: 2 });
  });

  it('keeps the previous duration of a file that failed', () => {
    expect(updateDurations({ a: 5 }, [file('a', 600, 1), file('b', 600, 1)], all)).toEqual({ a: 5 });
  });

  it('keeps the previous duration of a file that was not measured', () => {
    expect(updateDurations({ a: 5 }, [file('a', undefined)], all)).toEqual({ a: 5 });
  });
});

describe('formatDurations', () => {
  it('lists the slowest files first and the total of each level', () => {
    const files = [
      file('tests/unit/a.test.ts', 1),
      file('tests/medium/films/b.test.ts', 60.04),
      file('tests/unit/project/c.test.ts', 2.5),
    ];
    expect(formatDurations(files)).toEqual([
      '',
      'Slowest files, in seconds',
      '    60.0  tests/medium/films/b.test.ts',
      '     2.5  tests/unit/project/c.test.ts',
      '     1.0  tests/unit/a.test.ts',
      '',
      'Total of each level, in seconds (files run concurrently)',
      '    60.0  medium',
      '     3.5  unit',
    ]);
  });

  it('lists at most 20 files and counts all of them in the total', () => {
    const files = Array.from({ length: 30 }, (_, index) => file(`tests/unit/${index}.test.ts`, index));
    const lines = formatDurations(files);
    expect(lines.filter((line) => line.includes('.test.ts'))).toHaveLength(20);
    expect(lines.at(-1)).toBe('   435.0  unit');
  });

  it('prints nothing if no file was measured', () => {
    expect(formatDurations([file('tests/unit/a.test.ts', undefined)])).toEqual([]);
  });
});
