import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { findProgram, processStamp } from '../../../bin/lib/processes.mjs';
import { onStopSignals } from '../../../bin/lib/start/shutdown.mjs';
import { PATIENT } from '../../helpers/patient.ts';
import { copyStartScripts } from '../../helpers/processes/processes.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/**
 * Needed by programs that consist of a few lines of shell, and by the check of whether sudo works without a
 * password.
 */
const TOOLS = ['sh', 'env', 'cp', 'rm', 'mkdir', 'sleep', 'setpriv', 'true'];

/** Makes a checkout that contains only its start scripts, on a machine with hardly any other programs. */
function makeCheckout(files: Record<string, string>) {
  const root = mkdtempSync(join(tmpdir(), 'cutroom-checkout-'));
  folders.push(root);
  copyStartScripts(root);
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text, { mode: 0o755 });
  };
  write('calls', '');
  mkdirSync(join(root, 'programs'));
  for (const tool of TOOLS) {
    const program = findProgram(tool);
    if (program) symlinkSync(program, join(root, 'programs', tool));
  }
  for (const [name, text] of Object.entries(files)) write(name, text);
  const run = (code: string): ChildProcess =>
    spawn(process.execPath, ['--input-type=module', '-e', code], {
      cwd: root,
      env: { PATH: join(root, 'programs') },
    });
  return {
    root,
    write,
    run,
    /** Runs a step of the start and returns its output. */
    async step(code: string): Promise<string> {
      const child = run(code);
      let output = '';
      for (const stream of [child.stdout!, child.stderr!])
        stream.on('data', (chunk: Buffer) => (output += chunk));
      await once(child, 'close');
      return output.trim();
    },
    /** The records of the programs, one line each. */
    calls: () => readFileSync(join(root, 'calls'), 'utf8').split('\n').filter(Boolean),
  };
}

describe('packages', () => {
  const INSTALL = `const { ensureNodeModules } = await import('./bin/lib/node-modules.mjs');
    await ensureNodeModules({ logFile: 'npm.log', print: console.log });`;
  const lockfile = (version: string) =>
    JSON.stringify({ packages: { '': {}, 'node_modules/a': { version } } });
  const LISTED = 'node_modules/.package-lock.json';
  /** Like npm, it first removes the existing folder. While a file "hang" exists, it stops there. */
  const npm = `#!/bin/sh
    echo "$$ $*" >> calls
    [ -e hang ] && rm -rf node_modules/a && exec sleep 60
    rm -rf node_modules && mkdir -p node_modules/a && cp package-lock.json ${LISTED}`;

  test('packages are installed if the lockfile changed, and only then', async () => {
    const checkout = makeCheckout({ 'package-lock.json': lockfile('1.0.0'), 'programs/npm': npm });
    expect(await checkout.step(INSTALL)).toBe('Installing packages (npm ci) …');
    expect(await checkout.step(INSTALL)).toBe('');
    expect(checkout.calls()).toEqual([expect.stringMatching(/^\d+ ci --include=dev --include=optional /)]);
    checkout.write('package-lock.json', lockfile('1.0.1'));
    expect(await checkout.step(INSTALL)).toBe('Installing packages (npm ci) …');
    expect(checkout.calls()).toHaveLength(2);
  });

  test("report npm's reason if they could not be installed, without its usage text", async () => {
    const failing = `#!/bin/sh
      echo 'npm error Missing: a@1.0.0 from lock file' >&2
      for line in 1 2 3 4 5 6 7 8 9 10 11 12 13; do echo "npm error usage $line" >&2; done
      exit 1`;
    const checkout = makeCheckout({ 'package-lock.json': lockfile('1.0.0'), 'programs/npm': failing });
    const printed = await checkout.step(
      `${INSTALL.trimEnd().slice(0, -1)}.catch(({ message }) => console.log(message));`,
    );
    expect(printed).toContain('npm ci failed:\nnpm error Missing: a@1.0.0 from lock file');
  });

  test('packages are not installed again after npm was run by hand', async () => {
    const files = {
      'package-lock.json': lockfile('1.0.0'),
      [LISTED]: lockfile('1.0.0'),
      'programs/npm': npm,
    };
    const checkout = makeCheckout(files);
    expect(await checkout.step(INSTALL)).toBe('');
    expect(checkout.calls()).toEqual([]);
  });

  test.runIf(process.platform === 'linux')(
    'are installed again after a start was killed midway, without leftover processes',
    async () => {
      const checkout = makeCheckout({ 'package-lock.json': lockfile('1.0.0'), 'programs/npm': npm });
      await checkout.step(INSTALL);
      checkout.write('package-lock.json', lockfile('1.0.1'));
      checkout.write('hang', '');
      const killed = checkout.run(INSTALL);
      const removed = () =>
        checkout.calls().length === 2 && !existsSync(join(checkout.root, 'node_modules/a'));
      await vi.waitUntil(removed, { ...PATIENT, interval: 10 });
      killed.kill('SIGKILL');
      await once(killed, 'close');
      const npmPid = Number(checkout.calls()[1]!.split(' ')[0]);
      await vi.waitUntil(() => processStamp(npmPid) === undefined, { ...PATIENT, interval: 10 });
      rmSync(join(checkout.root, 'hang'));
      // Returns to the last complete version.
      checkout.write('package-lock.json', lockfile('1.0.0'));
      expect(await checkout.step(INSTALL)).toBe('Installing packages (npm ci) …');
      expect(existsSync(join(checkout.root, 'node_modules/a'))).toBe(true);
    },
  );
});

