import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { createArtifactStore } from '#core/storage/artifact-store.ts';
import { openLocalStorage } from '#core/storage/local-storage.ts';
import { openBrowser, openPage } from '../../helpers/browser/browser.ts';
import { addFilm } from '../../helpers/data/film.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createProject } from '../../helpers/data/project.ts';
import { makeSpokenVideo } from '../../helpers/media/spoken-video.ts';
import { startStack } from '../../helpers/processes/stack.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const SECONDS = 8;

const dir = await mkdtemp(join(tmpdir(), 'cutroom-share-'));
afterAll(() => rm(dir, { recursive: true, force: true }));
const [film, stack] = await Promise.all([
  makeSpokenVideo(dir, { name: 'film', seconds: SECONDS }).then((path) => readFile(path)),
  startStack(),
]);
const { db } = stack;
const artifacts = createArtifactStore(db, openLocalStorage(join(stack.dataDir, 'objects')), dir, {
  storedBytes: Infinity,
});

/** Creates a user with projects of these titles, the first one made last, and opens their My Videos. */
async function openLibrary(
  titles: string[],
  { prepare }: { prepare?: (page: Page) => Promise<unknown> } = {},
) {
  const user = await createUser({ db });
  const projects: string[] = [];
  for (const [index, title] of titles.entries()) {
    const { projectId } = await createProject({ db }, user.id);
    const createdAt = new Date(Date.now() - index * 60_000);
    await db.updateTable('projects').set({ title, createdAt }).where('id', '=', projectId).execute();
    projects.push(projectId);
  }
  const browser = await openBrowser();
  const { page, context, complaints } = await openPage(browser, stack.url);
  const [name, value] = user.cookie.split('=') as [string, string];
  await context.addCookies([{ name, value, url: stack.url }]);
  await prepare?.(page);
  await page.goto('/?stage=videolist');
  await page.getByRole('article').first().waitFor();
  return { userId: user.id, projects, browser, page, context, complaints };
}

const card = (page: Page, title: string) => page.getByRole('article', { name: title, exact: true });

