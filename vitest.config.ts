import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findBrowser, FLAGS } from './tests/helpers/browser/launch.ts';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const MINUTE = 60_000;

/** They take longest, so they begin first: a file that begins last keeps the others waiting. */
const LONGEST = [
  'faults/start/start',
  'faults/work/worker-killed',
  'faults/work/ffmpeg-fails',
  'faults/start/start-edges',
  'faults/work/workers',
  'journeys/runs/main-job',
  'pages/screens/screens',
  'journeys/runs/live-progress',
  'journeys/films/languages',
  'journeys/account/account',
  'medium/media/pocketsphinx',
  'medium/languages/languages',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const bySize = await super.sort(files);
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(`/tests/${name}.test.ts`));
      return at < 0 ? LONGEST.length : at;
    };
    const kind = ({ project }: TestSpecification) => KINDS.indexOf(project.name);
    return bySize.toSorted((a, b) => kind(a) - kind(b) || place(a) - place(b));
  }
}

/**
 * One kind of test: its folder, and how long one test may take. Kinds of one `groupOrder` go on side by side, as
 * many files at once as `maxWorkers` says.
 */
const project = (name: string, timeout: number, groupOrder: number, maxWorkers: number) => ({
  test: {
    name,
    include: [`tests/${name}/**/*.test.{ts,tsx}`],
    environment: 'node' as const,
    testTimeout: timeout,
    hookTimeout: timeout,
    teardownTimeout: MINUTE,
    // A test's own limit is the only one: how fast the machine is must not decide. A little less tells what was
    // waited for; see tests/helpers/patient.ts.
    expect: { poll: { timeout: timeout * 0.9 } },
    provide: { patienceMs: timeout * 0.9 },
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
  resolve: {
    alias: [
      { find: /^socket\.io-client$/, replacement: inPlaceOf('socket.ts') },
      { find: /^zustand$/, replacement: inPlaceOf('zustand.ts') },
    ],
  },
  // Found at once: one that is found during a test reloads the page under it.
  optimizeDeps: {
    entries: ['client/src/main.tsx', 'tests/components/**/*.tsx', 'tests/helpers/{components,served}/*'],
  },
  test: {
    name: 'components',
    include: ['tests/components/**/*.test.{ts,tsx}'],
    setupFiles: ['tests/helpers/components/setup.ts'],
    testTimeout: MINUTE,
    hookTimeout: MINUTE,
    expect: { poll: { timeout: MINUTE * 0.5 } },
    isolate: false,
    sequence: { groupOrder: 0 },
    browser: {
      enabled: true,
      provider: playwright({ launchOptions: { executablePath: findBrowser(), args: FLAGS } }),
      instances: [{ browser: 'chromium' as const, viewport: { width: 1440, height: 900 } }],
      headless: true,
      screenshotFailures: false,
    },
  },
});

/** In the order in which they begin: what is quick, then what keeps the machine least busy. */
const KINDS = ['unit', 'components', 'contract', 'faults', 'journeys', 'pages', 'medium'];

export default defineConfig({
  test: {
    // Forks, not threads: a child dies with the thread that started it, and tests start many.
    pool: 'forks',
    globalSetup: ['tests/helpers/services/global-setup.ts'],
    sequence: { sequencer: LongestFirst },
    projects: [
      project('unit', MINUTE, 0, 2),
      components(),
      // These wait for much: one more than there are usually cores.
      project('contract', MINUTE, 1, 3),
      project('faults', 10 * MINUTE, 1, 3),
      project('pages', 10 * MINUTE, 1, 3),
      project('journeys', 10 * MINUTE, 1, 3),
      project('medium', 10 * MINUTE, 1, 3),
    ],
  },
});
