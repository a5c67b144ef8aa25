import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page, Request, Route } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import type { Run } from '#contract/runs.ts';
import type { UploadResult } from '#contract/uploads.ts';
import { ffmpeg } from '../helpers/media/lavfi.ts';
import { openScene, stopClock, throttle, ticking, type Visit } from '../helpers/browser/page-scene.ts';
import { createUser } from '../helpers/data/user.ts';
import { createProject } from '../helpers/data/project.ts';

const scene = await openScene();
const { backend } = scene;

const dir = await mkdtemp(join(tmpdir(), 'cutroom-uploads-'));
afterAll(() => rm(dir, { recursive: true, force: true }));
const IMAGE = join(dir, 'sunrise.png');
await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=s=64x36', '-frames:v', '1', IMAGE);
const PNG = await readFile(IMAGE);
const ADDRESS = /\/api\/objects\/upload$/;
const PUT = /\/media\/uploads\//;

/** Behind a dialog too. */
const toast = (page: Page, text: string) =>
  page.locator('[role=region][aria-label^=Notification]').getByText(text, { exact: true });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add New Section' });
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true });
const alert = (page: Page) => dialog(page).getByRole('alert');
const bar = (page: Page) => dialog(page).getByRole('progressbar', { name: 'Uploading sunrise.png' });
const says = (page: Page, text: string | RegExp) => dialog(page).getByText(text).waitFor();

/** Of which a part is sent before the rest, on a slow line. */
const LARGE = {
  name: 'sunrise.png',
  mimeType: 'image/png',
  buffer: Buffer.concat([PNG, Buffer.alloc(3e6)]),
};
const UNDER_WAY = /^[1-9]\d?% · \d+(\.\d)? [KM]B of 2\.9 MB · a few seconds left$/;

/** From which byte on each PUT of a file so far is. */
function putsOf(page: Page): number[] {
  const offsets: number[] = [];
  page.on('request', (request) => {
    if (!PUT.test(request.url())) return;
    offsets.push(Number(new URL(request.url()).searchParams.get('offset') ?? 0));
  });
  return offsets;
}

/** The hash of the one file of this user that the server has. */
async function arrivedOf(userId: string): Promise<string | null> {
  const objects = backend.db.selectFrom('objects').select('sha256').where('user_id', '=', userId);
  return (await objects.executeTakeFirstOrThrow()).sha256;
}

interface Editor extends Visit {
  userId: string;
  projectId: string;
  titles(): Promise<string[]>;
}

/** The editor of a project of a new user, with 'Add New Section' open and one file chosen. */
async function chooseFile(file: Parameters<Locator['setInputFiles']>[0] = IMAGE): Promise<Editor> {
  const user = await createUser(backend);
  const { projectId } = await createProject(backend, user.id);
  const { page, context } = await scene.visit(user);
  await page.goto('/?stage=videolist');
  await page.getByRole('button', { name: /^(Load|View) Clips/ }).click();
  await page.getByRole('button', { name: 'Add New Section' }).click();
  await dialog(page).getByLabel('Title').fill('Sunrise');
  await dialog(page).locator('input[type=file]').setInputFiles(file);
  await says(page, /uploads when you save/);
  const titles = async (): Promise<string[]> => {
    const project = await page.request.get(`/api/projects/${projectId}`);
    const { sections } = (await project.json()) as { sections: { title: string }[] };
    return sections.map(({ title }) => title);
  };
  return { page, context, userId: user.id, projectId, titles };
}

