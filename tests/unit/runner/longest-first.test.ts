import { describe, expect, it } from 'vitest';
import { compareFiles } from '../../helpers/runner/longest-first.ts';

const file = (path: string, group = 1, project = 1) => ({ path, group, project });
const durations = { long: 60, middle: 8, short: 1 };
const order = (...files: ReturnType<typeof file>[]) =>
  files.toSorted(compareFiles(durations)).map(({ path }) => path);

describe('compareFiles', () => {
  it('orders files of a project by duration, longest first', () => {
    expect(order(file('short'), file('long'), file('middle'))).toEqual(['long', 'middle', 'short']);
  });

  it('places files without a recorded duration first, by path', () => {
    expect(order(file('long'), file('new b'), file('new a'))).toEqual(['new a', 'new b', 'long']);
  });

  it('keeps groups and the projects within them together', () => {
    expect(order(file('long', 1, 3), file('middle', 1, 2), file('new', 2, 4), file('short', 0, 1))).toEqual([
      'short',
      'middle',
      'long',
      'new',
    ]);
  });
});
