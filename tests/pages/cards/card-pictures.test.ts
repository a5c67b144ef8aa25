import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { PLAIN_CAPTIONS } from '#contract/caption-look.ts';
import { UNFRAMED } from '#contract/placement.ts';
import { scanMedia } from '#contract/jobs/processing.ts';
import { renderSection, type SectionSpec } from '../../../worker/media/render.ts';
import { makePlayable, openEditStage, openTab, press } from '../../helpers/browser/edit-scene.ts';
import { openScene } from '../../helpers/browser/page-scene.ts';
import { createUpload } from '../../helpers/data/upload.ts';
import { difference, frameAt } from '../../helpers/media/frames.ts';
import { ffmpeg, sectionOf, tempFolder, testFfmpeg } from '../../helpers/media/lavfi.ts';

const scene = await openScene();
const { backend } = scene;
// Red on the left and blue on the right up to its 12th second, then the other way round.
const halves = 'color=red:s=320x360:r=10[a];color=blue:s=320x360:r=10[b];[a][b]hstack';
const scan = await makePlayable(backend, `${halves},hue=h='if(lt(t,12),0,120)'`);
const at = tempFolder();
const FILM = { width: 1280, height: 720 };
/** The largest mean difference between the values of two frames that count as equal, 0 to 255. */
const ALIKE = 6;
const text = { title: 'A river', overPicture: true, cues: [], look: PLAIN_CAPTIONS };
let fileCount = 0;

/** Returns by how much the preview's frame differs from another one. */
async function differsFrom(page: Page, expected: Buffer): Promise<number> {
  const path = at(`preview-${fileCount++}.png`);
  await page.locator('[data-film-picture]').screenshot({ path });
  return difference(await frameAt(path, 0, FILM), expected);
}

/** Renders a section and returns its frame in the film. */
async function renderFrame(spec: SectionSpec): Promise<Buffer> {
  const outFile = at(`section-${fileCount++}/section.mov`);
  await mkdir(dirname(outFile));
  await renderSection(spec, { ffmpeg: testFfmpeg(), outFile });
  // By then the title has settled.
  return frameAt(outFile, 1, FILM);
}

// product 25.17
it('draws a blurred frame of the video before or after a title card as the film draws it', async () => {
  const { page, ids } = await openEditStage(scene, scan, {
    prepare: async ({ ids: [, second] }) => {
      const card = { kind: 'custom', title: 'A river', videoId: null, fetchKey: null, scanKey: null };
      await backend.db
        .updateTable('sections')
        .set({ ...card, original: null, words: '[]', sound: 'muted', startMs: 0, endMs: 3000 })
        .where('id', '=', second!)
        .execute();
    },
  });
  const { path } = (await backend.artifacts.find(scanMedia, scan))!;
  const inFilm = async (atMs: number) => {
    const range = { startMs: atMs, endMs: atMs + 2000 };
    const { source, ...spec } = await sectionOf(await path('proxy.mp4'), range, { text, ...FILM });
    return renderFrame({ ...spec, source: null, backdrop: { ...source!, atMs } });
  };
  // The sections last ten seconds each.
  const [before, after] = [await inFilm(9900), await inFilm(20_000)];
  expect(difference(before, after)).toBeGreaterThan(2 * ALIKE);
  await page.locator(`[data-select="${ids[1]}"]`).click();
  await openTab(page, 'Frame');
  const background = page.getByRole('region', { name: 'Selected section' }).getByLabel('Background');
  await background.focus();
  await background.selectOption('Next video, blurred');
  await expect.poll(() => differsFrom(page, after)).toBeLessThan(ALIKE);
  await background.selectOption('Previous video, blurred');
  await expect.poll(() => differsFrom(page, before)).toBeLessThan(ALIKE);
  await press(page, 'Play film');
  const monitor = page.getByRole('region', { name: 'Film preview' });
  await monitor.getByRole('button', { name: 'Pause', exact: true }).click();
  await page.locator(`[data-select="${ids[0]}"]`).click();
  await page.locator(`[data-select="${ids[1]}"]`).click();
  await expect.poll(() => differsFrom(page, before)).toBeLessThan(ALIKE);
});

// product 25.19
it('draws a title over a darkened image as the film draws it', async () => {
  const image = at('image.png');
  // Without edges between colours, since a measured frame of the film has half the resolution there.
  const slope = 'gradients=s=640x360:c0=red:c1=blue:x0=0:y0=0:x1=639:y1=359';
  await ffmpeg('-f', 'lavfi', '-i', slope, '-frames:v', '1', image);
  const { page, read, ids } = await openEditStage(scene, scan, {
    prepare: async ({ userId, projectId, ids: [first] }) => {
      const path = await createUpload(backend, { userId, projectId }, 'image');
      await backend.db
        .updateTable('sections')
        .set({ objectId: path.split('/').at(-1)!, title: 'A river' })
        .where('id', '=', first!)
        .execute();
    },
    before: async ({ page: opened }) => {
      const body = await readFile(image);
      await opened.route(/\/preview\.jpg$/, (route) => route.fulfill({ body, contentType: 'image/png' }));
    },
  });
  const spec = await sectionOf(image, { startMs: 0, endMs: 2000 }, { imageFormat: 'png_pipe', ...FILM });
  const bare = await renderFrame(spec);
  const titled = await renderFrame({
    ...spec,
    text,
    placement: { ...UNFRAMED, titled: true, cardStyle: 'large' },
  });
  await page.locator(`[data-select="${ids[0]}"]`).click();
  await expect.poll(() => differsFrom(page, bare)).toBeLessThan(ALIKE);
  await openTab(page, 'Frame');
  const fields = page.getByRole('region', { name: 'Selected section' });
  await fields.getByRole('checkbox', { name: 'Title over the image' }).press('Space');
  await fields.getByLabel('Title style').selectOption('Large');
  await expect.poll(() => differsFrom(page, titled)).toBeLessThan(ALIKE);
  expect(await differsFrom(page, bare)).toBeGreaterThan(2 * ALIKE);
  await expect
    .poll(async () => (await read()).sections[0])
    .toMatchObject({ titled: true, cardStyle: 'large' });
});