async function choose(page: Page, title: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `More actions for ${title}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

/** Opens a link as a first-time visitor. */
async function openAsStranger(context: BrowserContext, link: string) {
  const page = await context.newPage();
  const response = await page.goto(link);
  return { page, status: response!.status() };
}

// product 1.9, 2.124
it('shares a film that anyone can watch and save, until its link is revoked', async () => {
  const title = 'Ünï বাংলা "film"';
  const { userId, projects, browser, page, context, complaints } = await openLibrary([title]);
  await addFilm(
    { db, artifacts },
    { userId, projectId: projects[0]!, bytes: film, durationMs: SECONDS * 1000 },
  );
  await page.reload();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await card(page, title)
    .getByRole('button', { name: `Share ${title}` })
    .click();
  await page.getByRole('button', { name: 'Create link' }).click();
  await page.getByText('Link Copied', { exact: true }).waitFor();
  await card(page, title).getByText('Shared', { exact: true }).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link.startsWith(`${stack.url}/media/share/`)).toBe(true);

  // Without a clipboard the same link is shown for copying by hand.
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
  });
  await card(page, title)
    .getByRole('button', { name: `Share ${title}` })
    .click();
  await page.getByRole('alertdialog', { name: 'Copy this link' }).getByText(link, { exact: true }).waitFor();
  await page.keyboard.press('Escape');

  // Signed out, in another browser profile.
  const stranger = await browser.newContext({ acceptDownloads: true });
  const watching = await openAsStranger(stranger, link);
  expect(watching.status).toBe(200);
  await watching.page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 1);
  const played = await watching.page.evaluate(async () => {
    const video = document.querySelector('video')!;
    video.muted = true;
    await video.play();
    await new Promise<void>((resolve) => {
      video.addEventListener('timeupdate', () => video.currentTime > 0.5 && resolve());
    });
    return { duration: video.duration, width: video.videoWidth };
  });
  expect(played.duration).toBeCloseTo(SECONDS, 0);
  expect(played.width).toBe(640);

  // Saved under its title, without characters that file systems refuse.
  const [download] = await Promise.all([
    watching.page.waitForEvent('download'),
    watching.page.getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^Ünï বাংলা .film.\.mp4$/);
  expect((await readFile(await download.path())).equals(film)).toBe(true);

  // Revoked: it is gone immediately, also for viewers who have it open.
  await choose(page, title, 'Stop sharing');
  await page.getByText('Sharing Stopped', { exact: true }).waitFor();
  await card(page, title).getByText('Shared', { exact: true }).waitFor({ state: 'detached' });
  const late = await openAsStranger(stranger, link);
  expect(late.status).toBe(404);
  await late.page.getByRole('heading', { name: 'Video not available' }).waitFor();
  expect((await watching.page.reload())!.status()).toBe(404);
  await stranger.close();
  expect(complaints).toEqual([]);
});

itInFullTier(
  'offers the share sheet if there is one, and disables sharing, download and playback without a film',
  async () => {
    const { userId, projects, page } = await openLibrary(['With film', 'Making', 'Without'], {
      // Chromium on Linux has no share sheet.
      prepare: (page) =>
        page.addInitScript(() => {
          const share = (data: ShareData) => {
            document.documentElement.dataset['shared'] = JSON.stringify(data);
            return Promise.resolve();
          };
          Object.defineProperty(navigator, 'share', { value: share });
        }),
    });
    await addFilm({ db, artifacts }, { userId, projectId: projects[0]!, bytes: film });
    const run = { kind: 'generation', projectId: projects[1]!, userId, language: 'hi' };
    await db
      .insertInto('runs')
      .values({ ...run, status: 'running' })
      .execute();
    await page.goto(`/?stage=complete&project=${projects[0]}`);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('button', { name: 'Create link' }).click();
    await page.getByText('Anyone who has the link can watch').waitFor();
    const shared = JSON.parse(
      await page.evaluate(() => document.documentElement.dataset['shared']!),
    ) as ShareData;
    expect(shared).toEqual({ title: 'With film', url: expect.stringContaining(`${stack.url}/media/share/`) });
    await page.getByRole('button', { name: 'Stop sharing' }).click();
    await page.getByText('Anyone who has the link can watch').waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'View All My Videos' }).click();
    // Neither project has a film yet.
    for (const title of ['Making', 'Without'])
      for (const action of ['Share', 'Download', 'Play'])
        expect(
          await card(page, title)
            .getByRole('button', { name: `${action} ${title}` })
            .getAttribute('aria-disabled'),
        ).toBe('true');
    await card(page, 'With film').getByRole('button', { name: 'Play With film' }).click();
    await page.getByRole('heading', { name: 'Video Generated Successfully!' }).waitFor();
  },
);

// product 1.17
itInFullTier('renames, duplicates, deletes and restores projects', async () => {
  const { page, complaints } = await openLibrary(['Alpha', 'Beta']);
  const titles = () => page.getByRole('article').evaluateAll((all) => all.map((one) => one.ariaLabel));
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');

  await choose(page, 'Alpha', 'Rename');
  const dialog = page.getByRole('dialog', { name: 'Rename' });
  // The focus is on the title, whose text is selected.
  await page.keyboard.type('   ');
  await dialog.getByText('Please enter a title.').waitFor();
  await dialog.getByLabel('Title').fill('Gamma');
  await dialog.getByLabel('Description').fill('About rivers');
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await card(page, 'Gamma').getByText('About rivers').waitFor();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(focused).toBe('More actions for Gamma');

  await choose(page, 'Gamma', 'Duplicate');
  await card(page, 'Gamma (copy)').getByRole('button', { name: 'View Clips (3)' }).waitFor();
  expect(await titles()).toEqual(['Gamma (copy)', 'Gamma', 'Beta']);

  await choose(page, 'Gamma', 'Delete');
  await card(page, 'Gamma').waitFor({ state: 'detached' });
  await expect.poll(focused).toBe('More actions for Beta');
  await page.getByRole('button', { name: 'Undo' }).click();
  await card(page, 'Gamma').waitFor();
  await page.getByText('Project Restored', { exact: true }).waitFor();

  // Later, from the list of deleted projects.
  await choose(page, 'Beta', 'Delete');
  await card(page, 'Beta').waitFor({ state: 'detached' });
  await page.reload();
  expect(await page.getByRole('article').first().ariaSnapshot()).toContain('Gamma (copy)');
  await page.getByRole('button', { name: 'Recently deleted' }).click();
  const deleted = page.getByRole('dialog', { name: 'Recently deleted' });
  await deleted.getByRole('button', { name: 'Restore Beta' }).click();
  await deleted.getByText('Nothing deleted.').waitFor();
  // The key belongs to the focused dialog, although a toast appeared later.
  await page.getByText('Project Restored', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await deleted.waitFor({ state: 'detached' });
  await card(page, 'Beta').waitFor();
  expect(await titles()).toEqual(['Gamma (copy)', 'Gamma', 'Beta']);

  // The list is searched and sorted, and shows that a search has no results.
  await page.getByLabel('Sort by').selectOption('title');
  await expect.poll(titles).toEqual(['Beta', 'Gamma', 'Gamma (copy)']);
  await page.getByLabel('Search your videos').fill('RIVERS');
  await expect.poll(titles).toEqual(['Gamma', 'Gamma (copy)']);
  await page.getByLabel('Search your videos').fill('nothing like it');
  await page.getByText('Nothing matches this search.').waitFor();
  await page.getByRole('button', { name: 'Create Your First Video' }).waitFor();
  await page.getByRole('button', { name: 'Show All' }).click();
  await expect.poll(titles).toHaveLength(3);
  expect(complaints).toEqual([]);
});
