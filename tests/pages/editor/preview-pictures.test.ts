import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { PLAIN_CAPTIONS } from '#contract/caption-look.ts';
import { type Placement, UNFRAMED } from '#contract/placement.ts';
import { renderSection } from '../../../worker/media/render.ts';
import {
  type EditVisit,
  makePlayable,
  openEditStage,
  openTab,
  press,
} from '../../helpers/browser/edit-scene.ts';
import { openScene } from '../../helpers/browser/page-scene.ts';
import { createUpload } from '../../helpers/data/upload.ts';
import { difference, frameAt } from '../../helpers/media/frames.ts';
import { ffmpeg, sectionOf, tempFolder, testFfmpeg } from '../../helpers/media/lavfi.ts';

const scene = await openScene();
const scan = await makePlayable(scene.backend);
const at = tempFolder();
const FILM = { width: 640, height: 360 };
/** Mean difference of the values of two pictures that count as the same, 0 to 255. */
const ALIKE = 5;
let fileCount = 0;

/** Four times as wide as high, and nowhere like elsewhere. */
let image = '';
beforeAll(async () => {
  image = at('wide.png');
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=s=1440x360', '-frames:v', '1', image);
});

/** The editor with this image as its first section, which fills the film. */
async function openImage(): Promise<EditVisit> {
  const visit = await openEditStage(scene, scan, {
    prepare: async ({ userId, projectId, ids: [first] }) => {
      const path = await createUpload(scene.backend, { userId, projectId }, 'image');
      await scene.backend.db
        .updateTable('sections')
        .set({ objectId: path.split('/').at(-1)!, framing: 'fill' })
        .where('id', '=', first!)
        .execute();
    },
    before: ({ page }) => showImage(page),
  });
  await visit.page.locator(`[data-select="${visit.ids[0]}"]`).click();
  return visit;
}

async function showImage(page: Page): Promise<void> {
  const body = await readFile(image);
  await page.route(/\/preview\.jpg$/, (route) => route.fulfill({ body, contentType: 'image/png' }));
}

/** Renders the image's section, of ten seconds; returns its file. */
async function render(placed: Partial<Placement>): Promise<string> {
  const outFile = at(`section-${fileCount++}/section.mov`);
  await mkdir(dirname(outFile));
  const range = { startMs: 0, endMs: 10_000 };
  const placement: Placement = { ...UNFRAMED, framing: 'fill', ...placed };
  const spec = await sectionOf(image, range, { imageFormat: 'png_pipe', placement, ...FILM });
  await renderSection(spec, { ffmpeg: testFfmpeg(), outFile });
  return outFile;
}

/** The film's first picture of the image. */
const inFilm = async (placement: Partial<Placement>) => frameAt(await render(placement), 0, FILM);

/** By how much the preview's picture differs from another one. */
async function differsFrom(page: Page, expected: Buffer): Promise<number> {
  const path = at(`preview-${fileCount++}.png`);
  const style = '[role=slider] { visibility: hidden }';
  await page.locator('[data-film-picture]').screenshot({ path, style });
  return difference(await frameAt(path, 0, FILM), expected);
}

const handle = (page: Page) => page.getByRole('slider', { name: 'Reframe the picture' });
const cropText = (page: Page) => handle(page).getAttribute('aria-valuetext');

