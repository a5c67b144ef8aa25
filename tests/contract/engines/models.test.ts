import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { Models } from '#contract/models.ts';
import { installedModel } from '#core/models/installed.ts';
import { createUser } from '../../helpers/data/user.ts';
import { type ModelSite, startModelSite } from '../../helpers/models/model-site.ts';
import { PATIENT } from '../../helpers/patient.ts';
import { openTestApp, openTestBackend } from '../../helpers/services/backend.ts';

const SPEECH = randomBytes(100_000);
const VOICE = randomBytes(50_000);

const startSite = () =>
  startModelSite({
    'parakeet-en': [{ path: 'model.int8.onnx', content: SPEECH }],
    'supertonic-3': [{ path: 'voice.bin', content: VOICE }],
  });

/**
 * Opens an API that downloads models from the site. Each node has its own database, so the user exists only
 * on this one.
 */
async function openNode(site: ModelSite, extra: Record<string, string> = {}) {
  const backend = await openTestBackend({ MODELS: 'ask', MODELS_DIR: site.modelsDir, ...extra });
  const app = await openTestApp(backend);
  const { cookie } = await createUser(backend);
  const send = async (method: 'GET' | 'POST', url: string, body?: object) => {
    const answer = await app.inject({
      method,
      url,
      headers: { cookie, origin: backend.config.publicUrl },
      ...(body && { payload: body }),
    });
    return { status: answer.statusCode, body: answer.json() };
  };
  const read = async (): Promise<Models> => (await send('GET', '/api/models')).body as Models;
  return {
    app,
    backend,
    send,
    read,
    get: (models: string[], accept = false) => send('POST', '/api/models/download', { models, accept }),
    change: (action: string) => send('POST', '/api/models/download/change', { action }),
    until: (is: (models: Models) => boolean) => vi.waitUntil(async () => is(await read()), PATIENT),
  };
}

const has = (id: string) => (models: Models) =>
  models.download === null && models.models.find((model) => model.id === id)!.installed;
const arrived = (bytes: number) => (models: Models) => models.download?.receivedBytes === bytes;

describe('the models of this machine', () => {
  test('the models of this machine are downloaded for all users, and pages are notified of the progress', async () => {
    const site = await startSite();
    const node = await openNode(site);
    const publish = vi.spyOn(node.backend.bus, 'publishToAll');
    const before = await node.read();
    expect(before).toMatchObject({ offered: true, download: null });
    expect(before.sets.map(({ language }) => language)).toEqual(['en', 'bn', 'hi']);
    expect(before.models.find(({ id }) => id === 'parakeet-en')).toMatchObject({
      installed: false,
      bytes: 100_000,
      pinned: true,
    });
    const { status, body } = await node.get(['parakeet-en']);
    expect([status, body.download]).toEqual([
      200,
      expect.objectContaining({ models: ['parakeet-en'], state: 'downloading', totalBytes: 100_000 }),
    ]);
    await node.until(has('parakeet-en'));
    expect(await installedModel(site.modelsDir, 'parakeet-en')).not.toBeNull();
    await vi.waitFor(
      () => expect(publish).toHaveBeenLastCalledWith('models.changed', { download: null }),
      PATIENT,
    );
  });

  // product 10.2
  test('require their licence to be accepted, once, and are refused by name if unknown', async () => {
    const node = await openNode(await startSite());
    expect(await node.get(['parakeet-en', 'supertonic-3'])).toMatchObject({
      status: 422,
      body: { message: expect.stringMatching(/^Please accept the licence of Supertonic 3/) },
    });
    expect(await node.get(['nothing'])).toMatchObject({
      status: 422,
      body: { message: 'There is no model nothing.' },
    });
    expect((await node.read()).download).toBeNull();
    await node.get(['supertonic-3'], true);
    await node.until(has('supertonic-3'));
  });

  // product 10.3
  test('the models of this machine are paused, resumed and cancelled; a cancelled download leaves nothing', async () => {
    const site = await startSite();
    const node = await openNode(site);
    site.failNext('stall', 'stall');
    await node.get(['parakeet-en']);
    await node.until(arrived(1000));
    expect((await node.change('pause')).body.download).toMatchObject({
      state: 'paused',
      receivedBytes: 1000,
    });
    await node.change('resume');
    await node.until(arrived(2000));
    expect(site.requests.map(({ headers }) => headers.range)).toEqual([undefined, 'bytes=1000-']);
    expect((await node.change('cancel')).body.download).toBeNull();
    expect(await readdir(join(site.modelsDir, 'parakeet-en'))).toEqual([]);
    await node.get(['parakeet-en']);
    await node.until(has('parakeet-en'));
  });

  // product 10.3
  test('report why their download failed, and can be retried', async () => {
    const site = await startSite();
    const node = await openNode(site);
    site.failAlways({ status: 403 });
    await node.get(['parakeet-en']);
    await node.until(({ download }) => download?.state === 'failed');
    expect((await node.read()).download!.message).toMatch(/refused model\.int8\.onnx \(403\)\.$/);
    site.reset();
    await node.change('resume');
    await node.until(has('parakeet-en'));
  });

  test('the models of this machine are added to a download in progress, and received bytes are resumed', async () => {
    const site = await startSite();
    const node = await openNode(site);
    site.failNext('stall');
    await node.get(['parakeet-en']);
    await node.until(arrived(1000));
    await node.get(['supertonic-3'], true);
    await node.until(has('supertonic-3'));
    expect(has('parakeet-en')(await node.read())).toBe(true);
    expect(site.requests.map(({ headers }) => headers.range)).toEqual([undefined, 'bytes=1000-', undefined]);
  });

  // product 10.4
  test('the models of this machine are resumed by the next API if one stops in the middle', async () => {
    const site = await startSite();
    const first = await openNode(site);
    site.failNext('stall');
    await first.get(['parakeet-en']);
    await first.until(arrived(1000));
    await first.app.close();
    const second = await openNode(site);
    expect((await second.read()).download).toMatchObject({ state: 'downloading', receivedBytes: 1000 });
    await second.app.modelDownloads.begin();
    await second.until(has('parakeet-en'));
    expect(site.requests.map(({ headers }) => headers.range)).toEqual([undefined, 'bytes=1000-']);
  });

  test('the models of this machine are downloaded automatically with MODELS=auto', async () => {
    const site = await startSite();
    const node = await openNode(site, { MODELS: 'auto', MODELS_LANGUAGES: 'en' });
    await node.app.modelDownloads.begin();
    await node.until((models) => models.download === null);
    const there = (await node.read()).models.filter(({ installed }) => installed);
    expect(there.map(({ id }) => id)).toEqual(['parakeet-en', 'supertonic-3']);
  });

  // product 10.7
  test('the models of this machine are left to the operator if MODELS is off, and are still shown', async () => {
    const site = await startSite();
    const node = await openNode(site, { MODELS: 'off' });
    expect(await node.get(['parakeet-en'])).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('npm run models -- get') },
    });
    expect(await node.change('resume')).toMatchObject({ status: 403 });
    expect(await node.read()).toMatchObject({ offered: false, download: null });
    expect(site.requests).toEqual([]);
  });
});
