import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { createSession } from '#core/repositories/account/sessions.ts';
import { openScene, stopClock, ticking, toast, type Visit } from '../../helpers/browser/page-scene.ts';
import { createProject } from '../../helpers/data/project.ts';
import { createUser } from '../../helpers/data/user.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const scene = await openScene();

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

describe('sign-out on every device', () => {
  // product 6.8
  it('ends the sessions of two browsers immediately', async () => {
    const user = await createUser(scene.backend);
    const { token } = await createSession(scene.backend.db, user.id);
    const stranger = await createUser(scene.backend);
    const [here, there] = [
      await scene.visit(user),
      await scene.visit({ ...user, cookie: `cutroom=${token}` }),
    ];
    await there.page.route(/\/api\/login$/, (route) => route.fulfill({ body: 'The provider' }));
    await there.page.goto('/profile');
    await there.page.locator('html[data-transport="websocket"]').waitFor();
    await here.page.clock.install();
    await here.page.goto('/settings');
    await here.page.getByRole('button', { name: 'Sign Out Everywhere' }).click();
    const confirm = here.page
      .getByRole('dialog', { name: 'Sign Out Everywhere' })
      .getByRole('button', { name: 'Sign Out Everywhere' });

    const toProvider = there.page.waitForURL(/\/api\/login$/);
    // The page leaves a second after it reports the end, so its clock is stopped until that was seen.
    await here.page.clock.pauseAt(Date.now() + 1000);
    await confirm.click();
    await ticking(here.page, () => toast(here.page, 'Signed Out').isVisible());
    await here.page.clock.resume();
    await here.page.getByRole('link', { name: 'Get Started' }).first().waitFor();
    // The other page sent nothing: the server's event made it leave.
    await toProvider;
    const sessions = await scene.backend.db.selectFrom('sessions').select('userId').execute();
    expect(sessions.map((session) => session.userId)).toEqual([stranger.id]);
  });
});

describe('ended session', () => {
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
   * Presses a button after the session ended, and waits for toasts. A pending request may be the first to
   * fail. The page leaves half a second after it reports that, so its clock is stopped until the toasts were
   * seen.
   */
  async function pressSignedOut(visit: Visit, button: string, ...toasts: string[]): Promise<void> {
    const { page } = visit;
    const signedIn = page.waitForEvent('load');
    await page.clock.pauseAt(Date.now() + 1000);
    await signOut(visit);
    await page.getByRole('button', { name: button }).click();
    for (const text of toasts) await ticking(page, () => toast(page, text).isVisible());
    await page.clock.resume();
    await signedIn;
  }

  // product 8.21
  itInFullTier('returns to the settings, or to the editor with its language, after the sign-in', async () => {
    const user = await createUser(scene.backend);
    const { projectId } = await createProject(scene.backend, user.id);
    const visit = await scene.visit(user);
    const { page } = visit;
    await page.clock.install();
    await page.goto('/settings');
    await heading(page, 'Settings').waitFor();
    await pressSignedOut(
      visit,
      'Export My Data',
      'Authentication Failed',
      'Please refresh the page or log in again.',
    );
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

    // A signed-out visitor sees the landing page at a project's URL too.
    await signOut(visit);
    await page.reload();
    await page.getByRole('link', { name: 'Sign In', exact: true }).click();
    await page.waitForURL(editor);
    await heading(page, 'A project').waitFor();
  });

  // product 6.1, 6.3, 6.4, 9.20
  it('opens the sign-in after 0.5 s, and after 1 s from the settings', async () => {
    const { page } = await scene.visit();
    await page.route('**/api/login', (route) => route.fulfill({ contentType: 'text/html', body: 'Sign in' }));
    await page.addInitScript(() => {
      window.addEventListener('beforeunload', () => sessionStorage.setItem('leftAt', String(Date.now())));
    });
    await stopClock(page);
    const leavesAfter = async (path: string, title: string, ms: number) => {
      await page.goto(path);
      await ticking(page, () => toast(page, title).isVisible());
      await toast(page, 'You are logged out. Logging in again...').waitFor();
      const shownAt = await page.evaluate(() => Date.now());
      const redirected = page.waitForURL('**/api/login');
      await page.clock.runFor(ms + 100);
      await redirected;
      const waited = Number(await page.evaluate(() => sessionStorage.getItem('leftAt'))) - shownAt;
      expect(waited).toBeGreaterThan(ms - 30);
      expect(waited).toBeLessThanOrEqual(ms);
    };
    await leavesAfter('/profile', 'Unauthorized', 500);
    await leavesAfter('/billing', 'Unauthorized', 500);
    await leavesAfter('/settings', 'Authentication Required', 1000);
  });
});
