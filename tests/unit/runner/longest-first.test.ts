import { describe, expect, it } from 'vitest';
import { compareFiles } from '../../helpers/runner/longest-first.ts';

const file = (path: string, project = 1) => ({ path, project });
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

  it('keeps the files of a project together, in the order of the projects', () => {
    expect(order(file('long', 3), file('new', 2), file('short', 1), file('middle', 2))).toEqual([
      'short',
      'new',
      'middle',
      'long',
    ]);
  });
});
