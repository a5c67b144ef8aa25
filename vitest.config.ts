import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findBrowser, FLAGS } from './tests/helpers/browser/launch.ts';
import { currentTier, testFiles } from './tests/helpers/runner/commit-tier.ts';
import { LongestFirst } from './tests/helpers/runner/longest-first.ts';

const MINUTE = 60_000;
const TIER = currentTier(process.env);

/**
 * How long one wait of a test may take, in ms. The machine's speed must not decide, so it is nearly the limit of
 * the test; a wait of a long test ends in half of that limit, so that the error names what a later step waited for.
 */
const patience = (timeout: number) => Math.min(timeout * 0.9, 5 * MINUTE);

/**
 * Levels of tests that share processes: their folders, and the time limit of one test. Projects of one
 * `groupOrder` run concurrently, with up to `maxWorkers` files at a time.
 */
const project = (levels: string[], timeout: number, groupOrder: number, maxWorkers: number) => ({
  test: {
    name: levels.join('+'),
    include: levels.flatMap((level) => testFiles(level, TIER)),
    environment: 'node' as const,
    testTimeout: timeout,
    hookTimeout: timeout,
    teardownTimeout: MINUTE,
    expect: { poll: { timeout: patience(timeout) } },
    provide: { patienceMs: patience(timeout), tier: TIER },
    maxWorkers,
    // Importing the server for each of two hundred files would take longer than many of their tests.
    isolate: false,
    sequence: { groupOrder },
  },
});

const inPlaceOf = (name: string) =>
  fileURLToPath(new URL(`tests/helpers/components/${name}`, import.meta.url));

/** Components of the page in a real browser, whose API and socket the tests answer. */
const components = () => ({
  plugins: [react(), tailwindcss()],
  // React as visitors get it: its development build renders the editor in twice the time.
  define: { 'process.env.NODE_ENV': '"production"' },
  oxc: { jsx: { development: false } },
  resolve: {
    alias: [
      { find: /^socket\.io-client$/, replacement: inPlaceOf('socket.ts') },
      { find: /^zustand$/, replacement: inPlaceOf('zustand.ts') },
    ],
  },
  // Optimised in advance: a dependency that is found during a test reloads the page.
  optimizeDeps: {
    entries: ['client/src/main.tsx', 'tests/components/**/*.tsx', 'tests/helpers/{components,served}/*'],
  },
  test: {
    name: 'components',
    include: testFiles('components', TIER),
    provide: { tier: TIER },
    setupFiles: ['tests/helpers/served/setup.ts'],
    testTimeout: MINUTE,
    hookTimeout: MINUTE,
    expect: { poll: { timeout: MINUTE * 0.5 } },
    isolate: false,
    // One page beside the processes of the other projects of the group.
    sequence: { groupOrder: 1 },
    maxWorkers: 2,
    browser: {
      enabled: true,
      fileParallelism: false,
      // Without motion, an element is stable immediately and can be clicked.
      provider: playwright({
        launchOptions: { executablePath: findBrowser(), args: FLAGS },
        contextOptions: { reducedMotion: 'reduce' },
      }),
      instances: [{ browser: 'chromium' as const, viewport: { width: 1440, height: 900 } }],
      headless: true,
      screenshotFailures: false,
    },
  },
});

export default defineConfig({
  test: {
    // Forks, not threads: a child dies with the thread that started it, and tests start many.
    pool: 'forks',
    // The projects import the same files of the server, so each is compiled once.
    experimental: {
      fsModuleCache: true,
      fsModuleCachePath: fileURLToPath(new URL('node_modules/.cache/vitest', import.meta.url)),
    },
    // The page of the component tests opens as slowly as the machine is busy.
    browser: { connectTimeout: 10 * MINUTE },
    globalSetup: ['tests/helpers/services/global-setup.ts'],
    sequence: { sequencer: LongestFirst },
    // In the order in which they start: quick tests first, then those that use the processor least.
    projects: [
      project(['unit'], MINUTE, 0, 2),
      components(),
      // As many processes as a usual CI machine has cores: with more, pages and installations that wait use it longer.
      project(['contract'], MINUTE, 1, 2),
      // One project for these levels: separate processes would import the server again for each level.
      project(['faults', 'journeys', 'pages', 'medium'], 10 * MINUTE, 1, 2),
    ],
  },
});
