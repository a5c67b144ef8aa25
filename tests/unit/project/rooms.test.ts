import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const MAX_FILES = 12;

const HOUSES = [
  'tests',
  'client/src',
  'server/services',
  'shared/core/repositories',
  'shared/film',
  'shared/text',
  'worker/transcribers',
];

it.each(HOUSES)('has at most 12 files in a room of %s', async (house) => {
  const names = await readdir(join(ROOT, house), { recursive: true });
  const counts = new Map<string, number>();
  for (const name of names.filter((file) => /\.tsx?$/.test(file))) {
    counts.set(dirname(name), (counts.get(dirname(name)) ?? 0) + 1);
  }
  expect(counts.size).toBeGreaterThan(3);
  expect([...counts].filter(([, count]) => count > MAX_FILES)).toEqual([]);
});
