import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import {
  arrive,
  button,
  openJourney,
  readProject,
  seesCopied,
  start,
  titlesOf,
} from '../../helpers/journeys/journey.ts';
import { startStack } from '../../helpers/processes/stack.ts';
import { addTinyVideo } from '../../helpers/processes/tiny-project.ts';

const library = await mkdtemp(join(tmpdir(), 'cutroom-library-'));
afterAll(() => rm(library, { recursive: true, force: true }));
await addTinyVideo(library, 'river of the north');
await addTinyVideo(library, 'river of the south');
const stack = await startStack({ LIBRARY_DIR: library });
await Promise.all([stack.startStandins(), stack.startWorker()]);

/** Signs in a new person by mouse or touch only. */
async function open(press: 'click' | 'tap', device: BrowserContextOptions = {}) {
  const { page, complaints } = await openJourney(stack, device);
  await start(page)[press]();
  await page.getByLabel('Name').fill('Ada Lovelace');
  await page.getByLabel('E-mail').fill(`${press}@example.com`);
  await button(page, 'Sign in')[press]();
  await arrive(page);
  return { page, complaints };
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

it('goes from the sign-in to a shared film by clicks only', async () => {
  const { page, complaints } = await open('click');
  const click = (name: string | RegExp) => button(page, name).click();
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

it('goes from the sign-in to a shared film on a phone by touch only', async () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
  const { page, complaints } = await open('tap', phone);
  const tap = (name: string | RegExp) => button(page, name).tap();
  const row = (title: string) => page.locator('[data-select]').filter({ hasText: title });
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
  // The title, the range from a word on, the join, and captions in the picture.
  const title = page.getByRole('textbox', { name: 'Title', exact: true });
  await title.tap();
  await title.fill('Mouth');
  await words.nth(3).tap();
  await tap('Mark in');
  await page.getByLabel('Transition to the next section').selectOption('crossfade');
  await tap('Menu');
  await tap(/^Film options/);
  await page.getByRole('checkbox', { name: /^Burn in captions/ }).tap();
  await tap('Close film options');
  await tap('Close menu');
  await page.getByRole('tab', { name: /^Sections/ }).tap();

  await tap('Generate Video');
  await page.getByRole('heading', { name: 'Video Generated Successfully!' }).waitFor();
  const { films, sections } = await readProject(page);
  expect(films[0]).toMatchObject({ burnedSubtitles: true });
  const mouth = sections.find((section) => section.title === 'Mouth');
  expect(mouth).toMatchObject({ transition: 'crossfade' });
  expect(mouth!.startTime).toBeGreaterThan(0);
  await tap('Play');
  await page.waitForFunction(() => document.querySelector('video')!.currentTime > 0.2);
  await tap('Share');
  await tap('Create link');
  await seesCopied(page);
  expect(complaints).toEqual([]);
});
