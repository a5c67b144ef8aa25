import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Run } from '#contract/runs.ts';
import { stopClock, ticking } from '../../helpers/browser/page-scene.ts';
import {
  alert,
  bar,
  dialog,
  drop,
  holdPuts,
  openUploading,
  says,
  sending,
  toast,
} from '../../helpers/browser/uploading.ts';

const { backend, chooseFile } = await openUploading();

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
