import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openScene, type Visit } from '../../helpers/browser/page-scene.ts';
import { createUser } from '../../helpers/data/user.ts';
import { gate } from '../../helpers/gate.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const scene = await openScene();

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const failure = (page: Page) => heading(page, 'Something went wrong on this page');
const LIBRARY_CHUNK = /\/assets\/LibraryStage-.*\.js$/;

/** Opens the search stage of a new user, and counts how often the document was loaded. */
async function openHome(): Promise<Visit & { loads: () => number }> {
  const visit = await scene.visit(await createUser(scene.backend));
  let loads = 0;
  visit.page.on('load', () => (loads += 1));
  await visit.page.goto('/');
  await heading(visit.page, 'Find Videos to Include').waitFor();
  return { ...visit, loads: () => loads };
}
const openLibrary = (page: Page) => page.getByRole('button', { name: 'My Videos' }).click();

describe('part of the page that a newer version removed', () => {
  itInFullTier('reloads the page at the requested address', async () => {
    const { page, loads } = await openHome();
    await page.route(LIBRARY_CHUNK, (route) => route.fulfill({ status: 404 }), { times: 1 });
    await openLibrary(page);
    await heading(page, 'My Video Compilations').waitFor();
    expect(loads()).toBe(2);
  });

  it('reloads the page only once, then reports the missing part and offers to load it again', async () => {
    const { page, loads } = await openHome();
    await page.route(LIBRARY_CHUNK, (route) => route.fulfill({ status: 404 }));
    await openLibrary(page);
    await failure(page).waitFor();
    await page
      .getByText('Part of this page could not be loaded. Check your connection, then reload.')
      .waitFor();
    expect(loads()).toBe(2);
    await page.unroute(LIBRARY_CHUNK);
    await page.getByRole('button', { name: 'Load Again' }).click();
    await heading(page, 'My Video Compilations').waitFor();
  });

  itInFullTier('does not reload the page while no server can deliver it', async () => {
    const { page, loads } = await openHome();
    await page.route(LIBRARY_CHUNK, (route) => route.abort());
    await page.route(
      (url) => url.pathname === '/',
      (route) => route.abort(),
    );
    await openLibrary(page);
    await failure(page).waitFor();
    expect(loads()).toBe(1);
  });
});

describe('lost network', () => {
  it('requests the socket library again, and polls meanwhile', async () => {
    const { page, context } = await openHome();
    const library = /\/assets\/esm-[^/]*\.js$/;
    const refused = gate();
    await context.route(library, async (route) => {
      await route.abort();
      refused.open();
    });
    await page.reload();
    await refused.opened;
    const transport = () => page.evaluate(() => document.documentElement.dataset['transport']);
    await expect.poll(transport).toBe('polling-calls');
    await context.unroute(library);
    await expect.poll(transport).toBe('websocket');
  });
});
