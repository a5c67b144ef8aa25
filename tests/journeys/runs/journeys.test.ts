import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import type { Project } from '#contract/projects.ts';
import { openBrowser, openPage } from '../../helpers/browser/browser.ts';
import { startStack } from '../../helpers/processes/stack.ts';
import { addTinyVideo } from '../../helpers/processes/tiny-project.ts';
import { createUser } from '../../helpers/data/user.ts';

/** More Tab stops than any screen has before one of its controls. */
const MAX_STOPS = 120;

const library = await mkdtemp(join(tmpdir(), 'cutroom-library-'));
afterAll(() => rm(library, { recursive: true, force: true }));
await addTinyVideo(library, 'river of the north');
await addTinyVideo(library, 'river of the south');
const stack = await startStack({ LIBRARY_DIR: library });
await stack.startWorker();

/** Opens the page of a new user, before any interaction. */
async function open(device: BrowserContextOptions = {}): Promise<{ page: Page; complaints: string[] }> {
  const user = await createUser(stack);
  const { page, context, complaints } = await openPage(await openBrowser(), stack.url, device);
  const [name, value] = user.cookie.split('=') as [string, string];
  await context.addCookies([{ name, value, url: stack.url }]);
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stack.url });
  await page.goto('/');
  await page.getByRole('heading', { name: 'Find Videos to Include' }).waitFor();
  return { page, complaints };
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).first();
const titlesOf = (page: Page) =>
  page.locator('[data-select]').evaluateAll((rows) => rows.map((row) => row.textContent!.trim()));

async function readProject(page: Page): Promise<Project> {
  const id = new URL(page.url()).searchParams.get('project')!;
  return (await (await page.request.get(`/api/projects/${id}`)).json()) as Project;
}

/** After a drag, the library ignores clicks for a moment that no person is fast enough to notice. */
const takesClicks = (page: Page) =>
  page.waitForFunction(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    let arrived = false;
    probe.addEventListener('click', () => (arrived = true));
    probe.click();
    probe.remove();
    return arrived;
  });

/** Checks that anyone can watch the film by the copied link. */
async function seesCopied(page: Page): Promise<void> {
  await page.getByText('Link Copied', { exact: true }).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const [shared] = (await readProject(page)).films;
  expect(new URL(link).pathname).toBe(new URL(shared!.watchUrl!, stack.url).pathname);
  const film = await fetch(link);
  expect([film.status, film.headers.get('content-type')?.split(';')[0]]).toEqual([200, 'text/html']);
  await film.body?.cancel();
}

/** Returns the fault of the visible focus, or '' if there is no fault. */
const focusFault = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return 'nothing has the focus';
    const name = `${element.tagName} “${(element.ariaLabel || element.textContent || '').slice(0, 40)}”`;
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
    const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
    if (right <= 0 || left >= innerWidth || bottom <= 0 || top >= innerHeight)
      return `${name} is out of sight`;
    const hit = document.elementFromPoint(x, y);
    if (!hit || !(element.contains(hit) || hit.contains(element))) return `${name} is covered`;
    // A card shows the focus of its checkbox.
    const hasFocusRing = [element, element.closest('label')].some((target) => {
      if (!target) return false;
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(target);
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && !outlineColor.endsWith(', 0)');
    });
    return hasFocusRing ? '' : `${name} does not show that it has the focus`;
  });

/** Presses a key, and checks that the focus is visible afterwards. */
async function press(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key);
  await expect.poll(() => focusFault(page), { message: `after ${key}` }).toBe('');
}

async function type(page: Page, text: string): Promise<void> {
  for (const letter of text) await press(page, letter === ' ' ? 'Space' : letter);
}

