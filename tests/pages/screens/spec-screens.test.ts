import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Credits } from '#contract/credits.ts';
import type { User } from '#contract/users.ts';
import {
  changeAnswer,
  openScene,
  refuse,
  stopClock,
  ticking,
  toast,
} from '../../helpers/browser/page-scene.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createProject } from '../../helpers/data/project.ts';

const scene = await openScene();
const newUser = (packs?: number[]) => createUser(scene.backend, packs ? { packs } : {});
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const workflow = (page: Page) => heading(page, 'Find Videos to Include');
const hrefs = (page: Page, name: string) =>
  page
    .getByRole('link', { name, exact: true })
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));

describe('routes', () => {
  it('shows the landing page signed out and while nobody knows, and the workflow signed in', async () => {
    const out = await scene.visit();
    await out.page.goto('/');
    await out.page.getByRole('link', { name: 'Get Started' }).waitFor();

    const { page } = await scene.visit(await newUser());
    let answer = () => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/auth/user', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/');
    await page.getByRole('link', { name: 'Get Started' }).waitFor();
    answer();
    await workflow(page).waitFor();
    expect(await page.getByRole('link', { name: 'Get Started' }).count()).toBe(0);

    // Anything but a user counts as signed out.
    await page.unrouteAll();
    await refuse(page, /\/api\/auth\/user/, 503);
    await page.reload();
    await page.getByRole('link', { name: 'Get Started' }).waitFor();
  });

  it('leaves the addresses of the sign-in to the server', async () => {
    const { page } = await scene.visit();
    for (const path of ['/auth/google', '/api/login', '/api/logout']) {
      const answer = await page.request.get(path, { maxRedirects: 0 });
      expect([path, answer.status()]).toEqual([path, 302]);
    }
  });

  it('says of any other path that there is no such page', async () => {
    const { page } = await scene.visit();
    for (const path of ['/nowhere', '/profile/me', '/search']) {
      await page.goto(path);
      await heading(page, '404 Page Not Found').waitFor();
      await page.getByText('Did you forget to add the page to the router?', { exact: true }).waitFor();
      expect(new URL(page.url()).pathname).toBe(path);
    }
  });

  it('says that the sign-in failed, and leads on', async () => {
    const { page } = await scene.visit();
    await page.goto('/login-error');
    await heading(page, 'Login Failed').waitFor();
    const said = await page.getByRole('main').innerText();
    expect(said).toContain("We couldn't log you in with Google. This might be a temporary issue.");
    expect(said).toContain('Please try again or contact support if the problem continues.');
    expect(await hrefs(page, 'Try Again')).toEqual(['/auth/google']);
    await page.getByRole('link', { name: 'Back to Home', exact: true }).click();
    await page.getByRole('link', { name: 'Get Started' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  });

  it('sends who is signed out to sign in after 0.5 s, from the settings after 1 s', async () => {
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
      const left = page.waitForURL('**/api/login');
      await page.clock.runFor(ms + 100);
      await left;
      const waited = Number(await page.evaluate(() => sessionStorage.getItem('leftAt'))) - shownAt;
      expect(waited).toBeGreaterThan(ms - 30);
      expect(waited).toBeLessThanOrEqual(ms);
    };
    await leavesAfter('/profile', 'Unauthorized', 500);
    await leavesAfter('/billing', 'Unauthorized', 500);
    await leavesAfter('/settings', 'Authentication Required', 1000);
  });
});

