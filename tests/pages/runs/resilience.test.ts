import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import {
  changeAnswer,
  openScene,
  refuse,
  ticking,
  toast,
  type Visit,
} from '../../helpers/browser/page-scene.ts';
import { createUser } from '../../helpers/data/user.ts';
import { gate } from '../../helpers/gate.ts';
import { createProject } from '../../helpers/data/project.ts';

const scene = await openScene();

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const failure = (page: Page) => heading(page, 'Something went wrong on this page');
const LIBRARY_CHUNK = /\/assets\/LibraryStage-.*\.js$/;

/** The search stage of a new user, and how often the document was loaded. */
async function openHome(): Promise<Visit & { projectId: string; loads: () => number }> {
  const user = await createUser(scene.backend);
  const { projectId } = await createProject(scene.backend, user.id);
  const visit = await scene.visit(user);
  let loads = 0;
  visit.page.on('load', () => (loads += 1));
  await visit.page.goto('/');
  await heading(visit.page, 'Find Videos to Include').waitFor();
  return { ...visit, projectId, loads: () => loads };
}
const openLibrary = (page: Page) => page.getByRole('button', { name: 'My Videos' }).click();

describe('a screen that breaks', () => {
  it('says so with an id to copy, and the way home begins anew', async () => {
    const { page, context, projectId } = await openHome();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await changeAnswer(page, /\/api\/projects\/[\w-]+$/, () => ({}));
    await page.goto(`/?project=${projectId}&stage=edit`);
    await failure(page).waitFor();
    const id = await page.locator('code').innerText();
    expect(id).toMatch(/^\w{6,}$/);
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied.split('\n')).toEqual([
      id,
      expect.stringContaining('Error: '),
      page.url(),
      expect.stringMatching(/^20\d\d-/),
    ]);
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await heading(page, 'Find Videos to Include').waitFor();
  });

  it('is left by going to another one', async () => {
    const { page, loads } = await openHome();
    await changeAnswer(page, /\/api\/user\/videos\?/, () => [{}]);
    await openLibrary(page);
    await failure(page).waitFor();
    await page.goBack();
    await heading(page, 'Find Videos to Include').waitFor();
    expect(loads()).toBe(1);
  });
});

