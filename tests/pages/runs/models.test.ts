import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { installedModel } from '#core/models/installed.ts';
import { openScene } from '../../helpers/browser/page-scene.ts';
import { gate } from '../../helpers/gate.ts';
import { createUser } from '../../helpers/data/user.ts';
import { startModelSite } from '../../helpers/models/model-site.ts';

const SPEECH = randomBytes(300_000);
const VOICE = randomBytes(100_000);
const site = await startModelSite({
  'parakeet-en': [{ path: 'model.int8.onnx', content: SPEECH }],
  'supertonic-3': [{ path: 'voice.bin', content: VOICE }],
  'whisper-tiny': [{ path: 'tiny-encoder.int8.onnx', content: VOICE }],
  'zipformer-bn': [{ path: 'encoder.onnx', content: SPEECH }],
});
const scene = await openScene({ MODELS: 'ask', MODELS_DIR: site.modelsDir });

const SOCKET = /\/socket\.io\//;
const group = (page: Page) => page.getByRole('region', { name: 'Languages on this machine' });
const button = (page: Page, name: string | RegExp) => group(page).getByRole('button', { name });

async function open() {
  const { page } = await scene.visit(await createUser(scene.backend));
  await page.goto('/settings');
  return page;
}

describe('the languages of this machine', () => {
  it('are downloaded after one acceptance, paused, and continued after a reload, in every tab', async () => {
    const [page, other] = await Promise.all([open(), open()]);
    site.failNext('stall', 'stall');
    await button(page, 'Download 400 kB for English').click();
    const dialog = page.getByRole('dialog', { name: 'Accept the Licence' });
    await dialog.getByRole('link', { name: 'BigScience OpenRAIL-M' }).waitFor();
    const accept = dialog.getByRole('button', { name: 'Accept and Download' });
    expect(await accept.getAttribute('aria-disabled')).toBe('true');
    await dialog.getByRole('checkbox').check();
    await accept.click();
    await dialog.waitFor({ state: 'detached' });
    for (const tab of [page, other])
      await group(tab)
        .getByText(/^1\.0 kB of 400 kB/)
        .waitFor();
    await button(other, 'Pause').click();
    for (const tab of [page, other]) await group(tab).getByText('1.0 kB of 400 kB, paused').waitFor();

    await page.reload();
    await button(page, 'Resume').click();
    await group(page)
      .getByText(/^2\.0 kB of 400 kB/)
      .waitFor();
    await page.reload();
    await group(page)
      .getByText(/^2\.0 kB of 400 kB/)
      .waitFor();
    site.drop();
    for (const tab of [page, other]) {
      await group(tab).getByText('Installed', { exact: true }).first().waitFor();
      await button(tab, 'Cancel Download').waitFor({ state: 'detached' });
    }
    expect(await installedModel(site.modelsDir, 'parakeet-en')).not.toBeNull();
    expect(site.requests.map(({ headers }) => headers.range)).toEqual([
      undefined,
      'bytes=1000-',
      'bytes=2000-',
      undefined,
    ]);
  });

  it('say why a download failed, try again, and cancel', async () => {
    const page = await open();
    site.reset();
    site.failAlways({ status: 403 });
    await button(page, /for Whisper tiny$/).click();
    await group(page)
      .getByRole('alert')
      .getByText(/does not give tiny-encoder\.int8\.onnx \(403\)\.$/)
      .waitFor();
    site.reset();
    site.failNext('stall');
    await button(page, 'Retry').click();
    await group(page)
      .getByText(/^1\.0 kB of 100 kB/)
      .waitFor();
    await button(page, 'Cancel Download').click();
    await button(page, /for Whisper tiny$/).waitFor();
    expect(await installedModel(site.modelsDir, 'whisper-tiny')).toBeNull();
  });

  it('say that a download failed when the answer to its start comes later', async () => {
    const page = await open();
    site.reset();
    site.failAlways({ status: 403 });
    const told = gate();
    await page.route('**/api/models/download', async (route) => {
      const response = await route.fetch();
      await told.opened;
      await route.fulfill({ response });
    });
    const answered = page.waitForResponse('**/api/models/download');
    await button(page, /for Whisper tiny$/).click();
    const failed = group(page)
      .getByRole('alert')
      .getByText(/\(403\)\.$/);
    await failed.waitFor();
    told.open();
    await (await answered).finished();
    await button(page, 'Retry').and(page.locator(':not([aria-disabled=true])')).click({ trial: true });
    expect(await failed.isVisible()).toBe(true);
    await button(page, 'Cancel Download').click();
    await button(page, /for Whisper tiny$/).waitFor();
  });

  it('show what happened before events arrive', async () => {
    const [page, other] = await Promise.all([scene.visit(await createUser(scene.backend)), open()]);
    const wanted = gate();
    await page.context.route(/\/assets\/esm-[^/]*\.js$/, async (route) => {
      await wanted.opened;
      await route.continue();
    });
    await page.page.goto('/settings');
    await button(page.page, /for Whisper tiny$/).waitFor();
    site.reset();
    site.failAlways({ status: 403 });
    await button(other, /for Whisper tiny$/).click();
    await button(other, 'Retry').waitFor();
    wanted.open();
    await button(page.page, 'Retry').waitFor();
    await button(page.page, 'Cancel Download').click();
    await button(page.page, /for Whisper tiny$/).waitFor();
    expect(await installedModel(site.modelsDir, 'whisper-tiny')).toBeNull();
  });

  it('are shown when a download began while the page first read them', async () => {
    const [page, other] = await Promise.all([
      scene.visit(await createUser(scene.backend)).then((visit) => visit.page),
      open(),
    ]);
    await button(other, /for Whisper tiny$/).waitFor();
    const [told, wanted] = [gate(), gate()];
    await page.route('**/api/models', async (route) => {
      await wanted.opened;
      await route.continue();
    });
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('"state":"failed"')) told.open();
      }),
    );
    await page.goto('/settings');
    await page.locator('html[data-transport="websocket"]').waitFor();
    site.reset();
    site.failAlways({ status: 403 });
    await button(other, /for Whisper tiny$/).click();
    await told.opened;
    wanted.open();
    await button(page, 'Cancel Download').click();
    await button(page, /for Whisper tiny$/).waitFor();
    expect(await installedModel(site.modelsDir, 'whisper-tiny')).toBeNull();
  });

  it('tell of a download by calls while the socket is down', async () => {
    const { page, context } = await scene.visit(await createUser(scene.backend));
    // A cut socket carries nothing, and no new one is made.
    let isCut = false;
    await context.routeWebSocket(SOCKET, (socket) => {
      const server = socket.connectToServer();
      server.onMessage((message) => isCut || socket.send(message));
    });
    const transportIs = (name: string) =>
      page.waitForFunction((wanted) => document.documentElement.dataset['transport'] === wanted, name);
    await page.goto('/settings');
    await transportIs('websocket');
    site.reset();
    site.failNext('stall', 'stall');
    await button(page, /for Whisper tiny$/).click();
    await group(page)
      .getByText(/^1\.0 kB of 100 kB/)
      .waitFor();
    await context.route(SOCKET, (route) => route.abort());
    isCut = true;
    await transportIs('polling-calls');
    site.drop();
    await group(page)
      .getByText(/^2\.0 kB of 100 kB/)
      .waitFor();
    site.drop();
    await button(page, 'Cancel Download').waitFor({ state: 'detached' });
    await button(page, /for Whisper tiny$/).waitFor({ state: 'detached' });
    expect(await installedModel(site.modelsDir, 'whisper-tiny')).not.toBeNull();
    expect(await page.evaluate(() => document.documentElement.dataset['transport'])).toBe('polling-calls');
  });
});
