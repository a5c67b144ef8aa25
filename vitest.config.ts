import { defineConfig } from 'vitest/config';

const MINUTE = 60_000;

/** One kind of test: its folder, and how long one test may take. */
const project = (name: string, timeout: number, order: number, isolate = true) => ({
  test: {
    name,
    include: [`tests/${name}/**/*.test.{ts,tsx}`],
    environment: 'node' as const,
    testTimeout: timeout,
    hookTimeout: timeout,
    teardownTimeout: MINUTE,
    maxWorkers: name === 'e2e' ? 3 : 2,
    isolate,
    // Kinds run one after another, the quick ones first.
    sequence: { groupOrder: order },
  },
});

export default defineConfig({
  test: {
    // Forks, not threads: a child dies with the thread that started it, and tests start many.
    pool: 'forks',
    globalSetup: ['tests/helpers/services.ts'],
    projects: [
      // Importing the server for each of a hundred files would take longer than their tests.
      project('unit', MINUTE, 0, false),
      project('contract', MINUTE, 1, false),
      project('medium', MINUTE, 2),
      project('e2e', 3 * MINUTE, 3),
      project('faults', 3 * MINUTE, 4),
    ],
  },
});
