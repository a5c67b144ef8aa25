import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Request } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import type { Project } from '#contract/projects.ts';
import type { Section } from '#contract/sections.ts';
import { openBrowser, openPage, signIn } from '../../helpers/browser/browser.ts';
import { ffmpeg } from '../../helpers/media/lavfi.ts';
import { createUser } from '../../helpers/data/user.ts';
import { createProject } from '../../helpers/data/project.ts';
import { makeSpokenVideo } from '../../helpers/media/spoken-video.ts';
import { startStack } from '../../helpers/processes/stack.ts';
import { recordPlayed } from '../../helpers/browser/player.ts';
import { readWords } from '../../helpers/browser/read-words.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const dir = await mkdtemp(join(tmpdir(), 'cutroom-own-'));
const library = await mkdtemp(join(tmpdir(), 'cutroom-library-'));
afterAll(() => Promise.all([dir, library].map((path) => rm(path, { recursive: true, force: true }))));

const IMAGE = join(dir, 'sunrise.png');
const CLIP = join(dir, 'waves.mp4');
const CLIP_SECONDS = 4;
const [, , , stack] = await Promise.all([
  makeSpokenVideo(library, { name: 'river of the north', seconds: 24, subtitles: true }),
  ffmpeg('-f', 'lavfi', '-i', 'testsrc2=s=640x360', '-frames:v', '1', IMAGE),
  ffmpeg('-f', 'lavfi', '-i', `testsrc2=s=320x180:d=${CLIP_SECONDS}`, '-pix_fmt', 'yuv420p', CLIP),
  startStack({ LIBRARY_DIR: library }),
]);
await Promise.all([stack.startStandins(), stack.startWorker()]);

/** Sends API calls in the page's session. */
async function readProject(page: Page): Promise<Project> {
  const id = new URL(page.url()).searchParams.get('project')!;
  return (await (await page.request.get(`/api/projects/${id}`)).json()) as Project;
}
const readSections = async (page: Page): Promise<Section[]> => (await readProject(page)).sections;

const shape = (sections: Section[]) =>
  sections.map(({ id, title, transcription, startTime, endTime, videoURL }) => ({
    id,
    title,
    transcription,
    startTime,
    endTime,
    videoURL,
  }));

const waitForText = (page: Page, title: string) => page.getByText(title, { exact: true }).first().waitFor();
const answered = (page: Page, path: RegExp) =>
  page.waitForResponse((response) => path.test(new URL(response.url()).pathname) && response.ok());
const rows = (page: Page) => page.locator('[data-select]');