/** Reaches a control by Tab alone, forwards or backwards. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let stops = 0; stops < MAX_STOPS; stops++) {
    const way = await target.evaluate((element) => {
      const { activeElement } = document;
      if (element === activeElement) return null;
      const earlier = element.compareDocumentPosition(activeElement!) & Node.DOCUMENT_POSITION_FOLLOWING;
      return earlier && activeElement !== document.body ? 'Shift+Tab' : 'Tab';
    });
    if (way === null) return;
    await press(page, way);
  }
  throw new Error(`${MAX_STOPS} times Tab do not lead to ${String(target)}.`);
}

it('goes from the search to a shared film by keyboard only, and always shows the focus', async () => {
  const { page, complaints } = await open();
  await tabTo(page, page.getByRole('searchbox', { name: 'Search for Videos' }));
  await type(page, 'river');
  await press(page, 'Enter');
  for (const name of ['River of the north', 'River of the south']) {
    await tabTo(page, page.getByRole('checkbox', { name }));
    await press(page, 'Space');
  }
  await tabTo(page, button(page, 'Process 2 Videos'));
  await press(page, 'Enter');

  await page.locator('[data-select]').nth(1).waitFor();
  const [first, second] = await titlesOf(page);
  await tabTo(page, button(page, `Move ${first} down`));
  await press(page, 'Enter');
  await expect.poll(() => titlesOf(page)).toEqual(expect.arrayContaining([second, first]));
  expect((await titlesOf(page)).slice(0, 2)).toEqual([second, first]);
  // A dialog takes the focus and returns it.
  await tabTo(page, button(page, `Move ${first} to…`));
  await press(page, 'Enter');
  await page.getByRole('dialog', { name: 'Move to…' }).waitFor();
  await press(page, 'Escape');
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe(`Move ${first} to…`);
  // A deleted row passes the focus to the next one.
  await tabTo(page, button(page, `Delete ${first}`));
  await press(page, 'Enter');
  await expect.poll(() => titlesOf(page)).not.toContain(first);
  await press(page, 'Control+z');
  await expect.poll(() => titlesOf(page)).toContain(first);

  await tabTo(page, button(page, 'Generate Video'));
  await press(page, 'Enter');
  await page.getByRole('heading', { name: 'Video Generated Successfully!' }).waitFor();
  await tabTo(page, button(page, 'Share'));
  await press(page, 'Enter');
  // "Create link" has the focus of the dialog.
  await button(page, 'Create link').waitFor();
  await press(page, 'Enter');
  await seesCopied(page);
  expect(complaints).toEqual([]);
});

it('goes from the search to a shared film with the mouse only', async () => {
  const { page, complaints } = await open();
  const click = (name: string | RegExp) => button(page, name).click();
  // The only typed text of the journey.
  await page.getByRole('searchbox', { name: 'Search for Videos' }).fill('river');
  await click('Search');
  for (const name of ['River of the north', 'River of the south'])
    await page.getByRole('checkbox', { name }).click();
  await click('Process 2 Videos');

  await page.locator('[data-select]').nth(1).waitFor();
  const [first, second] = await titlesOf(page);
  await click(`Move ${first} down`);
  await expect.poll(async () => (await titlesOf(page)).slice(0, 2)).toEqual([second, first]);
  await click(`Move ${first} to…`);
  await page
    .getByRole('dialog', { name: 'Move to…' })
    .getByLabel('Position')
    .selectOption({ label: 'At the beginning' });
  await click('Move');
  await expect.poll(async () => (await titlesOf(page)).slice(0, 2)).toEqual([first, second]);
  await click(`Actions for ${second}`);
  await page.getByRole('menuitem', { name: `Delete ${second}` }).click();
  await expect.poll(() => titlesOf(page)).not.toContain(second);
  await click('Undo');
  await expect.poll(() => titlesOf(page)).toContain(second);

  await click('Generate Video');
  await page.getByRole('heading', { name: 'Video Generated Successfully!' }).waitFor();
  await click('Play');
  await page.waitForFunction(() => document.querySelector('video')!.currentTime > 0.2);
  await click('Share');
  await click('Create link');
  await seesCopied(page);
  await click('Stop sharing');
  await expect.poll(async () => (await readProject(page)).films[0]!.shareUrl).toBeNull();
  expect(complaints).toEqual([]);
});

it('goes from the search to a shared film on a phone by touch only', async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const { page, complaints } = await open(phone);
  const tap = (name: string | RegExp) => button(page, name).tap();
  const row = (title: string) => page.locator('[data-select]').filter({ hasText: title });
  // The only typed text of the journey.
  await page.getByRole('searchbox', { name: 'Search for Videos' }).fill('river');
  await tap('Search');
  for (const name of ['River of the north', 'River of the south'])
    await page.getByRole('checkbox', { name }).tap();
  await tap('Process 2 Videos');

  await page.locator('[data-select]').nth(1).waitFor();
  const [first, second] = await titlesOf(page);
  await tap(`Actions for ${second}`);
  await page.getByRole('menuitem', { name: `Move ${second} up` }).tap();
  await expect.poll(async () => (await titlesOf(page)).slice(0, 2)).toEqual([second, first]);
  // A finger drags a row by its handle.
  const handle = button(page, `Drag ${second}`);
  await handle.scrollIntoViewIfNeeded();
  const from = (await handle.boundingBox())!;
  const to = (await row(first!).locator('xpath=ancestor::li').boundingBox())!;
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', down?: number) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: down === undefined ? [] : [{ x: from.x + from.width / 2, y: from.y + 12 + down }],
    });
  await touch('touchStart', 0);
  // The finger rests before it is lifted: the browser recognises no tap right after a moving finger.
  for (const part of [0.1, 0.4, 0.8, 1, 1, 1, 1, 1, 1]) {
    await touch('touchMove', part * (to.y + to.height * 0.75 - from.y - 12));
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
  }
  await touch('touchEnd');
  await takesClicks(page);
  await expect.poll(async () => (await titlesOf(page)).slice(0, 2)).toEqual([first, second]);

  // A row opens its details, where two words are pressed and the words between them are cut.
  await row(first!).tap();
  const words = page.locator('[data-word]');
  await tap('Select words');
  await words.nth(1).tap();
  await words.nth(3).tap();
  await tap('Cut');
  await expect.poll(() => page.getByRole('button', { name: /, cut out: restore$/ }).count()).toBe(3);
  await tap('Menu');
  await tap(/^Undo: Change the cuts of/);
  await expect.poll(() => page.getByRole('button', { name: /, cut out: restore$/ }).count()).toBe(0);
  await page.getByRole('tab', { name: /^Sections/ }).tap();

  await tap('Generate Video');
  await page.getByRole('heading', { name: 'Video Generated Successfully!' }).waitFor();
  await tap('Play');
  await page.waitForFunction(() => document.querySelector('video')!.currentTime > 0.2);
  await tap('Share');
  await tap('Create link');
  await seesCopied(page);
  expect(complaints).toEqual([]);
});