describe('a picture that fills the film', () => {
  // product 25.1
  it('is dragged to where it is cut, as in the film, as one edit, and centred by a double click', async () => {
    const { page, read } = await openImage();
    const storedCrop = async () => (await read()).sections[0]!.crop;
    await expect.poll(() => cropText(page)).toBe('50% from the left');
    const box = (await page.locator('[data-film-picture]').boundingBox())!;
    const middle = [box.x + box.width / 2, box.y + box.height / 2] as const;
    // The picture is 4:1 and the film 16:9, so that 5/4 of the film's width are cut.
    const spare = box.width * 1.25;
    await page.mouse.move(...middle);
    await page.mouse.down();
    await page.mouse.move(middle[0] - spare * 0.1, middle[1], { steps: 3 });
    await page.mouse.move(middle[0] - spare * 0.3, middle[1] + 20, { steps: 3 });
    expect(await cropText(page)).toBe('80% from the left');
    // Nothing is saved before it is dropped.
    expect(await storedCrop()).toBe(0.5);
    await page.mouse.up();
    await expect.poll(storedCrop).toBe(0.8);
    const placed = await inFilm({ crop: 0.8 });
    await expect.poll(() => differsFrom(page, placed)).toBeLessThan(ALIKE);
    expect(await differsFrom(page, await inFilm({ crop: 0.7 }))).toBeGreaterThan(ALIKE);
    await press(page, /^Undo: Change the crop of/);
    await expect.poll(() => cropText(page)).toBe('50% from the left');
    await press(page, /^Redo: Change the crop of/);
    await expect.poll(() => cropText(page)).toBe('80% from the left');
    await page.mouse.dblclick(...middle);
    await expect.poll(storedCrop).toBe(0.5);
  });

  // product 25.2
  it('is moved by the arrows on its handle, and restored from a drag by Escape', async () => {
    const { page, read } = await openImage();
    await handle(page).focus();
    for (const [key, told] of [
      ['ArrowRight', '52% from the left'],
      ['Shift+ArrowLeft', '42% from the left'],
      ['End', '100% from the left'],
      ['ArrowRight', '100% from the left'],
      ['Home', '0% from the left'],
    ] as const) {
      await page.keyboard.press(key);
      expect(await cropText(page)).toBe(told);
    }
    await expect.poll(async () => (await read()).sections[0]!.crop).toBe(0);
    // They selected and moved nothing else.
    expect(await page.locator('[data-select][aria-current]').textContent()).toBe('Section 1');
    const box = (await page.locator('[data-film-picture]').boundingBox())!;
    await page.mouse.move(box.x + 200, box.y + 50);
    await page.mouse.down();
    await page.mouse.move(box.x + 100, box.y + 50, { steps: 3 });
    expect(await cropText(page)).not.toBe('0% from the left');
    await page.keyboard.press('Escape');
    await page.mouse.up();
    expect(await cropText(page)).toBe('0% from the left');
    await openTab(page, 'Frame');
    await press(page, 'Centre');
    await expect.poll(() => cropText(page)).toBe('50% from the left');
  });

  // product 25.3
  it("is cropped by touch at 320 px with a large handle, which is hidden if the shape is the film's", async () => {
    const visit = await openImage();
    const context = await visit.context.browser()!.newContext({
      baseURL: scene.url,
      viewport: { width: 320, height: 640 },
      hasTouch: true,
      isMobile: true,
      storageState: await visit.context.storageState(),
    });
    try {
      const page = await context.newPage();
      await showImage(page);
      await page.goto(`/?project=${visit.projectId}&stage=edit`);
      await page.locator(`[data-select="${visit.ids[0]}"]`).tap();
      const target = (await handle(page).boundingBox())!;
      expect([target.width, target.height]).toEqual([44, 44]);
      const box = (await page.locator('[data-film-picture]').boundingBox())!;
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const finger = await context.newCDPSession(page);
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', by?: number) =>
        finger.send('Input.dispatchTouchEvent', {
          type,
          touchPoints: by === undefined ? [] : [{ x: x + by, y }],
        });
      await touch('touchStart', 0);
      for (const by of [0.1, 0.3, 0.5]) await touch('touchMove', box.width * 1.25 * by);
      await touch('touchEnd');
      await expect.poll(async () => (await visit.read()).sections[0]!.crop).toBeCloseTo(0, 1);
    } finally {
      await context.close();
    }
    const { page } = visit;
    await page.locator(`[data-select="${visit.ids[1]}"]`).click();
    await openTab(page, 'Frame');
    await page
      .getByRole('region', { name: 'Selected section' })
      .getByLabel('Framing')
      .selectOption('Fill (crop)');
    await page.locator('[data-film-picture] video').waitFor();
    expect(await handle(page).count()).toBe(0);
  });
});

