import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { type Project, projectSchema } from '#contract/projects.ts';
import { patchSettings } from '#core/repositories/account/users.ts';
import { makePlayable, openEditStage, rows, SPOKEN } from '../../helpers/browser/edit-scene.ts';
import { openScene } from '../../helpers/browser/page-scene.ts';
import { gate } from '../../helpers/gate.ts';
import { textField } from '../../helpers/browser/player.ts';

const scene = await openScene();
const scan = await makePlayable(scene.backend);
const { db } = scene.backend;
const HEARD = SPOKEN.join(' ');
const HINDI = 'नदी यहाँ से शुरू होती है।';

/** Three sections of 10 s in which SPOKEN is spoken, and written. */
async function open({ autoSave = true }: { autoSave?: boolean } = {}) {
  const visit = await openEditStage(scene, scan, {
    prepare: async ({ userId, ids }) => {
      if (!autoSave) await patchSettings(db, userId, { autoSave });
      const sections = db.selectFrom('sections').select(['id', 'original']).where('id', 'in', ids);
      for (const { id, original } of await sections.execute()) {
        const given = JSON.stringify({ ...(original as object), text: HEARD });
        await db.updateTable('sections').set({ original: given }).where('id', '=', id).execute();
        await db.updateTable('section_texts').set({ text: HEARD }).where('section_id', '=', id).execute();
      }
    },
  });
  const { page, user, projectId } = visit;
  const read = async (language: string): Promise<Project> => {
    const url = `${scene.url}/api/projects/${projectId}?language=${language}`;
    return projectSchema.parse(await (await fetch(url, { headers: { cookie: user.cookie } })).json());
  };
  const choose = async (language: 'English' | 'Hindi' | 'Bengali') => {
    await page.getByLabel('Language').selectOption({ label: language });
  };
  /** Holds every response about the project in this language until the returned function is called. */
  const hold = async (language: 'en' | 'hi', at = page) => {
    const { opened, open } = gate();
    const query = language === 'en' ? '' : `\\?language=${language}`;
    await at.route(new RegExp(`/api/projects/${projectId}${query}$`), async (route) => {
      await opened;
      await route.continue();
    });
    return open;
  };
  const text = await textField(page);
  return { ...visit, read, choose, hold, text };
}

const source = (page: Page, words: string) =>
  page.getByRole('region', { name: 'Selected section' }).getByText(words, { exact: true }).waitFor();
const patched = (page: Page) =>
  page.waitForResponse((answer) => answer.url().includes('/update?') && answer.ok());
const starts = (page: Page) => {
  const seen: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/generate') && request.method() === 'POST') seen.push(request.url());
  });
  return seen;
};

async function addInHindi(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add New Section' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add New Section' });
  await dialog.getByLabel('Title').fill('Own');
  await dialog.getByLabel('Transcription').fill(HINDI);
  await dialog.getByRole('button', { name: 'Add Section' }).click();
  await dialog.waitFor({ state: 'detached' });
  await source(page, 'Your text');
}