/** Keeps every PUT of a file back; gives them. */
async function holdPuts(page: Page): Promise<Route[]> {
  const held: Route[] = [];
  await page.route(PUT, (route) => void held.push(route));
  return held;
}
/** The dialog is saved, and the file is on its way. */
async function sending(page: Page): Promise<void> {
  await button(page, 'Add Section').click();
  await bar(page).waitFor();
}
/** Drops files on the field, as the mouse would. */
async function drop(page: Page, names: string[], type: string): Promise<void> {
  const data = await page.evaluateHandle(
    ([names, type]) => {
      const transfer = new DataTransfer();
      for (const name of names) transfer.items.add(new File(['x'], name, { type }));
      return transfer;
    },
    [names, type] as const,
  );
  const field = dialog(page).locator('.border-dashed');
  await field.dispatchEvent('dragover', { dataTransfer: data });
  await field.dispatchEvent('drop', { dataTransfer: data });
}

const finishedFilm = (projectId: string): Run => ({
  id: randomUUID(),
  kind: 'generation',
  projectId,
  projectTitle: 'A project',
  language: 'en',
  status: 'completed',
  percentage: 100,
  stage: 'Joining the film',
  message: '',
  errorCode: null,
  failedSectionId: null,
  estimate: null,
  steps: { done: 4, total: 4, reused: 0 },
  createdAt: new Date().toISOString(),
  finishedAt: new Date().toISOString(),
  version: 1,
});

