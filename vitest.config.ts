import { defineConfig } from 'vitest/config';

const MINUTE = 60_000;

/** One kind of test: its folder, how long one test may take, and how many files of it go on at once. */
const project = (name: string, timeout: number, maxWorkers: number) => ({
  test: {
    name,
    include: [`tests/${name}/**/*.test.{ts,tsx}`],
    environment: 'node' as const,
    testTimeout: timeout,
    hookTimeout: timeout,
    teardownTimeout: MINUTE,
    // Forgiving: the machine may be busy.
    expect: { poll: { timeout: MINUTE / 2 } },
    maxWorkers,
    // Importing the server for each of two hundred files would take longer than many of their tests.
    isolate: false,
  },
});

/** Kinds run one after another, the quick ones first. */
const kinds = [
  project('unit', MINUTE, 2),
  project('contract', MINUTE, 2),
  project('medium', 3 * MINUTE, 2),
  project('e2e', 5 * MINUTE, 3),
  project('faults', 5 * MINUTE, 3),
];

export default defineConfig({
  test: {
    // Forks, not threads: a child dies with the thread that started it, and tests start many.
    pool: 'forks',
    globalSetup: ['tests/helpers/services.ts'],
    projects: kinds.map(({ test }, groupOrder) => ({ test: { ...test, sequence: { groupOrder } } })),
  },
});