// product 1.5, 1.6, 2.74, 2.75, 7.21, 7.24
it('adds, edits, replaces, cuts, trims and resets sections, and undoes each edit', async () => {
  const { page, complaints } = await openPage(await openBrowser(), stack.url);
  const sent: Request[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request);
  });
  const sentTo = (path: RegExp) => sent.filter((request) => path.test(new URL(request.url()).pathname));
  await signIn(page, { name: 'Beatrix Potter', email: 'beatrix@example.com' });
  await page.getByRole('searchbox', { name: 'Search for Videos' }).fill('river');
  await page.keyboard.press('Enter');
  await page.getByRole('checkbox', { name: 'River of the north' }).check();
  await page.getByRole('button', { name: 'Process 1 Video' }).click();
  await rows(page).first().waitFor();
  const analysed = await readSections(page);

  // A blank title and refused files.
  const opener = page.getByRole('button', { name: 'Add New Section' });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Add New Section' });
  const save = dialog.getByRole('button', { name: 'Add Section' });
  expect(await save.getAttribute('aria-disabled')).toBe('true');
  await dialog.getByLabel('Title').press('Enter');
  await waitForText(page, 'Title Required');
  const file = dialog.locator('input[type=file]');
  await file.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') });
  await dialog.getByText('You can only upload: video/*, image/*').waitFor();
  await file.setInputFiles(IMAGE);
  await dialog.getByRole('img', { name: 'Preview of sunrise.png' }).waitFor();
  expect(sentTo(/\/api\/objects|\/media\/uploads/)).toEqual([]);

  // An image with a text, which is sent only by Save.
  await dialog.getByLabel('Title').fill('  Sunrise ');
  await dialog.getByLabel('Transcription').fill('  The valley wakes in a warm light. ');
  await save.click();
  await waitForText(page, 'Section Added');
  await dialog.waitFor({ state: 'detached' });
  expect(sentTo(/\/api\/objects\/upload/)).toHaveLength(1);
  expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);
  const withImage = await readSections(page);
  expect(withImage.map((section) => section.id).slice(0, -1)).toEqual(analysed.map((section) => section.id));
  expect(withImage.at(-1)).toMatchObject({
    kind: 'custom',
    title: 'Sunrise',
    transcription: 'The valley wakes in a warm light.',
    media: 'image',
    narrated: true,
    video: { title: 'Custom Video', source: 'Upload', sourceId: 'custom', channel: 'Custom' },
  });
  await page.getByRole('region', { name: 'Preview' }).getByRole('img', { name: 'Sunrise' }).waitFor();

  // A title card after the first section, edited without and with a change.
  await rows(page).first().click();
  await opener.click();
  await dialog.getByLabel('Title').fill('The river');
  await dialog.getByLabel(/^After/).check();
  await save.click();
  await dialog.waitFor({ state: 'detached' });
  expect((await readSections(page))[1]).toMatchObject({ title: 'The river', media: 'none', videoURL: null });

  // All sections in order before anything is rendered: the video, the card, the video again.
  const inOrder = (await readSections(page)).map((section) => section.id);
  await rows(page).first().click();
  const all = page.getByRole('button', { name: 'All sections in order' });
  await all.click();
  const position = page.getByRole('slider', { name: 'Position' });
  await position.press('End');
  for (let step = 0; step < 10; step++) await position.press('ArrowLeft');
  const played = await recordPlayed(page);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(async () => (await played()).slice(0, 3)).toEqual(inOrder.slice(0, 3));
  // On a slow machine, the film may be at its end already.
  await page.evaluate(() => document.querySelector<HTMLElement>('[aria-label="Pause"]')?.click());
  await all.click();
  await rows(page).nth(1).click();

  const edit = page.getByRole('button', { name: 'Edit Section' });
  const editing = page.getByRole('dialog', { name: 'Edit Section' });
  await edit.click();
  await editing.getByRole('button', { name: 'Save Changes' }).click();
  await editing.waitFor({ state: 'detached' });
  expect(sentTo(/\/update$/)).toEqual([]);
  await edit.click();
  await editing.getByLabel('Title').fill('The river in spring');
  await editing.getByRole('button', { name: 'Save Changes' }).click();
  await waitForText(page, 'Section Updated');
  expect(sentTo(/\/update$/).map((request) => request.postDataJSON())).toEqual([
    { title: 'The river in spring' },
  ]);
  expect((await readSections(page))[1]).toMatchObject({ title: 'The river in spring', media: 'none' });

  // Another video replaces the first section's own.
  await rows(page).first().click();
  await edit.click();
  await editing.locator('input[type=file]').setInputFiles(CLIP);
  await editing.getByRole('button', { name: 'Save Changes' }).click();
  await editing.waitFor({ state: 'detached' });
  expect(
    Object.keys(
      sentTo(/\/update$/)
        .at(-1)!
        .postDataJSON() as object,
    ),
  ).toEqual(['videoURL']);
  await expect
    .poll(async () => (await readSections(page))[0])
    .toMatchObject({
      startTime: 0,
      endTime: CLIP_SECONDS,
      videoURL: expect.any(String),
      preview: { videoUrl: expect.any(String) },
    });

  // Split at the playhead by the key. Ctrl+Z joins the section again, Ctrl+Y splits it again.
  const whole = (await readSections(page))[2]!;
  await rows(page).nth(2).click();
  const words = page.locator('[data-word]');
  const fifth = (await readWords(page, whole.id)).words[4]!;
  await words.nth(4).click();
  await page.getByRole('heading', { level: 1 }).click();
  const split = answered(page, /\/split$/);
  await page.keyboard.press('s');
  await split;
  const [left, right] = (await readSections(page)).slice(2, 4);
  const at = left!.endTime;
  expect(left).toMatchObject({ id: whole.id, startTime: whole.startTime });
  expect(right).toMatchObject({ startTime: at, endTime: whole.endTime });
  expect(Math.abs(at - fifth.start)).toBeLessThan(0.1);
  const press = async (keys: string, path: RegExp) => {
    const done = answered(page, path);
    await page.keyboard.press(keys);
    await done;
  };
  await press('Control+z', /\/undo$/);
  expect((await readSections(page))[2]).toMatchObject({ id: whole.id, endTime: whole.endTime });
  await press('Control+y', /\/redo$/);
  expect((await readSections(page))[2]).toMatchObject({ id: whole.id, endTime: at });

  // Trim by the handle, with keys and by dragging, without losing media.
  await page.locator(`[data-select="${right!.id}"]`).click();
  const handle = page.getByRole('slider', { name: 'Out point' });
  const trimmed = answered(page, /\/update$/);
  await handle.press('Shift+ArrowLeft');
  await trimmed;
  expect((await readSections(page))[3]!.endTime).toBeCloseTo(whole.endTime - 1, 2);
  const box = (await handle.boundingBox())!;
  const dragged = answered(page, /\/update$/);
  await page.mouse.move(box.x + 4, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x - 60, box.y + box.height / 2, { steps: 6 });
  await page.mouse.up();
  await dragged;
  const shorter = (await readSections(page))[3]!;
  expect(shorter.endTime).toBeLessThan(whole.endTime - 1.2);
  expect(shorter.preview).toEqual(right!.preview);

  // Selected words become a trim.
  const { words: sectionWords } = await readWords(page, shorter.id);
  const [from, to] = [sectionWords[1]!, sectionWords[3]!];
  await words.nth(1).click();
  await words.nth(3).click({ modifiers: ['Shift'] });
  const cropped = answered(page, /\/update$/);
  await page.getByRole('button', { name: 'Trim to selection' }).click();
  await cropped;
  expect((await readSections(page))[3]).toMatchObject({ startTime: from.start, endTime: to.end });

  // Reset asks first, and its toast undoes it.
  const before = await readSections(page);
  await page.getByRole('button', { name: 'Reset', exact: true }).click();
  const confirmation = page.getByRole('alertdialog');
  await confirmation.getByRole('button', { name: 'Cancel' }).click();
  expect(sentTo(/\/reset$/)).toEqual([]);
  await page.getByRole('button', { name: 'Reset', exact: true }).click();
  await confirmation.getByRole('button', { name: 'Reset' }).click();
  await waitForText(page, 'Clips Reset');
  const after = await readSections(page);
  expect(shape(after).slice(0, analysed.length)).toEqual(shape(analysed));
  expect(after.slice(analysed.length).map((section) => section.title)).toEqual([
    'The river in spring',
    'Sunrise',
  ]);
  const undone = answered(page, /\/undo$/);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await undone;
  expect(shape(await readSections(page))).toEqual(shape(before));

  // A deleted section is restored from the list.
  await page.getByRole('button', { name: 'Sunrise', exact: true }).click();
  await page.getByRole('button', { name: 'Delete Sunrise' }).click();
  await waitForText(page, 'Section Removed');
  await page.getByRole('button', { name: 'Deleted sections' }).click();
  await page.getByRole('button', { name: 'Restore Sunrise' }).click();
  await page.getByText('Nothing deleted.').waitFor();
  expect((await readSections(page)).map((section) => section.title)).toContain('Sunrise');
  expect(complaints).toEqual([]);
});

