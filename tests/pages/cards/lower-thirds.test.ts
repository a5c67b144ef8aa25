import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { PLAIN_CAPTIONS } from '#contract/caption-look.ts';
import { scanMedia } from '#contract/jobs/processing.ts';
import { type Aspect, ASPECTS } from '#contract/shapes.ts';
import type { LowerStyle } from '#contract/section-settings.ts';
import { filmSize } from '#film/framing/size.ts';
import { findProjects } from '#core/repositories/projects/projects.ts';
import { makeCues } from '#film/captions/cues.ts';
import { freezeFilm } from '../../../server/services/films/freeze-film.ts';
import { renderSection } from '../../../worker/media/render.ts';
import { makePlayable, openEditStage, press, rows } from '../../helpers/browser/edit-scene.ts';
import { apart, chooseShape, type Ink, inkAroundOnPage, inkIn } from '../../helpers/browser/film-picture.ts';
import { openScene } from '../../helpers/browser/page-scene.ts';
import { ffmpeg, sectionOf, tempFolder, testFfmpeg } from '../../helpers/media/lavfi.ts';

const scene = await openScene();
const { backend } = scene;
const at = tempFolder();
const scan = await makePlayable(backend, 'color=c=gray:s=640x360:r=10');
let fileCount = 0;

const THIRDS = [
  ['Maya Rahman', 'Boat builder, Chittagong'],
  ['মায়া রহমান', 'নৌকার কারিগর, চট্টগ্রাম'],
  ['माया रहमान', 'नाव बनाने वाली, चटगाँव'],
  ['Dr. Alexandra Konstantinopoulou-Richardson the Third', ''],
] as const;
/** When the frames are compared, in seconds. */
const SEEN = 2;
/** The frame rate of the rendered sections, of which one frame is used. */
const FRAME_RATE = 5;
const media = testFfmpeg();

/** Returns the film's frame of each section while its lower third is visible. */
async function inFilm(projectId: string, aspect: Aspect, burnSubtitles = false): Promise<Ink[]> {
  const [project] = await findProjects(backend.db, [projectId]);
  const request = { language: 'en', quality: '720p', aspect, framing: 'fill', burnSubtitles } as const;
  const film = await freezeFilm(backend.db, project!, request, { translates: () => false });
  const { path } = (await backend.artifacts.find(scanMedia, scan))!;
  const pictures: Ink[] = [];
  for (const section of film.sections) {
    const cues = burnSubtitles ? makeCues(section.words, 10_000, film) : [];
    const text = { title: null, cues, look: PLAIN_CAPTIONS, lowerThird: section.lowerThird ?? null };
    const range = { startMs: section.startMs, endMs: section.startMs + SEEN * 1000 + 200 };
    const more = { placement: section, text, ...filmSize('720p', aspect), frameRate: FRAME_RATE };
    const outFile = at(`section-${fileCount++}/section.mov`);
    await mkdir(dirname(outFile));
    const spec = await sectionOf(await path('proxy.mp4'), range, more);
    await renderSection(spec, { ffmpeg: media, outFile });
    await ffmpeg('-ss', String(SEEN), '-i', outFile, '-frames:v', '1', `${outFile}.png`);
    pictures.push(await inkIn(`${outFile}.png`, film));
  }
  return pictures;
}

const openThirds = (captions = false, lowerStyle: LowerStyle = 'boxed') =>
  openEditStage(scene, scan, {
    sections: THIRDS.length,
    prepare: async ({ ids }) => {
      for (const [index, [lowerName, lowerDetail]] of THIRDS.entries()) {
        await backend.db
          .updateTable('sections')
          .set({ lowerName, lowerDetail, lowerStyle, sound: 'original', captions })
          .where('id', '=', ids[index]!)
          .execute();
      }
    },
  });

/** Hides everything over the video that is not drawn, and the page behind its corners. */
const clear = (page: Page) =>
  page.addStyleTag({
    content:
      '* { border-radius: 0 !important } [data-film-picture] :is(button, [role=slider]) { display: none !important }',
  });

/** Seeks a player to the time of comparison, relative to a section's start. */
async function goTo(position: Locator, start: number): Promise<void> {
  await expect
    .poll(async () => {
      if (Number(await position.getAttribute('aria-valuenow')) < start + SEEN) {
        await position.press('Shift+ArrowRight');
      }
      return Number(await position.getAttribute('aria-valuenow'));
    })
    .toBe(start + SEEN);
}

const own = (page: Page) =>
  page.getByRole('region', { name: 'Preview', exact: true }).getByRole('slider', { name: 'Position' });

const inkOnScreen = (page: Page) => inkAroundOnPage(page, at(`page-${fileCount++}.png`));

describe('lower third', () => {
  // product 25.13
  it.each(ASPECTS)('matches the film of %s in any script', async (aspect) => {
    const { page, projectId } = await openThirds();
    await clear(page);
    const expected = await inFilm(projectId, aspect);
    await chooseShape(page, aspect);
    await page.getByRole('button', { name: /^Film options/ }).click();
    await page.getByRole('region', { name: 'Film options' }).getByLabel('Framing').selectOption('fill');
    await page.keyboard.press('Escape');
    for (const [index, { bright, dark }] of expected.entries()) {
      await rows(page).nth(index).click();
      await goTo(own(page), index * 10);
      // Within the area that every screen shows around its letters, and in the lower half.
      expect([bright.length, dark.length]).toEqual([1, 1]);
      expect([dark[0]!.left > 0.04, dark[0]!.right < 0.96, dark[0]!.bottom < 0.81]).toEqual([
        true,
        true,
        true,
      ]);
      expect(dark[0]!.top).toBeGreaterThan(0.5);
      await expect
        .poll(async () => [index, ...apart(await inkOnScreen(page), { bright, dark }, aspect)])
        .toEqual([index]);
    }
    await press(page, 'Play film');
    const monitor = page.getByRole('region', { name: 'Film preview' });
    await monitor.getByRole('button', { name: 'Pause', exact: true }).click();
    for (const index of [1, 2]) {
      await rows(page)
        .nth(index + 1)
        .click();
      await rows(page).nth(index).click();
      await goTo(monitor.getByRole('slider', { name: 'Position' }), index * 10);
      await expect
        .poll(async () => [index, ...apart(await inkOnScreen(page), expected[index]!, aspect)])
        .toEqual([index]);
    }
  });

  // product 25.28
  it.each(['plain', 'line'] as const)('matches the film in the style %s', async (lowerStyle) => {
    const { page, projectId } = await openThirds(false, lowerStyle);
    await clear(page);
    const [expected] = await inFilm(projectId, '16:9');
    await rows(page).first().click();
    await goTo(own(page), 0);
    await expect.poll(async () => apart(await inkOnScreen(page), expected!, '16:9')).toEqual([]);
  });

  // product 25.14
  it('moves captions to the top while it is visible, as in the film', async () => {
    const { page, projectId } = await openThirds(true);
    await clear(page);
    await page.getByRole('button', { name: /^Film options/ }).click();
    const options = page.getByRole('region', { name: 'Film options' });
    await options.getByLabel('Framing').selectOption('fill');
    await options.getByRole('checkbox', { name: /^Burn in captions/ }).check();
    await page.keyboard.press('Escape');
    const [expected] = await inFilm(projectId, '16:9', true);
    expect([expected!.bright[0]!.top < 0.2, expected!.bright[0]!.bottom < 0.9]).toEqual([true, true]);
    await rows(page).first().click();
    await goTo(own(page), 0);
    await expect.poll(async () => apart(await inkOnScreen(page), expected!, '16:9')).toEqual([]);
  });
});