describe('the client', () => {
  const BUILD = `const { ensureClientBuild } = await import('./bin/lib/client-build.mjs');
    await ensureClientBuild({ logFile: 'vite.log', print: console.log })
      .catch((error) => console.log(error.message));`;
  const vite = `const fs = require('node:fs');
    fs.appendFileSync('calls', 'built\\n');
    if (fs.existsSync('broken')) { console.error('No such import.'); process.exit(1); }
    const out = process.argv[process.argv.indexOf('--outDir') + 1];
    fs.mkdirSync(out, { recursive: true });
    fs.copyFileSync('client/index.html', out + '/index.html');`;
  const files = {
    'client/index.html': 'one',
    'node_modules/vite/bin/vite.js': vite,
    'package-lock.json': '{}',
  };

  test('is built if its inputs changed, and only then; a failed build changes nothing', async () => {
    const checkout = makeCheckout(files);
    const served = () => readFileSync(join(checkout.root, 'dist/client/index.html'), 'utf8');
    expect([await checkout.step(BUILD), served()]).toEqual(['Building the client …', 'one']);
    expect(await checkout.step(BUILD)).toBe('');
    checkout.write('server/app.ts', 'no part of it');
    expect(await checkout.step(BUILD)).toBe('');
    const inputs = [
      'client/index.html',
      'shared/contract/runs.ts',
      'shared/film/frames.ts',
      'package-lock.json',
    ];
    for (const name of inputs) {
      checkout.write(name, `another ${name}`);
      expect([name, await checkout.step(BUILD)]).toEqual([name, 'Building the client …']);
    }
    expect(checkout.calls()).toHaveLength(inputs.length + 1);
    checkout.write('client/index.html', 'two');
    checkout.write('broken', '');
    expect(await checkout.step(BUILD)).toMatch(/The client build failed:\nNo such import\.$/);
    expect(served()).toBe('another client/index.html');
    rmSync(join(checkout.root, 'broken'));
    await checkout.step(BUILD);
    expect(served()).toBe('two');
  });

  test('removes the leftovers of a killed build, and nothing of a running one', async () => {
    const checkout = makeCheckout(files);
    for (const name of ['client.999999999', `client.${process.pid}`])
      checkout.write(`dist/${name}/half.js`, '');
    await checkout.step(BUILD);
    expect(readdirSync(join(checkout.root, 'dist')).toSorted()).toEqual(
      ['client', `client.${process.pid}`, 'client.sha256'].toSorted(),
    );
  });
});

