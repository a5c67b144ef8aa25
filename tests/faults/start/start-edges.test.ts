import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isPortFree, randomPort } from '../../../bin/lib/ports.mjs';
import { postgresHome } from '../../../bin/lib/postgres-files.mjs';
import { loadSecrets } from '../../../bin/lib/secrets.mjs';
import { databaseUrlOf, startCutroom } from '../../helpers/processes/cutroom-process.ts';
import { copyStartScripts, processesOf } from '../../helpers/processes/processes.ts';
import { makeTempFolder, removeFolder } from '../../helpers/services/private-services.ts';
import { PATIENT } from '../../helpers/patient.ts';

let dataDir: string;
let port: string;

beforeEach(async () => {
  dataDir = makeTempFolder();
  port = String(await randomPort());
});

afterEach(async () => {
  killAll();
  await vi.waitUntil(() => processesOf(dataDir).length === 0, PATIENT);
  removeFolder(dataDir);
});

function killAll(): void {
  for (const { pid } of processesOf(dataDir)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process ended with its parent.
    }
  }
}

const sentences = (output: string) => output.trim().split('\n');

/** Makes a folder of links to every program on the PATH except these. */
function pathWithout(...left: string[]): string {
  const bin = join(dataDir, 'bin');
  mkdirSync(bin);
  const linked = new Set(left);
  for (const folder of (process.env['PATH'] ?? '').split(delimiter).filter((entry) => existsSync(entry))) {
    const { stdout } = spawnSync('ls', [folder], { encoding: 'utf8' });
    for (const name of stdout.split('\n').filter((entry) => entry !== '' && !linked.has(entry))) {
      linked.add(name);
      symlinkSync(join(folder, name), join(bin, name));
    }
  }
  return bin;
}

describe('npm start', () => {
  test('prints the command that installs ffmpeg and exits with code 1 if it cannot install it', async () => {
    // Without apt-get, nothing can be installed, whatever the permissions.
    const cutroom = startCutroom(dataDir, { PORT: port, PATH: pathWithout('ffmpeg', 'apt-get', 'sudo') });
    expect(await cutroom.exitCode()).toBe(1);
    expect(sentences(cutroom.output())).toEqual([
      expect.stringMatching(/^Cutroom needs ffmpeg, so please run: .*\bffmpeg\b/),
    ]);
  });

  test('exits with code 1 and one sentence if it cannot create the data folder', async () => {
    // Not even root can create a folder inside a file.
    const file = join(dataDir, 'file');
    writeFileSync(file, '');
    const cutroom = startCutroom(join(file, 'data'), { PORT: port });
    expect(await cutroom.exitCode()).toBe(1);
    expect(sentences(cutroom.output())).toEqual([
      expect.stringMatching(/ cannot be written \(.*\)\. Set DATA_DIR to a folder that can\.$/),
    ]);
  });

  test.runIf(process.getuid?.() === 0)('rejects a data folder that its user may not write to', () => {
    const closed = join(dataDir, 'closed');
    mkdirSync(closed);
    // The other user may have no access to this checkout.
    const checkout = join(dataDir, 'checkout');
    copyStartScripts(checkout);
    spawnSync('chmod', ['-R', 'u=rwX,go=rX', dataDir]);
    // Runs Node alone: missing permissions are reported before anything else is needed.
    const script = `process.setgid(65534); process.setuid(65534); await import('./bin/start.mjs')`;
    const env = { ...process.env, DATA_DIR: closed, PORT: port };
    const options = { cwd: checkout, encoding: 'utf8', env } as const;
    const ended = spawnSync(process.execPath, ['--input-type=module', '-e', script], options);
    expect(ended.stderr.trim()).toMatch(
      / cannot be written \(.*EACCES.*\)\. Set DATA_DIR to a folder that can\.$/,
    );
    expect(ended.status).toBe(1);
  });

  test('exits with code 1 and one sentence if Node is too old', () => {
    const folder = join(dataDir, 'old', 'lib');
    mkdirSync(folder, { recursive: true });
    copyFileSync('bin/start.mjs', join(folder, '..', 'start.mjs'));
    copyFileSync('bin/lib/node-version.mjs', join(folder, 'node-version.mjs'));
    // There are no other files: an old Node must not read them.
    const pretend = `Object.defineProperty(process.versions, 'node', { value: '18.20.0' }); await import(${JSON.stringify(join(folder, '..', 'start.mjs'))})`;
    const ended = spawnSync(process.execPath, ['--input-type=module', '-e', pretend], { encoding: 'utf8' });
    expect(sentences(ended.stderr)).toEqual([
      expect.stringMatching(/^Cutroom needs Node\.js 20\.19 or newer, and this is 18\.20\.0: .*\.$/),
    ]);
    expect(ended.status).toBe(1);
  });
});

test("tests whose packages cannot be installed print npm's reason", () => {
  copyStartScripts(dataDir);
  for (const file of ['package.json', 'package-lock.json']) copyFileSync(file, join(dataDir, file));
  // No server listens there.
  const npm = { npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_fetch_retries: '0' };
  const env = { ...process.env, ...npm, npm_config_cache: join(dataDir, 'cache') };
  const ended = spawnSync(process.execPath, ['bin/test.mjs', '--fast'], {
    encoding: 'utf8',
    env,
    cwd: dataDir,
  });
  expect(ended.stderr).toContain("errno: 'ECONNREFUSED'");
  expect(ended.stdout.trimEnd().split('\n').at(-1)).toBe('0 passed, 1 failed, 0 skipped');
  expect(ended.status).toBe(1);
});