itInFullTier(
  'keeps the stored sections if the clips cannot be read, and discards unsaved changes',
  async () => {
    const user = await createUser(stack);
    const { projectId, sections } = await createProject(stack, user.id);
    const { page, context, complaints } = await openPage(await openBrowser(), stack.url);
    const [name, value] = user.cookie.split('=') as [string, string];
    await context.addCookies([{ name, value, url: stack.url }]);
    const refuse = (path: RegExp, message: string) =>
      page.route(path, (route) => route.fulfill({ status: 503, json: { code: 'unavailable', message } }));
    await refuse(/\/clips\?/, 'No clips.');
    await page.goto(`/?project=${projectId}&stage=edit`);
    await waitForText(page, 'Using Stored Data');
    await waitForText(page, 'Python API unavailable, using stored sections');
    expect(await rows(page).count()).toBe(sections.length);

    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') calls.push(new URL(request.url()).pathname.split('/').at(-1)!);
    });
    const title = sections[0]!.title;
    await page.getByLabel('Title').fill('Typed in haste');
    const undone = answered(page, /\/undo$/);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await undone;
    expect(calls).toEqual(['update', 'undo']);
    await page.getByRole('button', { name: /^Redo: / }).waitFor();
    expect((await readSections(page))[0]!.title).toBe(title);
    expect(await page.getByLabel('Title').inputValue()).toBe(title);

    await refuse(/\/sections\/reset/, 'The clips are busy.');
    await page.getByRole('button', { name: 'Reset', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click();
    await waitForText(page, 'Reset Failed');
    await waitForText(page, 'The clips are busy.');
    expect(complaints).toEqual([]);
  },
);