describe.runIf(process.platform === 'linux')('ensureSystemPackages', () => {
  const ENSURE = `const { ensureSystemPackages } = await import('./bin/lib/system-packages.mjs');
    const env = { REDIS_URL: 'redis://elsewhere' };
    await ensureSystemPackages({ env, dataDir: '.', logFile: 'apt.log', print: console.log })
      .catch((error) => console.log(error.message));`;
  const apt = (install: string) => ({
    'programs/apt-get': `#!/bin/sh
      echo "$DEBIAN_FRONTEND $*" >> calls
      [ "$1" = install ] || exit 0
      ${install}`,
    'programs/sudo': '#!/bin/sh\nshift\nexec "$@"',
  });

  test('installs missing packages without a prompt, after an update, and waits for another apt-get', async () => {
    const checkout = makeCheckout(apt('cp programs/sudo programs/ffmpeg; cp programs/sudo programs/ffprobe'));
    const soft = ['bzip2', 'espeak-ng', 'flite', 'pocketsphinx and pocketsphinx-en-us'];
    const names = `ffmpeg ${soft.join(' ').replace(' and', '')}`;
    const without = soft.map((name) =>
      expect.stringMatching(`^Without ${name} .*; to install it, run: sudo apt-get `),
    );
    expect((await checkout.step(ENSURE)).split('\n')).toEqual([`Installing ${names} …`, ...without]);
    expect(checkout.calls()).toEqual([
      'noninteractive update -o DPkg::Lock::Timeout=120',
      `noninteractive install -y --no-install-recommends -o DPkg::Lock::Timeout=120 ${names}`,
    ]);
    // Required packages are installed; the optional ones were tried a moment ago.
    expect((await checkout.step(ENSURE)).split('\n')).toEqual(without);
    expect(checkout.calls()).toHaveLength(2);
  });

  test('prints the command to run if required packages cannot be installed', async () => {
    const checkout = makeCheckout(apt('echo "E: Unable to locate package ffmpeg" >&2; exit 100'));
    expect((await checkout.step(ENSURE)).split('\n')).toEqual([
      expect.stringMatching(/^Installing ffmpeg/),
      'apt-get did not install everything:',
      // A second attempt, without the optional packages, since only those may have failed.
      expect.stringContaining('E: Unable to locate package ffmpeg'),
      expect.stringContaining('E: Unable to locate package ffmpeg'),
      'Cutroom needs ffmpeg, so please run: sudo apt-get update && sudo apt-get install -y --no-install-recommends ffmpeg',
    ]);
    expect(checkout.calls().at(-1)).toMatch(/Timeout=120 ffmpeg$/);
  });
});

test('treats a second signal within 2 s as the same one, and forces a stop with a later one', () => {
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
  vi.useFakeTimers({ toFake: ['Date'] });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const stop = vi.fn(async () => {});
  onStopSignals(stop);
  const handlers = signals.map((signal) => [signal, process.listeners(signal).at(-1)!] as const);
  try {
    for (const [signal, handler] of handlers) handler(signal);
    vi.advanceTimersByTime(1_999);
    handlers[0]![1]('SIGINT');
    expect([stop.mock.calls.length, exit.mock.calls]).toEqual([1, []]);
    vi.advanceTimersByTime(2);
    handlers[0]![1]('SIGINT');
    expect([stop.mock.calls.length, exit.mock.calls]).toEqual([1, [[1]]]);
  } finally {
    for (const [signal, handler] of handlers) process.off(signal, handler);
    vi.useRealTimers();
    exit.mockRestore();
  }
});