test('a busy default port is replaced by the next free one, which is reported', async () => {
  const other = createServer().listen(3000, '127.0.0.1');
  const busy = await Promise.race([once(other, 'listening').then(() => true), once(other, 'error')]);
  expect(busy).toBeTruthy();
  const cutroom = startCutroom(dataDir, { PORT: '' });
  await cutroom.printed('\nready\n');
  const [, printedPort] = /Port 3000 is in use; this is on (\d+)\./.exec(cutroom.output())!;
  expect(Number(printedPort)).toBeGreaterThan(3000);
  expect(cutroom.output()).toContain(`Cutroom runs at http://localhost:${printedPort}\n`);
  expect((await fetch(`http://127.0.0.1:${printedPort}/readyz`)).status).toBe(200);
  cutroom.process.kill('SIGTERM');
  expect(await cutroom.exitCode()).toBe(0);
  expect(await isPortFree(Number(printedPort))).toBe(true);
  other.close();
});

test('a first start that was killed while creating the database is repaired; then newer data are refused', async () => {
  const first = startCutroom(dataDir, { PORT: port });
  const half = () => existsSync(join(dataDir, 'postgres.new', 'base'));
  await vi.waitUntil(half, { ...PATIENT, interval: 2 });
  killAll();
  await first.exitCode();
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);

  const second = startCutroom(dataDir, { PORT: port });
  await second.printed('\nready\n');
  expect(half()).toBe(false);
  const client = new Client({ connectionString: databaseUrlOf(dataDir) });
  await client.connect();
  await client.query(`INSERT INTO kysely_migration (name, timestamp) VALUES ('2999-01-01-later', 'later')`);
  await client.end();
  second.process.kill('SIGTERM');
  expect(await second.exitCode()).toBe(0);

  const third = startCutroom(dataDir, { PORT: port });
  expect(await third.exitCode()).toBe(1);
  expect(third.output().trim()).toBe(
    'This data was written by a newer version of Cutroom. Start that version, or restore a backup.',
  );
});

test('npm start continues a sample library after it was killed, also for root with a private umask', async () => {
  // Accessible only to root: PostgreSQL, which then runs as `nobody`, cannot enter it.
  mkdirSync(join(dataDir, 'closed'), { mode: 0o700 });
  const closed = join(dataDir, 'closed', 'data');
  const library = join(closed, 'library');
  const begin = () => {
    const umask = process.umask(0o077);
    try {
      return startCutroom(closed, { PORT: port, SAMPLE_LIBRARY: '' });
    } finally {
      process.umask(umask);
    }
  };
  const makers = () =>
    (existsSync(library) ? readdirSync(library) : []).filter((name) => name.startsWith('.making-'));
  const first = begin();
  await first.printed('\nready\n');
  await vi.waitUntil(() => makers().length > 0, { ...PATIENT, interval: 10 });
  const [killed] = makers();
  killAll();
  await first.exitCode();

  const second = begin();
  await second.printed('\nready\n');
  const isContinuing = () => makers().length > 0 && !makers().includes(killed!);
  await vi.waitUntil(isContinuing, { ...PATIENT, interval: 10 });
  expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
  second.process.kill('SIGTERM');
  expect(await second.exitCode()).toBe(0);
  expect(makers()).toEqual([]);
  // A program that had just been started ends by itself.
  await expect.poll(() => processesOf(dataDir)).toEqual([]);
  removeFolder(postgresHome(closed, loadSecrets(closed).id));
});

/** Uses root's own namespaces: an ordinary user's namespace has no `nobody`, as whom the database runs. */
const mayUnshare = (flag: string) =>
  process.getuid?.() === 0 && spawnSync('unshare', [flag, 'true']).status === 0;

test.runIf(mayUnshare('-n'))('works without any network but its own', async () => {
  const up = `const { status } = await fetch('http://127.0.0.1:${port}/readyz'); process.exit(status === 200 ? 0 : 1)`;
  const script = `ip link set lo up && exec ${JSON.stringify(process.execPath)} bin/start.mjs`;
  const cut = spawn('unshare', ['-n', 'sh', '-c', script], {
    env: { ...process.env, SAMPLE_LIBRARY: 'off', DATA_DIR: dataDir, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [cut.stdout, cut.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  await vi.waitUntil(() => output.includes('\nready\n') || cut.exitCode !== null, PATIENT);
  expect(output).toContain('\nready\n');
  const { pid } = processesOf(dataDir).find(({ command }) => command.includes('server/server.mjs'))!;
  const inside = ['-t', String(pid), '-n', process.execPath, '--input-type=module', '-e', up];
  expect(spawnSync('nsenter', inside).status).toBe(0);
  cut.kill('SIGTERM');
  await once(cut, 'exit');
});

test.runIf(mayUnshare('-m'))('npm start reports a full disk in one sentence and exits with code 1', () => {
  // PostgreSQL's user may pass through this folder. Otherwise its files would be on another disk.
  const start = `mount -t tmpfs -o size=4m,mode=711 none ${dataDir} && ${JSON.stringify(process.execPath)} bin/start.mjs`;
  const env = { ...process.env, SAMPLE_LIBRARY: 'off', DATA_DIR: dataDir, PORT: port };
  const ended = spawnSync('unshare', ['-m', 'sh', '-c', start], { encoding: 'utf8', env });
  expect(sentences(ended.stdout + ended.stderr)).toEqual([
    expect.stringMatching(
      /^The disk is full: make room for .*, or set DATA_DIR to a folder that has some\.$/,
    ),
  ]);
  expect(ended.status).toBe(1);
});