describe('what is on every screen', () => {
  it('says what the product is for in four steps, and leads to the sign-in', async () => {
    const { page } = await scene.visit();
    await page.goto('/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const steps = page.getByRole('region', { name: 'Four steps to a finished film' });
    expect(await steps.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual([
      'Search & Select',
      'AI Processing',
      'Edit & Arrange',
      'Export & Share',
    ]);
    const cards = page.getByRole('region', { name: 'An editor that stays out of the way' });
    expect(await cards.getByRole('listitem').count()).toBe(6);
    expect(await hrefs(page, 'Get Started')).toEqual(['/auth/google']);
    expect(await hrefs(page, 'Sign In to Continue')).toEqual(['/auth/google']);
    expect(await hrefs(page, 'Sign In')).toEqual(['/api/login']);
  });

  it('tells in the menu who is signed in, and leads to profile, settings and the way out', async () => {
    const user = await newUser();
    const { page } = await scene.visit(user);
    await page.goto('/');
    const avatar = page.getByRole('button', { name: 'Account: Test User' });
    expect(await avatar.innerText()).toContain('TU');
    await avatar.click();
    const menu = page.getByRole('menu');
    await menu.getByText('Test User', { exact: true }).waitFor();
    await menu.getByText(user.email, { exact: true }).waitFor();
    const entries = menu.getByRole('menuitem');
    expect(
      await entries.evaluateAll((all) =>
        all.map((one) => [one.textContent!.trim(), one.getAttribute('href')]),
      ),
    ).toEqual([
      ['Profile', '/profile'],
      ['Settings', '/settings'],
      ['Log out', '/api/logout'],
    ]);
  });

  it('calls somebody by full name, else first name, else e-mail, else User', async () => {
    const { page } = await scene.visit(await newUser());
    let person: Partial<User> = {};
    await changeAnswer<User>(page, /\/api\/auth\/user/, (user) => ({ ...user, ...person }));
    const cases: [Partial<User>, string, string][] = [
      [{ firstName: 'Ada', lastName: 'Lovelace' }, 'Ada Lovelace', 'AL'],
      [{ firstName: 'Ada', lastName: null }, 'Ada', 'A'],
      [{ firstName: null, lastName: null, email: 'ada@example.com' }, 'ada@example.com', 'A'],
      [{ firstName: null, lastName: null, email: null }, 'User', 'U'],
    ];
    for (const [fields, name, initials] of cases) {
      person = fields;
      await page.goto('/profile');
      const avatar = page.getByRole('button', { name: `${initials} Account: ${name}`, exact: true });
      await avatar.waitFor();
      await page.getByRole('region', { name: 'You' }).getByRole('heading', { name, exact: true }).waitFor();
    }
    expect(await page.getByText('No email provided').count()).toBe(2);
  });

  it('shows none in red with Buy Credits, fewer than five with Buy More, more alone', async () => {
    const { page } = await scene.visit(await newUser());
    let totalCredits = 0;
    await changeAnswer<Credits>(page, /\/api\/user\/credits$/, (credits) => ({ ...credits, totalCredits }));
    // An event would bring the true balance.
    await page.routeWebSocket(/socket\.io/, () => {});
    const banner = page.getByRole('banner');
    const shows = async (credits: number, link: string | null) => {
      totalCredits = credits;
      await page.goto('/profile');
      const badge = banner.getByRole('link', { name: `${credits} Credits`, exact: true });
      await badge.waitFor();
      expect(await badge.getAttribute('href')).toBe('/billing');
      const links = banner.getByRole('link', { name: /^Buy/ });
      const buys = await links.evaluateAll((all) =>
        all.map((one) => [one.textContent, one.getAttribute('href')]),
      );
      expect(buys).toEqual(link === null ? [] : [[link, '/billing']]);
      return badge.locator('span').evaluate((span) => getComputedStyle(span).backgroundColor);
    };
    const red = await shows(0, 'Buy Credits');
    const plain = await shows(1, 'Buy More');
    expect(red).not.toBe(plain);
    expect(await shows(4, 'Buy More')).toBe(plain);
    expect(await shows(5, null)).toBe(plain);
    expect(await shows(12, null)).toBe(plain);
  });

  it('names four steps and marks the one of each stage', async () => {
    const user = await newUser();
    const { projectId } = await createProject(scene.backend, user.id);
    const { page } = await scene.visit(user);
    const current = page.getByRole('navigation', { name: 'Steps' }).locator('[aria-current="step"]');
    const cases = [
      ['/', 'Search & Select'],
      [`/?project=${projectId}&stage=edit`, 'Edit Sections'],
      [`/?project=${projectId}&stage=complete`, 'Generate Video (done)'],
    ] as const;
    for (const [path, step] of cases) {
      await page.goto(path);
      await current.waitFor();
      expect((await current.innerText()).replaceAll(/\s+/g, ' ')).toContain(step);
    }
    const steps = page.getByRole('navigation', { name: 'Steps' }).getByRole('listitem');
    expect((await steps.allTextContents()).map((text) => text.replace(' (done)', ''))).toEqual([
      'Search & Select',
      'AI Processing',
      'Edit Sections',
      'Generate Video',
    ]);
    await page.getByRole('banner').getByRole('link', { name: 'Cutroom, home' }).waitFor();
    await page.getByRole('banner').getByRole('button', { name: 'My Videos', exact: true }).click();
    await heading(page, 'My Video Compilations').waitFor();
    expect(new URL(page.url()).search).toBe('?stage=videolist');
  });
});

describe('toasts and tips', () => {
  it('shows one toast for 5 s, swiped away from 50 px on and reached by F8', async () => {
    const { page } = await scene.visit(await newUser());
    await page.goto('/');
    await workflow(page).waitFor();
    const empty = page.getByRole('button', { name: 'Search', exact: true });
    const shown = toast(page, 'Search Required');
    // The first one loads the toasts' code.
    await empty.click();
    await shown.waitFor();
    await stopClock(page);
    await empty.click();
    await empty.click();
    await page.clock.runFor(4900);
    expect(await page.getByRole('listitem').filter({ hasText: 'Search Required' }).count()).toBe(1);
    await page.clock.runFor(200);
    await shown.waitFor({ state: 'detached' });

    // The key focuses it; its name comes from 'Notification'.
    await empty.click();
    await shown.waitFor();
    await page.keyboard.press('F8');
    expect(await page.evaluate(() => document.activeElement?.closest('[role="region"]')?.ariaLabel)).toBe(
      'Notifications (F8)',
    );
    await page.clock.runFor(100);
    expect(await page.getByText('Notification Search Required').count()).toBe(1);

    // To the right, and far enough.
    const swipe = async (by: number) => {
      const box = (await shown.boundingBox())!;
      await page.mouse.move(box.x + 5, box.y + 5);
      await page.mouse.down();
      await page.mouse.move(box.x + 5 + by, box.y + 5, { steps: 5 });
      await page.mouse.up();
    };
    await swipe(-80);
    await swipe(45);
    expect(await shown.count()).toBe(1);
    await swipe(55);
    await shown.waitFor({ state: 'detached' });
  });

  it('opens a tip after 700 ms, and the next at once within 300 ms', async () => {
    const user = await newUser();
    const { projectId } = await createProject(scene.backend, user.id);
    const { page } = await scene.visit(user);
    await page.goto(`/?project=${projectId}&stage=videolist`);
    const play = page.getByRole('button', { name: /^Play / });
    const download = page.getByRole('button', { name: /^Download / });
    const tip = page.getByRole('tooltip');
    await play.waitFor();
    await stopClock(page);
    await play.hover();
    await page.clock.runFor(690);
    expect(await tip.count()).toBe(0);
    await page.clock.runFor(20);
    await tip.filter({ hasText: 'Play' }).waitFor();

    const away = () => page.mouse.move(5, 300, { steps: 4 });
    await away();
    await tip.waitFor({ state: 'detached' });
    await page.clock.runFor(290);
    await download.hover();
    await tip.filter({ hasText: 'Download' }).waitFor();
    await away();
    await tip.waitFor({ state: 'detached' });
    await page.clock.runFor(310);
    await play.hover();
    await page.clock.runFor(690);
    expect(await tip.count()).toBe(0);
  });
});
