import { mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { excerptSchema } from '#contract/excerpt.ts';
import { UNFRAMED } from '#contract/placement.ts';
import type { Aspect } from '#contract/shapes.ts';
import type { Framing } from '#contract/section-settings.ts';
import { NO_ROOM, planFit } from '#film/time/fit.ts';
import { probeMedia } from '#core/ffmpeg/probe.ts';
import { IMAGE_FORMATS } from '#core/ffmpeg/inputs.ts';
import { filmSize } from '#film/framing/size.ts';
import { renderSection, type SectionSpec } from '../../../worker/media/render.ts';
import { makePlayable, openEditStage, openTab, rows } from '../../helpers/browser/edit-scene.ts';
import { ffmpeg, firstPicture, sectionOf, tempFolder, testFfmpeg } from '../../helpers/media/lavfi.ts';
import { type InkBox, inkApart, inkLines } from '../../helpers/media/frames.ts';
import { chooseShape, inkOnPage } from '../../helpers/browser/film-picture.ts';
import { openScene } from '../../helpers/browser/page-scene.ts';
import { SCAN } from '../../helpers/data/project.ts';
import { createUpload } from '../../helpers/data/upload.ts';

const scene = await openScene();
const scan = await makePlayable(scene.backend);
const at = tempFolder();
let fileCount = 0;

/** Brighter than any backdrop. */
const BRIGHT = 200;

/** A film's section with this aspect and the image of this file: its video's file. */
async function rendered(aspect: Aspect, image: string, framing: Framing): Promise<string> {
  const film = filmSize('720p', aspect);
  const spec: SectionSpec = {
    ...film,
    excerpt: excerptSchema.parse({ startMs: 0, endMs: 500 }),
    placement: { ...UNFRAMED, framing },
    fit: planFit({ sectionMs: 500, narration: null, room: NO_ROOM, frameRate: 30, still: true }),
    narrationPath: null,
    source: await imageSource(image),
    text: null,
  };
  const outFile = at(`section-${fileCount++}/section.mov`);
  await mkdir(dirname(outFile));
  await renderSection(spec, { ffmpeg: testFfmpeg(), outFile });
  return outFile;
}

/** What is bright in a picture of the film. */
const brightIn = async (path: string, aspect: Aspect): Promise<InkBox[]> =>
  inkLines(await firstPicture(path, 'gray'), filmSize('720p', aspect), BRIGHT);

/** How light the left edge of a file's picture is, 0 to 255. */
async function edgeLight(path: string): Promise<number> {
  const edge = `${path}.edge.png`;
  const strip = 'crop=iw/40:ih/2:iw/100:ih/4,scale=1:1:flags=area';
  await ffmpeg('-i', path, '-frames:v', '1', '-vf', strip, edge);
  return (await firstPicture(edge, 'gray'))[0]!;
}

async function imageSource(path: string) {
  const { video, formatName } = await probeMedia(testFfmpeg(), path, { formats: IMAGE_FORMATS });
  return {
    path,
    imageFormat: formatName,
    video: video!,
    formatName,
    audio: null,
    gainDb: 0,
    truePeakDb: null,
  };
}

/** The position of the film's picture in the preview. */
const picture = (page: Page) => page.locator('[data-film-picture]');

const inPreview = (page: Page, limit = BRIGHT): Promise<InkBox[]> =>
  inkOnPage(page, at(`preview-${fileCount++}.png`), limit);

async function chooseFraming(page: Page, framing: Framing): Promise<void> {
  await page.getByRole('button', { name: /^Film options/ }).click();
  await page.getByRole('region', { name: 'Film options' }).getByLabel('Framing').selectOption(framing);
  await page.keyboard.press('Escape');
}

/** The editor in a window so tall that a pixel of the picture is less than the tolerance, in every shape. */
async function openTall(...given: Parameters<typeof openEditStage>): ReturnType<typeof openEditStage> {
  const opened = await openEditStage(...given);
  await opened.page.setViewportSize({ width: 1440, height: 1300 });
  return opened;
}

/** The editor, with the image of this file as its first section. */
function openImage(image: string): ReturnType<typeof openEditStage> {
  return openTall(scene, scan, {
    prepare: async ({ userId, projectId, ids: [first] }) => {
      const path = await createUpload(scene.backend, { userId, projectId }, 'image');
      await scene.backend.db
        .updateTable('sections')
        .set({ objectId: path.split('/').at(-1)! })
        .where('id', '=', first!)
        .execute();
    },
    before: async ({ page: opened }) => {
      const body = await readFile(image);
      await opened.route(/\/preview\.jpg$/, (route) => route.fulfill({ body, contentType: 'image/png' }));
    },
  });
}

describe('an image', () => {
  // product 4.73, 4.81
  it.each([
    ['tall', 600, 900],
    ['wide', 1200, 300],
    ['small', 40, 30],
  ])('that is %s is framed as in the film, whatever its shape', async (name, width, height) => {
    const image = at(`${name}.png`);
    await ffmpeg('-f', 'lavfi', '-i', `color=c=white:s=${width}x${height}`, '-frames:v', '1', image);
    const { page, ids } = await openImage(image);
    await page.locator(`[data-select="${ids[0]}"]`).click();
    for (const [aspect, framing] of [
      ['16:9', 'blurred'],
      ['9:16', 'blurred'],
      ['9:16', 'fit'],
      ['1:1', 'fill'],
      ['4:5', 'blurred'],
      ['4:5', 'fill'],
      ['4:5', 'fit'],
      ['16:9', 'fit'],
    ] as const) {
      await chooseShape(page, aspect);
      await chooseFraming(page, framing);
      const expected = await brightIn(await rendered(aspect, image, framing), aspect);
      await expect
        .poll(async () => [aspect, framing, ...inkApart(await inPreview(page), expected, 0.005)])
        .toEqual([aspect, framing]);
    }
  });

  it('has a backdrop as light at its edges as in the film', async () => {
    const image = at('light.png');
    await ffmpeg('-f', 'lavfi', '-i', 'color=c=white:s=300x900', '-frames:v', '1', image);
    const { page, ids } = await openImage(image);
    await page.locator(`[data-select="${ids[0]}"]`).click();
    await chooseFraming(page, 'blurred');
    const expectedLight = await edgeLight(await rendered('16:9', image, 'blurred'));
    const path = at('light-preview.png');
    const lightError = async () => {
      await picture(page).screenshot({ path });
      return Math.abs((await edgeLight(path)) / expectedLight - 1);
    };
    await expect.poll(lightError).toBeLessThan(0.03);
  });
});

describe('a tall video', () => {
  // product 4.73
  it('stands whole on its blurred copy in a wide film, or fills it, and is one with a tall film', async () => {
    const video = at('tall.mp4');
    const still = 'color=c=white:s=180x320:d=60:r=10';
    await ffmpeg('-f', 'lavfi', '-i', still, '-c:v', 'libx264', '-pix_fmt', 'yuv420p', video);
    const { page } = await openTall(scene, scan, {
      before: async ({ page: opened }) => {
        const body = await readFile(video);
        await opened.route(/\/thumbnail\.jpg/, (route) => route.abort());
        await opened.route(/\/proxy\.mp4/, (route) => route.fulfill({ body, contentType: 'video/mp4' }));
      },
    });
    await rows(page).first().click();
    const side = (1 - (9 / 16) * (9 / 16)) / 2;
    const wide = { left: side, right: 1 - side, top: 0, bottom: 1 };
    await expect.poll(async () => inkApart(await inPreview(page), [wide], 0.005)).toEqual([]);
    // The backdrop of a white picture is grey, up to the left edge of the film.
    await expect.poll(async () => (await inPreview(page, 60))[0]?.left).toBeLessThan(0.01);
    await openTab(page, 'Frame');
    const section = page.getByRole('region', { name: 'Selected section' });
    await section.getByLabel('Framing').selectOption('Fit (black bars)');
    await expect.poll(async () => (await inPreview(page, 60))[0]?.left).toBeGreaterThan(0.3);
    await section.getByLabel('Framing').selectOption('Fill (crop)');
    const fullFrame = { left: 0, right: 1, top: 0, bottom: 1 };
    await expect.poll(async () => inkApart(await inPreview(page), [fullFrame], 0.005)).toEqual([]);
    await section.getByLabel('Crop', { exact: true }).press('Home');
    const placed = picture(page).locator('video');
    await expect.poll(() => placed.evaluate((video) => getComputedStyle(video).objectPosition)).toBe('0% 0%');
    await chooseShape(page, '9:16');
    const whole = { left: 0, right: 1, top: 0, bottom: 1 };
    await expect.poll(async () => inkApart(await inPreview(page), [whole], 0.005)).toEqual([]);
  });
});

describe('a video with black bars', () => {
  // product 4.73
  it('is previewed without them in each framing, as the film shows it', async () => {
    const picture = 'color=c=white:s=320x136:r=10,pad=320:180:0:22';
    const barred = await makePlayable(scene.backend, picture);
    // A line more than they have, as the scan reports them.
    const bars = { left: 0, top: 23 / 180, right: 0, bottom: 23 / 180 };
    const { db } = scene.backend;
    const data = { ...SCAN, bars: [{ startMs: 0, endMs: SCAN.durationMs, ...bars, stable: true }] };
    await db
      .updateTable('artifacts')
      .set({ data: JSON.stringify(data) })
      .where('key', '=', barred)
      .execute();
    const video = at('barred.mp4');
    const coding = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p'];
    await ffmpeg('-f', 'lavfi', '-i', picture, '-t', '1', ...coding, video);
    const film = async (aspect: Aspect, framing: Framing, crop: number) => {
      const outFile = at(`barred-${fileCount++}.mov`);
      const placement = { ...UNFRAMED, framing, crop, bars };
      const spec = await sectionOf(
        video,
        { startMs: 0, endMs: 500 },
        { ...filmSize('720p', aspect), placement },
      );
      await renderSection(spec, { ffmpeg: testFfmpeg(), outFile });
      return outFile;
    };
    const { page } = await openTall(scene, barred, {
      // It would hide the video's first frame.
      before: async ({ page: opened }) => {
        await opened.route(/\/thumbnail\.jpg/, (route) => route.abort());
      },
    });
    await rows(page).first().click();
    await openTab(page, 'Frame');
    const section = page.getByRole('region', { name: 'Selected section' });
    for (const [aspect, framing] of [
      ['16:9', 'blurred'],
      ['16:9', 'fill'],
      ['9:16', 'fit'],
      ['9:16', 'blurred'],
    ] as const) {
      await chooseShape(page, aspect);
      await section.getByLabel('Framing').selectOption(framing);
      const rendered = await film(aspect, framing, 0.5);
      const bright = await brightIn(rendered, aspect);
      await expect
        .poll(async () => [aspect, framing, ...inkApart(await inPreview(page), bright, 0.005)])
        .toEqual([aspect, framing]);
      // The backdrop of a white picture is grey; the bars would be black.
      const grey = inkLines(await firstPicture(rendered, 'gray'), filmSize('720p', aspect), 60);
      await expect
        .poll(async () => [aspect, framing, ...inkApart(await inPreview(page, 60), grey, 0.005)])
        .toEqual([aspect, framing]);
    }
  });
});
