import { createHash } from 'node:crypto';
import type { Page, Request, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { UploadResult } from '#contract/uploads.ts';
import { stopClock, throttle, ticking } from '../../helpers/browser/page-scene.ts';
import {
  ADDRESS,
  alert,
  bar,
  button,
  dialog,
  holdPuts,
  openUploading,
  PUT,
  says,
  sending,
  toast,
} from '../../helpers/browser/uploading.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const { scene, backend, chooseFile, LARGE } = await openUploading();
const UNDER_WAY = /^[1-9]\d?% · \d+(\.\d)? [KM]B of 2\.9 MB · a few seconds left$/;

/** The first byte of each PUT of a file so far. */
function putsOf(page: Page): number[] {
  const offsets: number[] = [];
  page.on('request', (request) => {
    if (!PUT.test(request.url())) return;
    offsets.push(Number(new URL(request.url()).searchParams.get('offset') ?? 0));
  });
  return offsets;
}

/** Returns the hash of this user's only file on the server. */
async function arrivedOf(userId: string): Promise<string | null> {
  const objects = backend.db.selectFrom('objects').select('sha256').where('userId', '=', userId);
  return (await objects.executeTakeFirstOrThrow()).sha256;
}

describe('upload of a section', () => {
  // product 4.48, 4.49
  itInFullTier(
    'shows percent, bytes and time left during an upload, and reports its completion',
    async () => {
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
    },
  );

  // product 4.48, 4.50, 7.30
  itInFullTier('pauses an upload and resumes it with the rest of the file', async () => {
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
    expect(await button(page, 'Resume').evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await toast(page, 'Section Added').waitFor();
    expect(puts.map((offset) => offset > 0)).toEqual([false, true]);
    expect(await arrivedOf(userId)).toBe(createHash('sha256').update(LARGE.buffer).digest('hex'));
  });

  itInFullTier('asks before Back leaves a paused upload, and removes its file by Cancel upload', async () => {
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

  // product 4.50
  itInFullTier('resumes an upload on Retry where its connection was lost', async () => {
    const { page, userId } = await chooseFile(LARGE);
    const puts = putsOf(page);
    const speedUp = await throttle(page);
    await sending(page);
    await says(page, UNDER_WAY);
    // A browser automatically retries a request whose connection was used before.
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

  // product 4.49
  itInFullTier('names the phases of an upload: preparing, sending and waiting for the server', async () => {
    const { page, titles } = await chooseFile();
    const addresses: Route[] = [];
    await page.route(ADDRESS, (route) => void addresses.push(route));
    await sending(page);
    await says(page, /preparing\.\.\./);
    const response = await addresses[0]!.fetch();
    const { objectPath } = (await response.json()) as UploadResult;
    await backend.db.transaction().execute(async (trx) => {
      // The server has the whole file, and waits for this row before it responds.
      const row = trx.selectFrom('objects').select('id').forUpdate();
      await row.where('id', '=', objectPath.replace('/objects/', '')).executeTakeFirstOrThrow();
      await addresses[0]!.fulfill({ response });
      await says(page, /uploaded, waiting for the server…/);
    });
    await toast(page, 'Section Added').waitFor();
    expect(await titles()).toContain('Sunrise');
  });

  // product 7.30, 8.44
  it('sends a file by a single PUT, and reports it before the section is saved', async () => {
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

  // product 4.52
  itInFullTier('stops an upload by Cancel upload and keeps the dialog open', async () => {
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

  // product 4.48, 4.49, 4.51, 8.51
  itInFullTier(
    'reports why an upload failed, and sends it again on Retry, to a new address after a refusal',
    async () => {
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
    },
  );

  itInFullTier('accepts a changed title during an upload', async () => {
    const { page, titles } = await chooseFile();
    const puts = await holdPuts(page);
    await sending(page);
    await dialog(page).getByLabel('Title').fill('Sunrise over the lake');
    await expect.poll(() => puts.length).toBe(1);
    await puts[0]!.continue();
    await toast(page, 'Section Added').waitFor();
    expect(await titles()).toContain('Sunrise over the lake');
  });
});

describe('interrupted upload', () => {
  // product 8.54
  itInFullTier('warns of an upload without progress for 30 seconds, and continues it', async () => {
    const { page } = await chooseFile();
    await stopClock(page);
    const puts = await holdPuts(page);
    await sending(page);
    await ticking(page, async () => puts.length === 1);
    const warning = alert(page).getByText(
      'Upload has not made any progress for 30 seconds. You may want to retry it.',
    );
    await page.clock.runFor(29_000);
    expect(await warning.count()).toBe(0);
    await page.clock.runFor(2000);
    await warning.waitFor();
    await page.clock.resume();
    await puts[0]!.continue();
    await toast(page, 'Section Added').waitFor();
  });

  itInFullTier('asks before Back stops an upload, then continues or stops it', async () => {
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

  it('makes the browser ask before the page is left during an upload', async () => {
    const { page } = await chooseFile();
    await holdPuts(page);
    await sending(page);
    const dialogEvent = page.waitForEvent('dialog');
    await page.evaluate(() => setTimeout(() => window.location.reload()));
    const question = await dialogEvent;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    expect(await bar(page).count()).toBe(1);
  });
});