describe('an image that slowly comes nearer', () => {
  // product 25.5
  it('is as large as in the film, in its section and in the whole film', async () => {
    const { page, read } = await openImage();
    await openTab(page, 'Frame');
    const zoom = page.getByRole('region', { name: 'Selected section' }).getByLabel('Zoom');
    await zoom.selectOption('Slow zoom in');
    await expect.poll(async () => (await read()).sections[0]!.zoom).toBe('in');
    const film = await render({ zoom: 'in' });
    const first = await frameAt(film, 0, FILM);
    const isAsAt = async (position: Locator) => {
      const second = Math.min(9.9, Number(await position.getAttribute('aria-valuenow')));
      return (await differsFrom(page, await frameAt(film, second, FILM))) < ALIKE;
    };
    const own = page.getByRole('region', { name: 'Preview' }).getByRole('slider', { name: 'Position' });
    await expect.poll(() => isAsAt(own)).toBe(true);
    await own.press('End');
    await expect.poll(() => isAsAt(own)).toBe(true);
    expect(await differsFrom(page, first)).toBeGreaterThan(ALIKE);
    await press(page, 'Play film');
    const player = page.getByRole('region', { name: 'Film preview' });
    await player.getByRole('button', { name: 'Pause', exact: true }).click();
    const whole = player.getByRole('slider', { name: 'Position' });
    await whole.press('Home');
    for (let step = 0; step < 15; step++) await whole.press('Shift+ArrowRight');
    expect(await whole.getAttribute('aria-valuenow')).toBe('7.5');
    await expect.poll(() => isAsAt(whole)).toBe(true);
    expect(await differsFrom(page, first)).toBeGreaterThan(ALIKE);
  });
});

describe('a title card', () => {
  // product 25.7, 25.8
  it('has the colour and the length that are chosen, as in the film', async () => {
    const { page, read, ids } = await openEditStage(scene, scan, {
      prepare: async ({ ids: [first] }) => {
        const card = { kind: 'custom', title: 'A river', videoId: null, fetchKey: null, scanKey: null };
        await scene.backend.db
          .updateTable('sections')
          .set({ ...card, original: null, words: '[]', sound: 'muted', startMs: 0, endMs: 3000 })
          .where('id', '=', first!)
          .execute();
      },
    });
    await page.locator(`[data-select="${ids[0]}"]`).click();
    const fields = page.getByRole('region', { name: 'Selected section' });
    await openTab(page, 'Frame');
    await fields.getByLabel('Background').selectOption('Teal');
    await fields.getByLabel('Length', { exact: true }).fill('5.5');
    await fields.getByLabel('Length', { exact: true }).press('Enter');
    await fields.getByRole('button', { name: 'Length 0.1 s longer' }).click();
    await expect
      .poll(async () => (await read()).sections[0])
      .toMatchObject({ background: 'teal', effectiveDuration: 5.6 });
    const card = async (background: Placement['background']) => {
      const outFile = at(`card-${fileCount++}/section.mov`);
      await mkdir(dirname(outFile));
      const spec = await sectionOf(image, { startMs: 0, endMs: 2000 }, { imageFormat: 'png_pipe', ...FILM });
      const text = { title: 'A river', cues: [], look: PLAIN_CAPTIONS };
      const placement = { ...UNFRAMED, background };
      await renderSection({ ...spec, source: null, text, placement }, { ffmpeg: testFfmpeg(), outFile });
      // The animation of the title has ended by this frame.
      return frameAt(outFile, 1, FILM);
    };
    const teal = await card('teal');
    await expect.poll(() => differsFrom(page, teal)).toBeLessThan(ALIKE);
    expect(await differsFrom(page, await card('dark'))).toBeGreaterThan(ALIKE);
  });
});