describe('a file of a section', () => {
  it('shows percent, bytes and time left while it is sent, and ends in Video Uploaded', async () => {
    const { page } = await chooseFile(LARGE);
    await throttle(page);
    await page.route(/\/sections\?/, (route) =>
      route.fulfill({ status: 422, json: { code: 'invalid', message: 'No.', requestId: 'x' } }),
    );
    await sending(page);
    await says(page, UNDER_WAY);
    const percent = Number(await bar(page).getAttribute('aria-valuenow'));
    expect(percent).toBeGreaterThan(0);
    expect(percent).toBeLessThan(100);
    await toast(page, 'Video Uploaded').or(toast(page, 'Add Section Failed')).waitFor();
    await says(page, /2\.9 MB · uploaded/);
  });

  it('is paused, and goes on with the rest, whole in the end', async () => {
    const { page, userId } = await chooseFile(LARGE);
    const puts = putsOf(page);
    const speedUp = await throttle(page);
    await sending(page);
    await says(page, UNDER_WAY);
    await button(page, 'Pause').click();
    await says(page, /^Paused at \d+% · \d+(\.\d)? [KM]B of 2\.9 MB$/);
    await page.getByRole('status').filter({ hasText: 'Upload paused' }).waitFor({ state: 'attached' });
    expect(await bar(page).getAttribute('aria-valuetext')).toMatch(/^Paused at /);
    expect(puts).toHaveLength(1);

    await speedUp();
    expect(await button(page, 'Resume').evaluate((found) => found === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await toast(page, 'Section Added').waitFor();
    expect(puts.map((offset) => offset > 0)).toEqual([false, true]);
    expect(await arrivedOf(userId)).toBe(createHash('sha256').update(LARGE.buffer).digest('hex'));
  });

  it('is kept by Back while it is paused, and let go of by Cancel upload', async () => {
    const { page } = await chooseFile(LARGE);
    await throttle(page);
    await sending(page);
    await says(page, UNDER_WAY);
    await button(page, 'Pause').click();
    await page.evaluate(() => window.history.back());
    const question = page.getByRole('alertdialog', { name: 'Stop the upload?' });
    await question.getByRole('button', { name: 'Keep Uploading' }).click();
    await button(page, 'Resume').waitFor();
    await button(page, 'Cancel upload').click();
    await says(page, /Drop one video or image here/);
    expect(await button(page, 'Add Section').getAttribute('aria-disabled')).toBeNull();
  });

  it('goes on where it stopped when its connection was lost and Retry is pressed', async () => {
    const { page, userId } = await chooseFile(LARGE);
    const puts = putsOf(page);
    const speedUp = await throttle(page);
    await sending(page);
    await says(page, UNDER_WAY);
    // A browser tries a request once more by itself when its connection was used before.
    await expect
      .poll(() => {
        scene.cutConnections();
        return alert(page).getByText('Failed to upload sunrise.png').count();
      })
      .toBe(1);
    await speedUp();
    await button(page, 'Retry').click();
    await toast(page, 'Section Added').waitFor();
    expect(puts.map((offset) => offset > 0)).toEqual([false, true]);
    expect(await arrivedOf(userId)).toBe(createHash('sha256').update(LARGE.buffer).digest('hex'));
  });

  it('is prepared, sent, and waited for, each by its name', async () => {
    const { page, titles } = await chooseFile();
    const addresses: Route[] = [];
    await page.route(ADDRESS, (route) => void addresses.push(route));
    await sending(page);
    await says(page, /preparing\.\.\./);
    const response = await addresses[0]!.fetch();
    const { objectPath } = (await response.json()) as UploadResult;
    await backend.db.transaction().execute(async (trx) => {
      // The server has the whole file, and waits for this row before it answers.
      const row = trx.selectFrom('objects').select('id').forUpdate();
      await row.where('id', '=', objectPath.replace('/objects/', '')).executeTakeFirstOrThrow();
      await addresses[0]!.fulfill({ response });
      await says(page, /all sent, waiting for the server\.\.\./);
    });
    await toast(page, 'Section Added').waitFor();
    expect(await titles()).toContain('Sunrise');
  });

  it('is sent by a single PUT, and told to be uploaded before its section is saved', async () => {
    const { page } = await chooseFile();
    const puts = putsOf(page);
    const saves: Route[] = [];
    await page.route(/\/sections\?/, (route) => void saves.push(route));
    await sending(page);
    await toast(page, 'Video Uploaded').waitFor();
    await toast(page, 'sunrise.png').waitFor();
    await expect.poll(() => saves.length).toBe(1);
    await saves[0]!.continue();
    await toast(page, 'Section Added').waitFor();
    expect(puts).toEqual([0]);
  });

  it('is stopped and removed by Cancel upload; the dialog stays', async () => {
    const { page, titles } = await chooseFile();
    const puts = await holdPuts(page);
    const stopped: Request[] = [];
    page.on('requestfailed', (request) => stopped.push(request));
    await sending(page);
    await expect.poll(() => puts.length).toBe(1);
    await button(page, 'Cancel upload').click();
    await says(page, /Drop one video or image here/);
    await expect.poll(() => stopped.map((request) => request.url())).toEqual([puts[0]!.request().url()]);
    expect(await button(page, 'Add Section').getAttribute('aria-disabled')).toBeNull();
    expect(await titles()).not.toContain('Sunrise');
  });

  it('says Failed to upload with the reason, and Retry sends it again to a new address', async () => {
    const { page, titles } = await chooseFile();
    const addresses: string[] = [];
    await page.route(PUT, async (route) => {
      addresses.push(new URL(route.request().url()).pathname);
      if (addresses.length === 1) await route.abort();
      else if (addresses.length === 2)
        await route.fulfill({ status: 507, json: { code: 'storage_full', message: 'The disk is full.' } });
      else await route.continue();
    });
    await button(page, 'Add Section').click();
    await alert(page).getByText('Failed to upload sunrise.png').waitFor();
    await alert(page).getByText('The server could not be reached.').waitFor();
    await says(page, /not uploaded/);
    await button(page, 'Retry').click();
    await alert(page).getByText('The disk is full.').waitFor();
    await button(page, 'Retry').click();
    await toast(page, 'Section Added').waitFor();
    expect(addresses.map((address) => addresses.indexOf(address))).toEqual([0, 0, 2]);
    expect(await titles()).toContain('Sunrise');
  });

  it('takes what is typed while it is sent', async () => {
    const { page, titles } = await chooseFile();
    const puts = await holdPuts(page);
    await sending(page);
    await dialog(page).getByLabel('Title').fill('Sunrise over the lake');
    await expect.poll(() => puts.length).toBe(1);
    await puts[0]!.continue();
    await toast(page, 'Section Added').waitFor();
    expect(await titles()).toContain('Sunrise over the lake');
  });

  it('lets no other file in while it is sent', async () => {
    const { page } = await chooseFile();
    await holdPuts(page);
    await sending(page);
    await drop(page, ['other.png'], 'image/png');
    await alert(page).getByText('Cannot add more files').waitFor();
    expect(await bar(page).count()).toBe(1);
  });
});

describe('what goes wrong around an upload', () => {
  it('names four refused files and counts the rest, for five seconds', async () => {
    const { page } = await chooseFile();
    await stopClock(page);
    await drop(page, ['1.txt', '2.txt', '3.txt', '4.txt', '5.txt', '6.txt'], 'text/plain');
    const lines = () => alert(page).getByRole('paragraph').allInnerTexts();
    const refused = 'You can only upload: video/*, image/*';
    await ticking(page, async () => (await lines()).length > 0);
    expect(await lines()).toEqual([
      ...Array.from({ length: 4 }, () => refused),
      '2 additional restrictions were not fulfilled',
    ]);
    await page.clock.runFor(4500);
    expect(await lines()).toHaveLength(5);
    await page.clock.runFor(500);
    await expect.poll(lines).toEqual([]);
    await says(page, 'sunrise.png');
  });

  it('says No Internet connection until it is Connected to the Internet', async () => {
    const { page, context } = await chooseFile();
    await context.setOffline(true);
    await alert(page).getByText('No Internet connection').waitFor();
    await context.setOffline(false);
    await alert(page).getByText('Connected to the Internet').waitFor();
    expect(await alert(page).getByText('No Internet connection').count()).toBe(0);
  });

  it('warns of an upload of which nothing moves for 30 seconds, and goes on with it', async () => {
    const { page } = await chooseFile();
    await page.clock.install();
    const puts = await holdPuts(page);
    await sending(page);
    await expect.poll(() => puts.length).toBe(1);
    const warning = alert(page).getByText(
      'Upload has not made any progress for 30 seconds. You may want to retry it.',
    );
    await page.clock.runFor(29_000);
    expect(await warning.count()).toBe(0);
    await page.clock.runFor(2000);
    await warning.waitFor();
    await puts[0]!.continue();
    await toast(page, 'Section Added').waitFor();
  });

  it('is not taken away by a film that is ready meanwhile', async () => {
    const { page, userId, projectId } = await chooseFile();
    await holdPuts(page);
    await sending(page);
    await page.waitForFunction(() => document.documentElement.dataset['transport'] === 'websocket');
    await backend.bus.publish(userId, 'run.completed', { run: finishedFilm(projectId) });
    await toast(page, 'Video Ready!').waitFor();
    expect(await bar(page).count()).toBe(1);
  });

  it('asks before Back stops an upload; it goes on, or is left', async () => {
    const { page } = await chooseFile();
    const puts = await holdPuts(page);
    await sending(page);
    const here = page.url();
    const question = page.getByRole('alertdialog', { name: 'Stop the upload?' });

    await page.evaluate(() => window.history.back());
    await question.waitFor();
    await question.getByRole('button', { name: 'Keep Uploading' }).click();
    await question.waitFor({ state: 'detached' });
    expect(page.url()).toBe(here);
    expect(await bar(page).count()).toBe(1);

    await page.evaluate(() => window.history.back());
    const stopped = page.waitForEvent('requestfailed');
    await question.getByRole('button', { name: 'Stop and Leave' }).click();
    expect((await stopped).url()).toBe(puts[0]!.request().url());
    await dialog(page).waitFor({ state: 'detached' });
    expect(page.url()).not.toBe(here);
  });

  it('lets the browser ask before the page is left', async () => {
    const { page } = await chooseFile();
    await holdPuts(page);
    await sending(page);
    const asked = page.waitForEvent('dialog');
    await page.evaluate(() => setTimeout(() => window.location.reload()));
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    expect(await bar(page).count()).toBe(1);
  });
});
