import type { Page } from 'playwright-core';
import { expect, it, vi } from 'vitest';
import { openBrowser, openPage } from '../../helpers/browser/browser.ts';
import { textField } from '../../helpers/browser/player.ts';
import { dialog, openNotices, openTab } from '../../helpers/browser/edit-scene.ts';
import { toast } from '../../helpers/browser/page-scene.ts';
import { PATIENT } from '../../helpers/patient.ts';
import { TRANSCRIPTS, startTranscribedVideo } from '../../helpers/processes/transcribed-video.ts';

const scene = await startTranscribedVideo();
const panel = (page: Page) => page.getByRole('region', { name: 'Transcribing' });
const opener = (page: Page) => page.getByRole('button', { name: 'Transcribe again…' });

/** Chooses the language by keyboard. */
async function hearAgain(page: Page, language: string): Promise<void> {
  await page.getByRole('tab', { name: 'Captions', exact: true }).press('Enter');
  await opener(page).press('Enter');
  const transcribeDialog = dialog(page, 'Transcribe again');
  await transcribeDialog.getByLabel('Spoken language').selectOption(language);
  await transcribeDialog.getByRole('button', { name: 'Transcribe', exact: true }).press('Enter');
  await transcribeDialog.waitFor({ state: 'detached' });
}

// product 11.16
it('transcribes a video in another language, across a reload and two tabs, with Cancel and Undo', async () => {
  const { user, projectId } = await scene.open();
  const { page, context, complaints } = await openPage(await openBrowser(), scene.stack.url);
  const [name, value] = user.cookie.split('=') as [string, string];
  await context.addCookies([{ name, value, url: scene.stack.url }]);
  await page.goto(`/?project=${projectId}&stage=edit&lang=hi`);
  const text = await textField(page);
  const before = await text.inputValue();
  expect(before).toMatch(/[a-z]/);
  await openTab(page, 'Captions');
  await opener(page).click();
  const transcribeDialog = dialog(page, 'Transcribe again');
  await transcribeDialog
    .getByText('Valley one was transcribed as English. Transcribing again is free.')
    .waitFor();
  expect(await transcribeDialog.getByLabel('Spoken language').locator('option').allTextContents()).toEqual([
    'Auto',
    'English',
    'Hindi',
    'Bengali',
  ]);
  await page.keyboard.press('Escape');
  await transcribeDialog.waitFor({ state: 'detached' });

  // The recogniser does not answer yet, which leaves time to reload, and to cancel in another tab.
  scene.hold();
  await hearAgain(page, 'Hindi');
  await panel(page).waitFor();
  await vi.waitUntil(() => scene.waiting.length > 0, PATIENT);
  await page.reload();
  await openNotices(page);
  await panel(page).getByText('Transcribing a video again · Hindi').waitFor();
  const other = await context.newPage();
  await other.goto(page.url());
  await hearAgain(other, 'Hindi');
  expect(scene.waiting.length).toBe(1);
  await openNotices(other);
  await panel(other).getByRole('button', { name: 'Cancel' }).click();
  await panel(other).waitFor({ state: 'detached' });
  await panel(page).waitFor({ state: 'detached' });
  scene.letGo();

  await hearAgain(page, 'Hindi');
  await toast(page, 'Transcription Updated').waitFor();
  // The new transcript is the text of the film's language.
  await openTab(page, 'Text');
  const toolbar = page.getByRole('toolbar', { name: /^Spoken words/ });
  await expect
    .poll(async () => TRANSCRIPTS.hi.includes((await toolbar.textContent())!.trim().split(' ')[0]!))
    .toBe(true);
  expect(await text.count()).toBe(0);
  await hearAgain(page, 'Bengali');
  await toast(page, 'Transcription Failed').waitFor();
  await page.getByText('Nothing was changed.').first().waitFor();
  await page.getByRole('button', { name: 'Undo: Transcribe a video in Hindi' }).click();
  await expect.poll(async () => (await textField(page)).inputValue()).toBe(before);
  expect(complaints).toEqual([]);
});
