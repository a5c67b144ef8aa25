import { once } from 'node:events';
import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { openBrowser, openPage } from '../../helpers/browser/browser.ts';
import { openNotices } from '../../helpers/browser/edit-scene.ts';
import { toast } from '../../helpers/browser/page-scene.ts';
import { createProject } from '../../helpers/data/project.ts';
import { createUser } from '../../helpers/data/user.ts';
import { startLibreTranslate } from '../../helpers/engine-servers/libretranslate-server.ts';
import { startStack } from '../../helpers/processes/stack.ts';

const translator = await startLibreTranslate({});
const stack = await startStack();
await stack.startWorker({ LIBRETRANSLATE_URL: translator.url });
afterAll(() => translator.close());

const panel = (page: Page) => page.getByRole('region', { name: 'Translation' });
const notice = (page: Page) => page.getByText(/^\d texts? will be translated when you generate\./);
const translateAll = (page: Page) => page.getByRole('button', { name: 'Translate all' });
const text = (page: Page) => page.getByRole('textbox', { name: 'Transcription' });

// product 12.9
it('translates all texts before a film, across a reload and two tabs, with Cancel and Undo', async () => {
  const { page, context, complaints } = await openPage(await openBrowser(), stack.url);
  const user = await createUser(stack);
  const [name, value] = user.cookie.split('=') as [string, string];
  await context.addCookies([{ name, value, url: stack.url }]);
  const { projectId } = await createProject(stack, user.id);
  await page.goto(`/?project=${projectId}&stage=edit`);
  await page.getByRole('heading', { name: 'A project', level: 1 }).waitFor();
  await page.locator('[data-select]').first().click();
  expect(await translateAll(page).count()).toBe(0);
  await page.getByLabel('Language').selectOption({ label: 'Hindi' });
  await openNotices(page);
  await notice(page).waitFor();

  // The service does not answer yet, which leaves time to reload, to open another tab, and to cancel.
  translator.failAlways('hang');
  const asked = once(translator.events, 'received');
  await translateAll(page).click();
  await panel(page).waitFor();
  await asked;
  await page.reload();
  await openNotices(page);
  await panel(page).getByText('0 of 4 translations').waitFor();
  const other = await context.newPage();
  await other.goto(page.url());
  await openNotices(other);
  await panel(other).waitFor();
  await panel(other).getByRole('button', { name: 'Cancel' }).click();
  await notice(page).waitFor();
  await notice(other).waitFor();

  translator.failAlways({ status: 403, body: { error: 'Invalid API key' } });
  await translateAll(page).click();
  await toast(page, 'Translation Failed').waitFor();
  await notice(page).waitFor();

  translator.reset();
  await translateAll(page).click();
  await toast(page, 'Texts Translated').waitFor();
  await toast(page, 'Translated 3 texts to Hindi.').waitFor();
  await notice(page).waitFor({ state: 'detached' });
  await page.locator('[data-select]').first().click();
  await expect.poll(() => text(page).inputValue()).toBe('«hi» Text 1.');
  await text(page).fill('पहला पाठ।');
  await page.getByText('Saved', { exact: true }).first().waitFor();
  await notice(other).waitFor({ state: 'detached' });

  // The typed text first, then the translation.
  await page.getByRole('button', { name: /^Undo/ }).click();
  await page.getByRole('button', { name: 'Undo: Translate to Hindi' }).click();
  await openNotices(page);
  await notice(page).waitFor();
  await expect.poll(() => text(page).inputValue()).toBe('Text 1.');
  expect(complaints).toEqual([]);
});
