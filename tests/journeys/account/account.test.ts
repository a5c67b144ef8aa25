import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { exportSchema } from '#contract/export.ts';
import { openBrowser, openPage, signIn } from '../../helpers/browser/browser.ts';
import { checkInstallation } from '../../helpers/processes/check-installation.ts';
import { createUser } from '../../helpers/data/user.ts';
import { startSmtpServer } from '../../helpers/outside/smtp-server.ts';
import { makeSpokenVideo } from '../../helpers/media/spoken-video.ts';
import { openEvents, startStack } from '../../helpers/processes/stack.ts';
import { client } from '../../helpers/processes/installation.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const library = await mkdtemp(join(tmpdir(), 'cutroom-library-'));
afterAll(() => rm(library, { recursive: true, force: true }));
await makeSpokenVideo(library, { name: 'garden in spring', seconds: 8, subtitles: true });
const smtp = await startSmtpServer();
const stack = await startStack({
  LIBRARY_DIR: library,
  WELCOME_CREDITS: '2',
  SMTP_URL: smtp.url,
  MAIL_FROM: 'Cutroom <films@cutroom.example>',
});
await stack.startStandins();
await stack.startWorker();

const ADA = { name: 'Ada Lovelace', email: 'ada@example.com' };
const GRACE = { name: 'Grace Hopper', email: 'grace@example.com' };
const idOf = async (email: string) =>
  (await stack.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst())?.id;

async function process(page: Page, title: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Search for Videos' }).fill(title);
  await page.keyboard.press('Enter');
  await page.getByRole('checkbox', { name: title }).check();
  await page.getByRole('button', { name: 'Process 1 Video' }).click();
  await page.locator('[data-select]').first().waitFor();
}

async function openSettings(page: Page): Promise<void> {
  await page.goto('/settings');
  await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
}

async function importFile(page: Page, file: string): Promise<void> {
  await openSettings(page);
  await page.getByLabel('Exported file').setInputFiles(file);
}

// product 2.126, 8.46
it('moves a project from one account to another, and deletes the first account without a trace', async () => {
  const browser = await openBrowser();
  const ada = await openPage(browser, stack.url);
  await signIn(ada.page, ADA);
  await process(ada.page, 'Garden in spring');
  await openSettings(ada.page);
  const [download] = await Promise.all([
    ada.page.waitForEvent('download'),
    ada.page.getByRole('button', { name: 'Export My Data' }).click(),
  ]);
  await ada.page.getByText('Data Exported').first().waitFor();
  expect(download.suggestedFilename()).toMatch(/^cutroom-data-\d{4}-\d\d-\d\d\.json$/);
  const file = join(library, 'export.json');
  await download.saveAs(file);
  const data = exportSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  expect(data.projects).toHaveLength(1);

  const grace = await openPage(browser, stack.url);
  await signIn(grace.page, GRACE);
  await importFile(grace.page, file);
  await grace.page.getByText('1 project added; the media is being prepared.').first().waitFor();
  await importFile(grace.page, file);
  await grace.page
    .getByText('No project was added. 1 project skipped: imported before, or already in your account.')
    .first()
    .waitFor();
  await importFile(grace.page, join(library, 'garden in spring.mp4'));
  await grace.page.getByText('Import Failed').first().waitFor();

  // The project exists, its media were fetched again, and a section plays.
  await grace.page.goto('/?stage=videolist');
  await grace.page.getByRole('button', { name: /View Clips/ }).click();
  await grace.page.locator('[data-select]').first().waitFor();
  expect(await grace.page.locator('[data-select]').count()).toBe(data.projects[0]!.sections.length);
  const playing = async () => {
    const video = grace.page.locator('video').first();
    return (
      (await video.count()) > 0 && video.evaluate((element: HTMLVideoElement) => element.currentTime > 0.2)
    );
  };
  await grace.page.locator('video').first().waitFor();
  await grace.page.getByRole('button', { name: 'Play', exact: true }).first().click();
  await expect.poll(playing).toBe(true);

  // Ada leaves. Her e-mail must be typed, and her unused credit is mentioned.
  const adaId = (await idOf(ADA.email))!;
  await ada.page.getByRole('button', { name: 'Delete Account' }).click();
  const dialog = ada.page.getByRole('dialog', { name: 'Delete Account' });
  await dialog.getByText('Unused credits are forfeited: you have 1 credit.').waitFor();
  const confirm = dialog.getByRole('button', { name: 'Delete Account' });
  await dialog.getByLabel(/Type/).fill(GRACE.email);
  expect(await confirm.getAttribute('aria-disabled')).toBe('true');
  await dialog.getByLabel(/Type/).fill('ADA@example.com');
  await confirm.click();
  await ada.page
    .getByRole('link', { name: 'Get Started' })
    .or(ada.page.getByRole('button', { name: 'Get Started' }))
    .first()
    .waitFor();
  expect(new URL(ada.page.url()).pathname).toBe('/');
  expect((await ada.page.request.get('/api/auth/user')).status()).toBe(401);
  expect(await idOf(ADA.email)).toBeUndefined();
  const { rows: tables } = await sql<{
    name: string;
  }>`SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`.execute(stack.db);
  for (const { name } of tables) {
    const { rows } =
      await sql`SELECT 1 FROM ${sql.table(name)} AS t WHERE to_jsonb(t)::text LIKE ${`%${adaId}%`}`.execute(
        stack.db,
      );
    expect([name, rows.length]).toEqual([name, 0]);
  }
  const { rows: storedFiles } = await sql<{ key: string }>`SELECT f ->> 'objectKey' AS key
    FROM artifacts, jsonb_array_elements(files) AS f`.execute(stack.db);
  const objects = join(stack.dataDir, 'objects');
  const stored = readdirSync(objects, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(objects.length + 1));
  expect(stored.toSorted()).toEqual(storedFiles.map((row) => row.key).toSorted());

  // Grace's project still works.
  await grace.page.reload();
  await grace.page.locator('video').first().waitFor();
  await grace.page.getByRole('button', { name: 'Play', exact: true }).first().click();
  await expect.poll(playing).toBe(true);
  await checkInstallation(stack, (await idOf(GRACE.email))!, { spent: 0, left: 2 });
  expect([...ada.complaints, ...grace.complaints]).toEqual([]);
});

