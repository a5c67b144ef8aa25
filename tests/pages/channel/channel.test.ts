import type { Page, Route } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { fetchMedia } from '#contract/jobs/processing.ts';
import { insertArtifact } from '#core/repositories/media/artifacts.ts';
import { insertPublication } from '#core/repositories/projects/publications.ts';
import { insertRun } from '#core/runs/start-run.ts';
import { answer, refuse } from '../../helpers/browser/answers.ts';
import { openScene } from '../../helpers/browser/page-scene.ts';
import {
  addLink,
  card,
  cards,
  chosen,
  dialog,
  heading,
  openSearch,
  toast,
  siteVideo,
} from '../../helpers/browser/add-video.ts';
import { createUser } from '../../helpers/data/user.ts';

const scene = await openScene();

describe('Upload Video to YouTube', () => {
  const VIDEO = { name: 'waves.mp4', mimeType: 'video/mp4', buffer: Buffer.from('waves') };
  const NAME = 'Upload Video to YouTube';
  const open = (page: Page) => page.getByRole('button', { name: 'Upload to YouTube' }).click();
  const upload = (page: Page) => dialog(page, NAME).getByRole('button', { name: /^Upload(ing\.\.\.)?$/ });
  const POST = /\/api\/youtube\/upload\?/;

  // product 2.52, 4.29, 5.7, 5.8, 7.12, 8.31
  it('sends title, description and file in one form, then puts the uploaded video first and selects it', async () => {
    const { page } = await openSearch(scene, 'My Channel');
    await addLink(page, 'https://example.com/film.mp4');
    await card(page, 'Video from example.com').waitFor();
    await open(page);
    const form = dialog(page, NAME);
    await form.locator('input[type=file]').setInputFiles(VIDEO);
    await form.getByLabel('Title').fill(' Waves ');
    await form.getByLabel('Description (optional)').fill('At the sea');
    const posts: Route[] = [];
    await page.route(POST, (route) => void posts.push(route));
    await upload(page).click();
    await expect.poll(() => posts.length).toBe(1);
    expect(await upload(page).getAttribute('aria-disabled')).toBe('true');
    await form.getByRole('progressbar', { name: 'Uploading waves.mp4' }).waitFor();
    const parts = [
      ...posts[0]!
        .request()
        .postData()!
        .matchAll(/name="(\w+)"[^]*?\r\n\r\n([^]*?)\r\n--/g),
    ];
    expect(parts.map(([, name, value]) => [name, value])).toEqual([
      ['title', 'Waves'],
      ['description', 'At the sea'],
      ['video', 'waves'],
    ]);
    // Input during the upload stays, with a note that this attempt does not include it.
    await form.getByLabel('Description (optional)').fill('At the wide sea');
    await form.getByText(/before clicking Upload/).waitFor();
    const video = { ...siteVideo, id: 'upload_1', title: 'Waves' };
    await posts[0]!.fulfill({ json: video });
    await toast(page, 'Video Uploaded Successfully').waitFor();
    await form.waitFor({ state: 'detached' });
    await heading(page, 'All Videos (2)');
    expect(await cards(page).first().innerText()).toContain('Waves');
    expect(await chosen(page, 'Waves').isChecked()).toBe(true);
    await open(page);
    expect(await form.getByLabel('Title').inputValue()).toBe('');
    await form.getByText(/^Drop one video here/).waitFor();
  });

  // product 5.7, 8.4
  it('reports a failed upload, keeps the form, and sends it again', async () => {
    const { page } = await openSearch(scene, 'My Channel');
    await open(page);
    const form = dialog(page, NAME);
    await form.locator('input[type=file]').setInputFiles(VIDEO);
    await form.getByLabel('Title').fill('Waves');
    await refuse(page, POST, 502, 'YouTube did not take the video.');
    await upload(page).click();
    await toast(page, 'Upload Failed').waitFor();
    await toast(
      page,
      'Could not upload video to YouTube. Please check your connection and try again. YouTube did not take the video.',
    ).waitFor();
    await form.getByText('Failed to upload waves.mp4').waitFor();
    await form.getByText('YouTube did not take the video.').waitFor();
    expect(await form.getByLabel('Title').inputValue()).toBe('Waves');
    await answer(page, POST, () => ({ json: { ...siteVideo, title: 'Waves' } }));
    await form.getByRole('button', { name: 'Retry' }).click();
    await toast(page, 'Video Uploaded Successfully').waitFor();
  });
});

describe('Uploads to YouTube', () => {
  const rows = (page: Page) => page.getByRole('list', { name: 'Uploads to YouTube' });

  it('shows a failed upload again after a reload, unless it was sent again or dismissed', async () => {
    const user = await createUser(scene.backend);
    const fail = async (title: string, message: string, ...sent: string[]) => {
      for (const status of ['failed', ...sent]) {
        const { id } = await scene.backend.db
          .insertInto('runs')
          .values({
            kind: 'publishing',
            userId: user.id,
            input: JSON.stringify({ title }),
            status,
            message,
            finishedAt: new Date(),
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        const details = {
          artifactKey: `${user.id} ${title}`,
          channelId: 'UCtest',
          privacy: 'private',
          title,
        };
        await insertPublication(scene.backend.db, {
          ...details,
          runId: id,
          userId: user.id,
          projectId: null,
          language: null,
        });
      }
    };
    await fail('Boats', 'YouTube interrupted this upload.');
    await fail('Birds', 'YouTube takes no more uploads from here today.');
    await fail('Waves', 'YouTube found this file to be empty.', 'completed');
    const { page } = await scene.visit(user);
    await page.goto('/');
    const items = rows(page).getByRole('listitem');
    const [boats, birds] = ['Boats', 'Birds'].map((title) =>
      items.filter({ hasText: `upload “${title}” to YouTube` }),
    );
    await birds!.waitFor();
    expect(await items.count()).toBe(2);
    await birds!.getByRole('button', { name: 'Dismiss' }).click();
    await birds!.waitFor({ state: 'detached' });
    await page.reload();
    await boats!.waitFor();
    expect(await items.count()).toBe(1);
  });

  it('resumes a cancelled upload, also after a reload, as long as its file exists', async () => {
    const { db } = scene.backend;
    const user = await createUser(scene.backend);
    const send = async (title: string) => {
      const key = `${user.id} ${title}`;
      const { name: job, version } = fetchMedia;
      await insertArtifact(db, { key, job, version, ownerId: user.id, data: {}, files: [] });
      const details = { channelId: 'UCtest', privacy: 'private', description: '', language: null } as const;
      const input = { of: 'upload', artifactKey: key, title, ...details } as const;
      await insertRun(db, 'publishing', { userId: user.id, projectId: null, input });
      return key;
    };
    await send('Waves');
    const boatsKey = await send('Boats');
    const { page } = await scene.visit(user);
    await page.goto('/');
    const items = rows(page).getByRole('listitem');
    const inRow = (title: string, name: string) =>
      items.filter({ hasText: title }).getByRole('button', { name, exact: true });
    for (const title of ['Waves', 'Boats']) {
      await inRow(title, 'Cancel').click();
      await inRow(title, 'Resume').waitFor();
    }
    await db.deleteFrom('artifacts').where('key', '=', boatsKey).execute();
    await page.reload();
    await inRow('Waves', 'Resume').click();
    await inRow('Waves', 'Cancel').waitFor();
    expect(await items.count()).toBe(1);
    await page.reload();
    await inRow('Waves', 'Cancel').waitFor();
    expect(await items.count()).toBe(1);
  });
});
