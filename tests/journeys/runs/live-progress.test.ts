import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { openBrowser, openPage, signIn } from '../../helpers/browser/browser.ts';
import { checkInstallation } from '../../helpers/processes/check-installation.ts';
import { createProject } from '../../helpers/data/project.ts';
import { makeSpokenVideo } from '../../helpers/media/spoken-video.ts';
import { startStack } from '../../helpers/processes/stack.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const library = await mkdtemp(join(tmpdir(), 'cutroom-library-'));
afterAll(() => rm(library, { recursive: true, force: true }));
await makeSpokenVideo(library, { name: 'garden in spring', seconds: 8, subtitles: true });
await makeSpokenVideo(library, { name: 'harbour at night', seconds: 20 });
const stack = await startStack({ LIBRARY_DIR: library, WELCOME_CREDITS: '2', RUNS_PER_USER: '1' });
await stack.startStandins();

const SOCKET = /\/socket\.io\//;
const transportIs = (page: Page, name: string) =>
  page.waitForFunction((expected) => document.documentElement.dataset['transport'] === expected, name);

/** An HTTP proxy that refuses tunnels, and so WebSockets. */
async function startPlainProxy(): Promise<string> {
  const proxy = createServer((request, response) => {
    const { method, headers, url } = request;
    const passed = httpRequest(url!, { method: method!, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    response.on('close', () => passed.destroy());
    request.pipe(passed);
  });
  proxy.on('connect', (_, socket) => socket.end('HTTP/1.1 405 Method Not Allowed\r\n\r\n'));
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    proxy.close();
    proxy.closeAllConnections();
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

async function process(page: Page, title: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search for Videos' }).fill(title);
  await page.keyboard.press('Enter');
  await page.getByRole('checkbox', { name: title }).check();
  await page.getByRole('button', { name: 'Process 1 Video' }).click();
  await page.getByRole('heading', { name: 'AI Processing' }).waitFor();
}

// product 2.121, 4.55, 10.11
it('shows the same stage after a reload, polls while the socket is cut, and reconnects it', async () => {
  const { page, context, complaints } = await openPage(await openBrowser(), stack.url);
  // A cut socket carries nothing, and neither end notices.
  let isCut = false;
  await context.routeWebSocket(SOCKET, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => isCut || socket.send(message));
  });
  await signIn(page, { name: 'Mary Shelley', email: 'mary@example.com' });
  await transportIs(page, 'websocket');

  // Without a worker the run waits, and the page shows the same state after a reload.
  await process(page, 'Garden in spring');
  await page.reload();
  await page.getByRole('heading', { name: 'AI Processing' }).waitFor();

  // Every socket is cut, so events now arrive by polling.
  await transportIs(page, 'websocket');
  await context.route(SOCKET, (route) => route.abort());
  isCut = true;
  await transportIs(page, 'polling-calls');
  const polled = page.waitForResponse((response) => response.url().endsWith('/progress'));
  await stack.startWorker();
  expect((await polled).status()).toBe(200);
  await page.locator('[data-select]').first().waitFor();
  expect(await page.evaluate(() => document.documentElement.dataset['transport'])).toBe('polling-calls');

  // The page reconnects working sockets automatically.
  await context.unrouteAll();
  isCut = false;
  await transportIs(page, 'websocket');
  expect(complaints).toEqual([]);
});

itInFullTier('receives all events behind a proxy without WebSocket', async () => {
  const proxy = { server: await startPlainProxy(), bypass: '<-loopback>' };
  const context = await (await openBrowser()).newContext({ baseURL: stack.url, proxy });
  const page = await context.newPage();
  const requestPaths: string[] = [];
  page.on('request', (request) => requestPaths.push(new URL(request.url()).pathname));
  await signIn(page, { name: 'Ada Byron', email: 'ada@example.com' });
  await transportIs(page, 'polling');
  await process(page, 'Garden in spring');
  await page.locator('[data-select]').first().waitFor();
  expect(requestPaths.filter((path) => path.endsWith('/progress'))).toEqual([]);
  expect(requestPaths).toContain('/socket.io/');
});

// product 4.54
it('cancels a processing, returns its credit to the badge, and keeps the selection', async () => {
  const { page } = await openPage(await openBrowser(), stack.url);
  const person = { name: 'Emily Noether', email: 'emily@example.com' };
  await signIn(page, person);
  await process(page, 'Harbour at night');
  await page
    .getByText('1 Credits')
    .or(page.getByText('1 Credit', { exact: true }))
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Cancel' }).first().click();
  await page.getByText('2 Credits').first().waitFor();
  await page.getByRole('heading', { name: 'Find Videos to Include' }).waitFor();
  expect(await page.getByRole('checkbox', { name: 'Harbour at night' }).isChecked()).toBe(true);
  const { id } = await stack.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', person.email)
    .executeTakeFirstOrThrow();
  await checkInstallation(stack, id, { spent: 0, left: 2 });
});

// product 4.65
itInFullTier('shows why a second run waits until it begins', async () => {
  const { page, complaints } = await openPage(await openBrowser(), stack.url);
  const person = { name: 'Ada Byron', email: 'byron@example.com' };
  await signIn(page, person);
  const { id: userId } = await stack.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', person.email)
    .executeTakeFirstOrThrow();
  const { projectId } = await createProject(stack, userId);
  // A run that lasts as long as the test needs it.
  const first = await stack.db
    .insertInto('runs')
    .values({ kind: 'preparation', projectId, userId, status: 'running' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const explanation = 'Your films are made one at a time. This one will start automatically.';

  await process(page, 'Harbour at night');
  await page.getByText('Waiting for your other film to finish', { exact: true }).first().waitFor();
  await page.getByText(explanation).waitFor();
  await page.goto(`/?stage=edit&project=${projectId}`);
  const generate = page.getByRole('button', { name: 'Waiting for your other film to finish...' });
  await page.getByRole('button', { name: 'Generate Video' }).first().click();
  await generate.first().waitFor();
  await page.getByRole('region', { name: 'Generation' }).getByText(explanation).waitFor();
  await page.goto('/?stage=videolist');
  const waiting = page.getByRole('article').getByText('Waiting for your other film to finish');
  await expect.poll(() => waiting.count()).toBe(2);

  const end = { status: 'completed', finishedAt: new Date() };
  await stack.db.updateTable('runs').set(end).where('id', '=', first.id).execute();
  await expect.poll(() => waiting.count()).toBe(1);
  expect(complaints).toEqual([]);
});