describe('a text of each language', () => {
  it('is kept for the language it was typed in, also when another is chosen before it is saved', async () => {
    const { page, read, choose, text } = await open();
    await choose('Hindi');
    await source(page, 'English text, not translated: will be read as written');
    const saved = patched(page);
    await text.fill(HINDI);
    await choose('English');
    expect(new URL((await saved).url()).searchParams.get('language')).toBe('hi');
    await source(page, 'As spoken');
    await expect.poll(() => text.inputValue()).toBe(HEARD);
    expect((await read('en')).sections[0]).toMatchObject({ transcription: HEARD, textSource: 'original' });
    expect((await read('hi')).sections[0]).toMatchObject({ transcription: HINDI, textSource: 'written' });
    await choose('Hindi');
    await source(page, 'Your text');
    await expect.poll(() => text.inputValue()).toBe(HINDI);
  });

  it('is shown in another language as what it is, after adding by hand and after the dialog', async () => {
    const { page, read, choose, text } = await open();
    await choose('Hindi');
    await source(page, 'English text, not translated: will be read as written');
    await addInHindi(page);
    await choose('English');
    await source(page, 'Hindi text, not translated: will be read as written');
    expect(await text.inputValue()).toBe(HINDI);
    // Typed over and back again: that makes it no English text.
    const saved = patched(page);
    await text.pressSequentially('x');
    await text.press('Backspace');
    await saved;
    await source(page, 'Hindi text, not translated: will be read as written');

    await choose('Bengali');
    await source(page, 'Hindi text, not translated: will be read as written');
    await page.getByRole('button', { name: 'Edit Section' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Section' });
    await dialog.getByLabel('Transcription').fill('নদী');
    await dialog.getByRole('button', { name: 'Save Changes' }).click();
    await source(page, 'Your text');
    const own = async (language: string) => (await read(language)).sections.at(-1)!;
    expect(await own('bn')).toMatchObject({
      transcription: 'নদী',
      textSource: 'written',
      textLanguage: 'bn',
    });
    expect(await own('hi')).toMatchObject({
      transcription: HINDI,
      textSource: 'written',
      textLanguage: 'hi',
    });
  });

  it('does not get into the film of a language that is still on its way', async () => {
    const { page, read, choose, hold, text } = await open();
    await choose('Hindi');
    await source(page, 'English text, not translated: will be read as written');
    await addInHindi(page);
    const saved = patched(page);
    await text.fill(`${HINDI} और`);
    await saved;
    await page.getByText('All changes saved').waitFor();
    const started = starts(page);
    const release = await hold('en');
    await choose('English');
    // Data of an earlier visit is out of date.
    await expect.poll(() => page.getByLabel('Language').inputValue()).toBe('en');
    const generate = page.getByRole('button', { name: 'Generate Video' }).first();
    await generate.click({ force: true });
    await page.keyboard.press('e');
    release();
    await source(page, 'Hindi text, not translated: will be read as written');
    expect(started).toEqual([]);
    const made = page.waitForResponse((answer) => answer.url().endsWith('/generate') && answer.ok());
    await generate.click();
    await made;
    expect((await read('en')).sections.map(({ textSource }) => textSource)).toEqual([
      'original',
      'original',
      'original',
      'untranslated',
    ]);
  });

  it('is sent with a film as another tab has left it, though the page does not show that yet', async () => {
    const { page, read, again, hold } = await open();
    const other = await again();
    const shown = await textField(other.page);
    await expect.poll(() => shown.inputValue()).toBe(HEARD);
    const release = await hold('en', other.page);
    const asked = other.page.waitForRequest((request) => /\/api\/projects\/[^/?]+$/.test(request.url()));
    await (await textField(page)).fill('Written in the first tab.');
    await asked;
    const made = other.page.waitForResponse((answer) => answer.url().endsWith('/generate') && answer.ok());
    await other.page.getByRole('button', { name: 'Generate Video' }).first().click();
    await other.page.getByText('Starting Generation...').first().waitFor();
    release();
    await made;
    expect((await read('en')).sections[0]!.transcription).toBe('Written in the first tab.');
  });
});

describe('a trim', () => {
  it('takes the words with it at once, says what stands over, and gives them back', async () => {
    const { page, read, choose, text } = await open();
    await choose('Hindi');
    await source(page, 'English text, not translated: will be read as written');
    const end = page.getByRole('textbox', { name: 'End' });
    const saved = patched(page);
    await end.fill('3.3');
    await end.press('Enter');
    // Before the server has responded.
    await expect.poll(() => text.inputValue()).toBe('The river begins');
    // What is said is what is narrated here: the same text, as words or as a field.
    await page.getByRole('button', { name: 'Show the words' }).click();
    await expect
      .poll(() => page.locator('[data-word]').allTextContents())
      .toEqual(['The', 'river', 'begins']);
    await saved;
    expect((await read('hi')).sections[0]).toMatchObject({ transcription: 'The river begins', endTime: 3.3 });
    await textField(page);
    await end.fill('10');
    await end.press('Enter');
    await expect.poll(() => text.inputValue()).toBe(HEARD);

    const written = patched(page);
    await text.fill(`${HINDI} ${HINDI} ${HINDI}`);
    await written;
    const shorter = patched(page);
    await end.fill('2');
    await end.press('Enter');
    await shorter;
    expect(await text.inputValue()).toBe(`${HINDI} ${HINDI} ${HINDI}`);
    await page.getByText('about 5.5 s to read, 2.0 s of picture.').waitFor();
  });
});

describe('with auto-save off', () => {
  const unsaved = (page: Page) => page.getByRole('dialog', { name: 'Unsaved changes' });

  it('asks before anything leads away from what is not saved', async () => {
    const { page, read, choose, text } = await open({ autoSave: false });
    await page.getByRole('button', { name: 'My Videos' }).click();
    await page.getByRole('heading', { name: 'My Video Compilations' }).waitFor();
    await page.goBack();
    await text.fill('Not saved yet.');
    const asked = unsaved(page);
    const keep = async () => {
      await asked.getByRole('button', { name: 'Keep Editing' }).click();
      await asked.waitFor({ state: 'detached' });
      expect(await text.inputValue()).toBe('Not saved yet.');
    };
    await page.getByRole('button', { name: 'My Videos' }).click();
    await keep();
    await page.getByRole('link', { name: 'Cutroom, home' }).click();
    await keep();
    await page.evaluate(() => window.history.forward());
    await keep();
    await page.getByRole('button', { name: 'Back to Home' }).click();
    await keep();
    await page.getByRole('button', { name: 'Account: ' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await keep();
    await choose('Hindi');
    await keep();
    expect(await page.getByLabel('Language').inputValue()).toBe('en');

    await choose('Hindi');
    await asked.getByRole('button', { name: 'Save Changes' }).click();
    await source(page, 'English text, not translated: will be read as written');
    expect((await read('en')).sections[0]).toMatchObject({
      transcription: 'Not saved yet.',
      textSource: 'written',
    });
  });

  it('gives up what was not saved when asked to, and then lets go', async () => {
    const { page, read, text } = await open({ autoSave: false });
    await text.fill('Not wanted.');
    await page.getByRole('button', { name: 'My Videos' }).click();
    await unsaved(page).getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('heading', { name: 'My Video Compilations' }).waitFor();
    await page.goBack();
    await rows(page).first().waitFor();
    await expect.poll(() => text.inputValue()).toBe(HEARD);
    expect((await read('en')).sections[0]!.transcription).toBe(HEARD);
  });
});
