import { resolve } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { expect, onTestFinished } from 'vitest';
import type { Backend } from '#core/backend.ts';
import { findClient } from '../../../server/plugins/client.ts';
import { startNode } from '../services/api-node.ts';
import { openPage, shareBrowser } from './browser.ts';
import { openTestBackend } from '../services/backend.ts';
import { type createUser } from '../data/user.ts';

type User = Awaited<ReturnType<typeof createUser>>;

/** A page that a test opened. */
export interface Visit {
  page: Page;
  context: BrowserContext;
}

export interface Scene {
  url: string;
  backend: Backend;
  /** Cuts every current connection except sockets, like a lost network. */
  cutConnections(): void;
  /** Opens an empty page that is closed after the test, signed in if a user is given. */
  visit(user?: User): Promise<Visit>;
}

/**
 * Serves the built page over an API in this process, with this process' browser, for files with many page
 * tests and no work for workers. Await it at the top of the file.
 */
export async function openScene(env: Record<string, string> = {}): Promise<Scene> {
  const client = findClient(resolve('dist/client'));
  if (!client) throw new Error('The client is not built: npm run build');
  const backend = await openTestBackend(env);
  const [{ url, app }, browser] = await Promise.all([startNode(backend, client), shareBrowser()]);
  return {
    url,
    backend,
    cutConnections: () => app.server.closeAllConnections(),
    async visit(user) {
      // Registered first and run last, so that a failed test's screenshot is taken first.
      const opened: Awaited<ReturnType<typeof openPage>>[] = [];
      onTestFinished(async () => {
        for (const { page, context } of opened) {
          // Calls that the test answers may be pending.
          await page.unrouteAll({ behavior: 'ignoreErrors' });
          await context.close();
        }
        expect(opened.flatMap(({ complaints }) => complaints)).toEqual([]);
      });
      const { page, context, complaints } = await openPage(browser, url, { reducedMotion: 'no-preference' });
      opened.push({ page, context, complaints });
      if (user) {
        const [name, value] = user.cookie.split('=') as [string, string];
        await context.addCookies([{ name, value, url }]);
      }
      return { page, context };
    },
  };
}

/** Finds the toast with this title. */
export const toast = (page: Page, title: string) =>
  page.getByRole('region', { name: /^Notification/ }).getByText(title, { exact: true });

/** Cuts every socket of a page, so that it polls from now on. */
export async function cutSockets(context: BrowserContext): Promise<void> {
  await context.route(/\/socket\.io\//, (route) => route.abort());
  await context.routeWebSocket(/\/socket\.io\//, (socket) => socket.close());
}

/** Limits a page's uploads to 1 MB a second. Returns a function that removes the limit. */
export async function throttle(page: Page): Promise<() => Promise<void>> {
  const network = await page.context().newCDPSession(page);
  const set = async (uploadThroughput: number): Promise<void> => {
    const line = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput };
    await network.send('Network.emulateNetworkConditions', line);
  };
  await set(1e6);
  return () => set(-1);
}

/** Freezes the page's clock. `page.clock.runFor` advances it. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 1000);
}

/**
 * Waits for a condition while the page's clock advances in small steps. Many timers of a page are immediate,
 * and React shows lazy code after 300 ms.
 */
export async function ticking(page: Page, holds: () => Promise<boolean>, stepMs = 20): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.clock.runFor(stepMs);
        return holds();
      },
      { interval: 20 },
    )
    .toBe(true);
}

/** Resolves when everything that the page sent before has arrived here. */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(() => fetch('/favicon.svg').then(() => undefined));

/** Adds a video by its link like a person. The site's details never arrive. */
export async function addLink(page: Page, link: string): Promise<void> {
  await page.route(/\/api\/videos\/extract$/, () => {});
  await page.getByRole('button', { name: 'Add YouTube video link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Video Manually' });
  await dialog.getByLabel('Video URL').fill(link);
  await dialog.getByRole('button', { name: 'Add Video' }).click();
  await dialog.waitFor({ state: 'detached' });
}
