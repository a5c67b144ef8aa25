import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { installedModel } from '#core/models/installed.ts';
import { atEnd } from '../../helpers/at-end.ts';
import { sha256Of, startModelSite } from '../../helpers/models/model-site.ts';
import { PATIENT } from '../../helpers/patient.ts';

const SPEECH = randomBytes(300_000);
const VOICE = randomBytes(100_000);

const startSite = () =>
  startModelSite({
    'parakeet-en': [
      { path: 'model.int8.onnx', content: SPEECH },
      { path: 'tokens.txt', content: Buffer.from('a 0\n'), pinned: false },
    ],
    'supertonic-3': [{ path: 'voice.bin', content: VOICE }],
  });

/** Runs `npm run models` in a process of its own. */
function models(modelsDir: string, ...args: string[]) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'ops/models/models.ts', ...args], {
    env: { ...process.env, MODELS_DIR: modelsDir, DATA_DIR: modelsDir, MIN_FREE_BYTES: '0' },
  });
  atEnd(() => child.kill('SIGKILL'));
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, text }));
  return { child, ended, said: () => text };
}

const partOf = (modelsDir: string) =>
  stat(join(modelsDir, 'parakeet-en', 'model.int8.onnx.part')).then(
    ({ size }) => size,
    () => 0,
  );

describe('npm run models', () => {
  // product 10.4
  test('resumes after kill -9 in the middle, and requests only the rest', async () => {
    const site = await startSite();
    site.failNext('stall');
    const first = models(site.modelsDir, 'get', 'parakeet-en');
    await vi.waitUntil(async () => (await partOf(site.modelsDir)) === 1000, PATIENT);
    first.child.kill('SIGKILL');
    await first.ended;
    site.reset();
    const { code, text } = await models(site.modelsDir, 'get', 'parakeet-en').ended;
    expect([code, text]).toEqual([0, expect.stringContaining('Installed in')]);
    expect(site.requests.map(({ path, headers }) => [path, headers.range])).toEqual([
      ['/parakeet-en/model.int8.onnx', 'bytes=1000-'],
      ['/parakeet-en/tokens.txt', undefined],
    ]);
    expect(await installedModel(site.modelsDir, 'parakeet-en')).not.toBeNull();
  });

  // product 10.6
  test('in two concurrent processes downloads each file once', async () => {
    const site = await startSite();
    site.failNext('stall');
    const first = models(site.modelsDir, 'get', 'parakeet-en');
    await vi.waitUntil(async () => (await partOf(site.modelsDir)) === 1000, PATIENT);
    const second = models(site.modelsDir, 'get', 'parakeet-en');
    await vi.waitUntil(() => second.said().includes('another process is downloading it'), PATIENT);
    site.drop();
    const [one, other] = await Promise.all([first.ended, second.ended]);
    expect([one.code, other.code]).toEqual([0, 0]);
    const whole = site.requests.filter(({ headers }) => headers.range === undefined);
    expect(whole.map(({ path }) => path).toSorted()).toEqual([
      '/parakeet-en/model.int8.onnx',
      '/parakeet-en/tokens.txt',
    ]);
  });

  test('stops on Ctrl-C, keeps what was received, and reports it', async () => {
    const site = await startSite();
    site.failNext('stall');
    const { child, ended } = models(site.modelsDir, 'get', 'parakeet-en');
    await vi.waitUntil(async () => (await partOf(site.modelsDir)) === 1000, PATIENT);
    child.kill('SIGINT');
    expect(await ended).toEqual({ code: 130, text: expect.stringContaining('The received part is kept') });
    expect(await partOf(site.modelsDir)).toBe(1000);
  });

  // product 10.7
  test('requires a licence to be accepted, lists, verifies, pins, imports and removes', async () => {
    const site = await startSite();
    const { modelsDir } = site;
    expect(await models(modelsDir, 'get', 'en').ended).toEqual({
      code: 1,
      text: expect.stringMatching(/BigScience OpenRAIL-M https:[^\n]+\n[^\n]*accept it with --accept\./),
    });
    expect(site.requests).toEqual([]);
    expect((await models(modelsDir, 'get', 'en', '--accept').ended).code).toBe(0);
    const { text } = await models(modelsDir, 'list').ended;
    expect(text).toMatch(/^parakeet-en +en +300 kB +yes +CC-BY-4\.0/m);
    expect(text).toMatch(/^English \(en\): parakeet-en, supertonic-3: 400 kB, of which 0 B are missing$/m);
    expect(await models(modelsDir, 'verify').ended).toEqual({
      code: 0,
      text: `parakeet-en: whole\n  not pinned, as downloaded: ['tokens.txt', 4, '${sha256Of('a 0\n')}'],\nsupertonic-3: whole\n`,
    });

    // Imported from a folder of downloads, on a machine without a network.
    const folder = await mkdtemp(join(tmpdir(), 'cutroom-downloads-'));
    atEnd(() => rm(folder, { recursive: true, force: true }));
    await copyFile(join(modelsDir, 'supertonic-3', 'voice.bin'), join(folder, 'voice.bin'));
    expect((await models(modelsDir, 'remove', 'supertonic-3').ended).text).toBe('supertonic-3: removed\n');
    expect(await installedModel(modelsDir, 'supertonic-3')).toBeNull();
    site.reset();
    expect(await models(modelsDir, 'import', folder).ended).toEqual({
      code: 0,
      text: 'supertonic-3: installed\n',
    });
    expect(await installedModel(modelsDir, 'supertonic-3')).not.toBeNull();
    expect(await readdir(folder)).toEqual(['voice.bin']);
    expect(site.requests).toEqual([]);

    // A file that was changed on the disk.
    const path = join(modelsDir, 'parakeet-en', 'model.int8.onnx');
    await writeFile(path, (await readFile(path)).reverse());
    expect(await models(modelsDir, 'verify').ended).toEqual({
      code: 1,
      text: expect.stringContaining('parakeet-en: damaged or incomplete, model.int8.onnx'),
    });
    await mkdir(join(folder, 'parakeet-en'));
    expect(await models(modelsDir, 'import', folder, 'parakeet-en').ended).toMatchObject({ code: 1 });
  });

  test('prints its usage, with other exit codes for a wrong command', async () => {
    const site = await startSite();
    expect(await models(site.modelsDir, '--help').ended).toEqual({
      code: 0,
      text: expect.stringContaining('npm run models -- COMMAND'),
    });
    expect(await models(site.modelsDir, 'get', 'de').ended).toEqual({
      code: 2,
      text: expect.stringMatching(/^There is no model or language "de"\. The choices are: en,/),
    });
  });
});
