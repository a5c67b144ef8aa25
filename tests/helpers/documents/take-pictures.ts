/**
 * `npm run docs:pictures`: makes the pictures of the guides, of an installation of its own with the sample library. It
 * takes minutes. `-- FOLDER` names a folder with the sample videos, which is completed if it lacks some.
 */
import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from '../browser/launch.ts';
import { createUser } from '../data/user.ts';
import { removeFolder } from '../services/private-services.ts';
import { openPrivateInstallation } from '../installations/private-installation.ts';

const FOLDER = 'docs/pictures';
/** Long enough for a film on a busy machine, in ms. */
const PATIENCE_MS = 1_200_000;
const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
/** WebP quality: text stays readable, and no picture has more than about 100 kB. */
const QUALITY = 60;
const QUERY = 'night train';
const SELECTED = 3;

const samples = process.argv[2];
const { home, postgres, redis, installation } = await openPrivateInstallation({
  SEARCH_STANDINS: 'on',
  ...(samples && { SAMPLE_LIBRARY_DIR: samples }),
});
const folder = samples ?? join(home, 'samples');

/** Waits until everything in the window is loaded: images, at least this many, and the player. */
async function settle(page: Page, images: number): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.waitForFunction((least) => {
    const visible = [...document.images].filter((image) => {
      const { top, bottom } = image.getBoundingClientRect();
      return bottom > 0 && top < window.innerHeight;
    });
    const players = [...document.querySelectorAll('video')];
    return (
      visible.length >= least &&
      visible.every((image) => image.complete) &&
      players.every((player) => player.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) &&
      document.querySelector('[class*=animate-pulse]') === null
    );
  }, images);
}

async function save(page: Page, name: string): Promise<void> {
  // Toasts would cover the page, and none of them belongs to a guide.
  await page.addStyleTag({ content: '[aria-label^="Notification"] { visibility: hidden }' });
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  await session.detach();
  await writeFile(join(FOLDER, `${name}.webp`), Buffer.from(data, 'base64'));
  console.log(`${FOLDER}/${name}.webp`);
}

try {
  execFileSync(process.execPath, ['--import', 'tsx', 'sample-library/make.ts', folder], { stdio: 'inherit' });
  await mkdir(FOLDER, { recursive: true });
  await installation.startStandins({ SAMPLE_LIBRARY_DIR: folder });
  await installation.startServer({ SAMPLE_LIBRARY_DIR: folder });
  await installation.startWorker({ SAMPLE_LIBRARY_DIR: folder });
  const user = await createUser(installation, { packs: [10] });
  const browser = await launchChromium(PATIENCE_MS);
  const [cookie, value] = user.cookie.split('=') as [string, string];

  async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({
      baseURL: installation.url,
      viewport: WIDE,
      reducedMotion: 'reduce',
      ...options,
    });
    await context.addCookies([{ name: cookie, value, url: installation.url }]);
    const page = await context.newPage();
    await page.goto(path);
    return page;
  }

  const page = await open(`/?${new URLSearchParams({ q: QUERY })}`);
  await page.getByRole('heading', { name: /^All Videos/ }).waitFor();
  for (const box of (await page.getByRole('checkbox').all()).slice(0, SELECTED)) await box.click();
  await settle(page, SELECTED);
  await save(page, 'search');

  await page.getByRole('button', { name: 'Advanced Settings' }).click();
  await page.getByLabel('Licence').selectOption('Reusable');
  await page.getByRole('button', { name: 'Remove filter Reusable' }).waitFor();
  await page.getByRole('heading', { name: /^All Videos/ }).waitFor();
  await settle(page, SELECTED);
  await save(page, 'licence');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove filter Reusable' }).click();

  await page.getByRole('button', { name: /^Process \d/ }).click();
  await page.getByRole('button', { name: 'Add New Section' }).waitFor();
  await settle(page, SELECTED);
  await save(page, 'editor');
  const editor = new URL(page.url());

  const phone = await open(`${editor.pathname}${editor.search}`, { viewport: PHONE, hasTouch: true });
  await phone.getByRole('button', { name: 'Generate Video' }).first().waitFor();
  await settle(phone, 1);
  await save(phone, 'phone');

  await page.getByRole('button', { name: 'Generate Video' }).first().click();
  await page.getByRole('heading', { name: 'Video Generated Successfully!' }).waitFor();
  await settle(page, 0);
  await save(page, 'complete');

  const settings = await open('/settings');
  const models = settings.getByRole('heading', { name: 'Languages on this machine' });
  await models.evaluate((heading) => heading.scrollIntoView({ block: 'center' }));
  await settle(settings, 0);
  await save(settings, 'models');
  await browser.close();
} finally {
  await installation.stop();
  await Promise.all([postgres.stop({ signal: 'SIGINT' }), redis.stop()]);
  removeFolder(home);
}