describe('a part of the page that a newer version took away', () => {
  it('loads the page anew, where it was going', async () => {
    const { page, loads } = await openHome();
    await page.route(LIBRARY_CHUNK, (route) => route.fulfill({ status: 404 }), { times: 1 });
    await openLibrary(page);
    await heading(page, 'My Video Compilations').waitFor();
    expect(loads()).toBe(2);
  });

  it('loads it once alone: if the part is still missing, it says so', async () => {
    const { page, loads } = await openHome();
    await page.route(LIBRARY_CHUNK, (route) => route.fulfill({ status: 404 }));
    await openLibrary(page);
    await failure(page).waitFor();
    await page
      .getByText('A part of it could not be loaded. Check your connection, then reload it.')
      .waitFor();
    expect(loads()).toBe(2);
    await page.unroute(LIBRARY_CHUNK);
    await page.getByRole('button', { name: 'Load Again' }).click();
    await heading(page, 'My Video Compilations').waitFor();
  });

  it('keeps the page while there is no server to load it from', async () => {
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

describe('a network that goes away', () => {
  it('loads what the socket needs again, and polls meanwhile', async () => {
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

  it('is told in a line that stays in sight, and what is shown is read again when it is back', async () => {
    const { page, context } = await openHome();
    const line = page
      .getByRole('alert')
      .getByText('You are offline. Your work continues when the connection is back.');
    await context.setOffline(true);
    await line.waitFor();
    expect(await line.evaluate((text) => text.closest('header') !== null)).toBe(true);
    const again = page.waitForResponse(/\/api\/user\/credits$/);
    await context.setOffline(false);
    expect((await again).status()).toBe(200);
    await line.waitFor({ state: 'detached' });
  });
});

describe('a session that has ended', () => {
  /** Ends this browser's session. Its sign-in ends at / like the server's. */
  async function signOut({ page, context }: Visit): Promise<void> {
    const cookies = await context.cookies();
    await page.route('**/api/login', async (route) => {
      await context.addCookies(cookies);
      await route.fulfill({ status: 302, headers: { location: '/' } });
    });
    await context.clearCookies();
  }

  /**
   * Presses a button after the session ended. A call that is still under way may be the first to tell. The page leaves
   * half a second after it says so, hence its clock is stopped until that was seen.
   */
  async function pressSignedOut(visit: Visit, button: string, told: string): Promise<void> {
    const { page } = visit;
    const signedIn = page.waitForEvent('load');
    await page.clock.pauseAt(Date.now() + 1000);
    await signOut(visit);
    await page.getByRole('button', { name: button }).click();
    await ticking(page, () => toast(page, told).isVisible());
    await page.clock.resume();
    await signedIn;
  }

  it('leads back to the settings, or to the editor with its language, after the sign-in', async () => {
    const visit = await openHome();
    const { page, projectId } = visit;
    await page.clock.install();
    await page.goto('/settings');
    await heading(page, 'Settings').waitFor();
    await pressSignedOut(visit, 'Export My Data', 'Authentication Failed');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/settings');
    await heading(page, 'Settings').waitFor();
    await page.unrouteAll();

    const editor = `/?project=${projectId}&stage=edit&lang=hi`;
    await page.goto(editor);
    await heading(page, 'A project').waitFor();
    await pressSignedOut(visit, 'Move Section 1 down', 'Unauthorized');
    await page.waitForURL(editor);
    await heading(page, 'A project').waitFor();
    await page.unrouteAll();

    // Signed out at a project's URL: the landing page is shown there too.
    await signOut(visit);
    await page.reload();
    await page.getByRole('link', { name: 'Sign In', exact: true }).click();
    await page.waitForURL(editor);
    await heading(page, 'A project').waitFor();
  });

  it.each(['//elsewhere.example/', '/\\elsewhere.example', 'https://elsewhere.example/'])(
    'never leads to another site: %s',
    async (path) => {
      const { page } = await openHome();
      await page.evaluate(
        (place) => sessionStorage.setItem('cutroom.return-to', place),
        JSON.stringify({ path, at: Date.now() }),
      );
      await page.goto('/');
      await heading(page, 'Find Videos to Include').waitFor();
      await expect.poll(() => page.evaluate(() => sessionStorage.getItem('cutroom.return-to'))).toBe('null');
      expect(new URL(page.url()).pathname).toBe('/');
    },
  );
});

describe('a server that is away for a moment', () => {
  const line = (page: Page) =>
    page.getByRole('alert').getByText('The connection to the server is lost. Trying again…');

  it('leaves open work as it is, says so, and tries again', async () => {
    const { page, context, projectId } = await openHome();
    await page.goto(`/?project=${projectId}&stage=edit`);
    await heading(page, 'A project').waitFor();
    await refuse(page, /\/api\/auth\/user$/, 503);
    // The data is reloaded when the connection is back.
    await context.setOffline(true);
    await context.setOffline(false);
    await line(page).waitFor();
    await heading(page, 'A project').waitFor();
    expect(await page.getByRole('link', { name: 'Get Started' }).count()).toBe(0);
    await page.unrouteAll();
    await line(page).waitFor({ state: 'detached' });

    // A reload meanwhile shows neither the landing page nor a sign-in.
    await refuse(page, /\/api\/auth\/user$/, 503);
    for (const path of [`/?project=${projectId}&stage=edit`, '/settings']) {
      await page.goto(path);
      await line(page).waitFor();
      expect(await page.getByRole('link', { name: 'Get Started' }).count()).toBe(0);
    }
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try Again' }).click();
    await heading(page, 'Settings').waitFor();
    expect(new URL(page.url()).pathname).toBe('/settings');
  });
});