// product 8.45
itInFullTier(
  'applies a theme immediately, keeps it on Save, and asks before unsaved changes are left',
  async () => {
    const { page, complaints } = await openPage(await openBrowser(), stack.url);
    await signIn(page, { name: 'Mary Shelley', email: 'mary@example.com' });
    const isDark = () => page.evaluate(() => document.documentElement.classList.contains('dark'));
    await openSettings(page);
    await page.getByLabel('Theme').selectOption('dark');
    expect(await isDark()).toBe(true);
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await isDark()).toBe(false);

    await page.getByLabel('Theme').selectOption('dark');
    await page.getByRole('link', { name: 'View Profile' }).click();
    const leaveDialog = page.getByRole('dialog', { name: 'Unsaved changes' });
    await leaveDialog.getByRole('button', { name: 'Keep Editing' }).click();
    expect(new URL(page.url()).pathname).toBe('/settings');
    expect(await isDark()).toBe(true);
    await page.getByRole('link', { name: 'View Profile' }).click();
    await leaveDialog.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('heading', { name: 'Profile', exact: true }).waitFor();
    expect(await isDark()).toBe(false);
    await page.getByText('Member since').waitFor();

    await page.getByRole('link', { name: 'Account Settings' }).click();
    await page.getByLabel('Theme').selectOption('dark');
    await page.getByLabel('Auto-save').click();
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await page.getByText('Settings Updated').first().waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
    expect(await isDark()).toBe(true);
    expect(await page.getByLabel('Auto-save').getAttribute('aria-checked')).toBe('false');
    expect(complaints).toEqual([]);
  },
);

// product 4.67
itInFullTier(
  'shows a browser notification of finished sections while the tab is hidden, once it is permitted',
  async () => {
    const { page } = await openPage(await openBrowser(), stack.url);
    await page.addInitScript(() => {
      const notifications: string[] = [];
      class Recorder extends EventTarget {
        static permission: NotificationPermission = 'default';
        static requestPermission() {
          Recorder.permission = 'granted';
          return Promise.resolve(Recorder.permission);
        }
        constructor(title: string, options: NotificationOptions) {
          super();
          notifications.push(`${title} ${options.body}`);
        }
        close() {}
      }
      Object.assign(window, { Notification: Recorder, shownNotifications: notifications });
    });
    await signIn(page, { name: 'Emily Noether', email: 'emily@example.com' });
    const readNotifications = () =>
      page.evaluate(() => (window as never as { shownNotifications: string[] }).shownNotifications);
    await page.getByRole('button', { name: /Account: / }).click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Allow Browser Notifications' }).click();
    await page.getByRole('button', { name: 'Allow Browser Notifications' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /Back to Dashboard/ }).click();
    await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' }));
    await process(page, 'Garden in spring');
    await expect.poll(readNotifications).toEqual(['Sections Ready Garden in spring']);
  },
);

itInFullTier('mails about finished sections only to users without an open page', async () => {
  const person = await createUser(stack, { packs: [50] });
  const call = client(stack, person.cookie);
  const [video] = await call<{ id: string }[]>('GET', '/api/videos/search?query=garden');
  const start = (projectTitle: string) =>
    call<{ projectId: string; runId: string }>('POST', '/api/projects/process', {
      videoIds: [video!.id],
      projectTitle,
    });
  const events = await openEvents(stack, person.cookie);
  const finished = events.until('run.completed', ({ run }) => run.projectTitle === 'Seen');
  await start('Seen');
  await finished;

  events.socket.disconnect();
  // A reload would have connected again by then, so the page counts as closed.
  const mails = () =>
    smtp.mails
      .filter((mail) => mail.to.includes(person.email))
      .map((mail) => /^Subject: (.*)$/m.exec(mail.data)?.[1]);
  await expect
    .poll(
      async () => {
        const { runId } = await start('Unseen');
        const status = () => call<{ status: string }>('GET', `/api/runs/${runId}`).then((run) => run.status);
        await expect.poll(status).toBe('completed');
        const row = stack.db.selectFrom('mails').select('id').where('runId', '=', runId).executeTakeFirst();
        return (await row) !== undefined;
      },
      { interval: 3_000 },
    )
    .toBe(true);
  await expect.poll(mails).toEqual(['Your sections are ready: Unseen']);
});
