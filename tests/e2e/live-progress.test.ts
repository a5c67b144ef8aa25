import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { openBrowser, openPage, signIn } from '../helpers/browser.ts';
import { checkInstallation } from '../helpers/check-installation.ts';
import { makeSpokenVideo } from '../helpers/spoken-video.ts';
import { startStack } from '../helpers/stack.ts';

const library = await mkdtemp(join(tmpdir(), 'cutroom-library-'));
afterAll(() => rm(library, { recursive: true, force: true }));
await makeSpokenVideo(library, { name: 'garden in spring', seconds: 16 });
await makeSpokenVideo(library, { name: 'harbour at night', seconds: 60 });
const stack = await startStack({ LIBRARY_DIR: library, WELCOME_CREDITS: '2' });
await stack.startStandins();

const SOCKET = /\/socket\.io\//;
const transportIs = (page: Page, name: string) =>
  page.waitForFunction((wanted) => document.documentElement.dataset['transport'] === wanted, name);

async function process(page: Page, title: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search for Videos' }).fill(title);
  await page.keyboard.press('Enter');
  await page.getByRole('checkbox', { name: title }).check();
  await page.getByRole('button', { name: 'Process 1 Video' }).click();
  await page.getByRole('heading', { name: 'AI Processing' }).waitFor();
}

it('shows the same stage after a reload, polls while the socket is cut, and takes the socket again', async () => {
  const { page, context, complaints } = await openPage(await openBrowser(), stack.url);
  await signIn(page, { name: 'Mary Shelley', email: 'mary@example.com' });
  await transportIs(page, 'websocket');

  // No worker yet: the run waits, and the page says the same after a reload.
  await process(page, 'Garden in spring');
  await page.reload();
  await page.getByRole('heading', { name: 'AI Processing' }).waitFor();

  // Every socket is cut: what comes now comes by polling.
  await context.route(SOCKET, (route) => route.abort());
  await context.routeWebSocket(SOCKET, (socket) => socket.close());
  await page.reload();
  await transportIs(page, 'polling-calls');
  const polled = page.waitForResponse((response) => response.url().endsWith('/progress'));
  await stack.startWorker();
  expect((await polled).status()).toBe(200);
  await page.locator('[data-select]').first().waitFor({ timeout: 120_000 });
  expect(await page.evaluate(() => document.documentElement.dataset['transport'])).toBe('polling-calls');

  // A page whose sockets are whole again returns to them by itself.
  await context.unrouteAll();
  await context.routeWebSocket(SOCKET, (socket) => {
    socket.connectToServer();
  });
  await transportIs(page, 'websocket');
  expect(complaints).toEqual([]);
});

it('cancels: the credit is back on the badge, and the selection is kept', async () => {
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
