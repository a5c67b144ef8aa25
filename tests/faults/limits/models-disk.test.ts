import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { Models } from '#contract/models.ts';
import { atEnd } from '../../helpers/at-end.ts';
import { createUser } from '../../helpers/data/user.ts';
import { startModelSite } from '../../helpers/models/model-site.ts';
import { PATIENT } from '../../helpers/patient.ts';
import { client, openInstallation } from '../../helpers/processes/installation.ts';
import { mayMakeDisks } from '../../helpers/processes/small-disk.ts';
import { testEnvironment } from '../../helpers/services/backend.ts';

/** Takes 74 pages of memory on a disk in memory. */
const SPEECH = randomBytes(300_000);
const FULL = 'The disk of the models has no room for model.int8.onnx.';

const startSite = () => startModelSite({ 'parakeet-en': [{ path: 'model.int8.onnx', content: SPEECH }] });
/** Returns a command that runs a script where a folder is a small disk. */
const inNamespace = (script: string, folder: string) => ['unshare', '-Urm', 'sh', '-c', script, folder];

describe.skipIf(!mayMakeDisks())('a download of a model to a disk that fills up', () => {
  // product 10.10
  test('npm run models reports a full disk, keeps the received part and resumes once there is room', async () => {
    const site = await startSite();
    const folder = join(site.modelsDir, 'parakeet-en');
    await mkdir(folder);
    // Beside two small files, the last page of this file has no room. Remounting by the folder alone would
    // repeat the user ID of the first mount, which this namespace may not set.
    const script =
      'mount -t tmpfs -o size=300k tmpfs "$0" && { "$@"; mount -o remount,size=1m tmpfs "$0" && exec "$@"; }';
    const command = ['--import', 'tsx', 'ops/models/models.ts', 'get', 'parakeet-en'];
    const [unshare, ...args] = [...inNamespace(script, folder), process.execPath, ...command];
    const child = spawn(unshare!, args, {
      env: { ...process.env, MODELS_DIR: site.modelsDir, DATA_DIR: site.modelsDir, MIN_FREE_BYTES: '0' },
    });
    atEnd(() => child.kill('SIGKILL'));
    let text = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
    }
    const [code] = await once(child, 'close');
    expect([code, text]).toEqual([0, expect.stringMatching(new RegExp(`${FULL}[^]*Installed in`))]);
    const ranges = site.requests.map(({ headers }) =>
      Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1]),
    );
    expect(ranges).toEqual([Number.NaN, expect.any(Number)]);
    expect(ranges[1]).toBeGreaterThan(SPEECH.length - 3 * 4096);
  });

  // product 10.10
  test('fails the download of the page with the same message; Resume completes it', async () => {
    const site = await startSite();
    const { modelsDir } = site;
    const env = await testEnvironment({ MODELS: 'ask', MODELS_DIR: modelsDir });
    const installation = await openInstallation(env);
    atEnd(installation.stop);
    const script =
      'kept=$(cat "$0/manifest.json") && mount -t tmpfs -o size=400k tmpfs "$0" && printf %s "$kept" >"$0/manifest.json" && exec "$@"';
    const server = await installation.startServer({}, inNamespace(script, modelsDir));
    const call = client(installation, (await createUser(installation)).cookie);
    const until = (is: (models: Models) => boolean) =>
      vi.waitUntil(async () => is(await call<Models>('GET', '/api/models')), PATIENT);

    site.failNext('stall');
    await call('POST', '/api/models/download', { models: ['parakeet-en'], accept: false });
    await until(({ download }) => download?.receivedBytes === 1000);
    // The disk as only the API sees it.
    const filler = join(`/proc/${server.pid}/root`, modelsDir, 'filler');
    await expect(writeFile(filler, Buffer.alloc(2 ** 20))).rejects.toMatchObject({ code: 'ENOSPC' });
    site.drop();
    await until(({ download }) => download?.state === 'failed');
    const { download } = await call<Models>('GET', '/api/models');
    expect(download).toMatchObject({ message: FULL, models: ['parakeet-en'] });

    await rm(filler);
    await call('POST', '/api/models/download/change', { action: 'resume' });
    await until(({ models, download: left }) => left === null && models.some((one) => one.installed));
    expect(site.requests.at(-1)!.headers.range).toMatch(/^bytes=[1-9]\d{2,}-$/);
    expect(site.requests.map(({ headers }) => headers.range)).toContain('bytes=1000-');
  });
});
