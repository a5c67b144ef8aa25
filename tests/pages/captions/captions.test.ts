import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { type CaptionGround, groundOf, isHighlighted, lookOf } from '#film/captions/caption-look.ts';
import { type CaptionLook, PLAIN_CAPTIONS } from '#contract/caption-look.ts';
import { scanMedia } from '#contract/jobs/processing.ts';
import type { Aspect } from '#contract/shapes.ts';
import { filmSize } from '#film/framing/size.ts';
import { findProjects } from '#core/repositories/projects/projects.ts';
import { makeCues } from '#film/captions/cues.ts';
import { freezeFilm } from '../../../server/services/films/freeze-film.ts';
import { renderSection } from '../../../worker/media/render.ts';
import { done, makePlayable, openEditStage, openTab, press, rows } from '../../helpers/browser/edit-scene.ts';
import { apart, type Ink, inkAroundOnPage, inkIn } from '../../helpers/browser/film-picture.ts';
import { openScene } from '../../helpers/browser/page-scene.ts';
import { ffmpeg, sectionOf, tempFolder, testFfmpeg } from '../../helpers/media/lavfi.ts';

const scene = await openScene();
const { backend } = scene;
const at = tempFolder();
const scan = await makePlayable(backend, 'color=c=gray:s=640x360:r=10');
let fileCount = 0;

/** The transcript of the sections, from their starts. */
const TEXTS = [
  'The river begins as a small stream, and in the spring the snow melts.',
  'নদীটি একটি ছোট স্রোত হিসেবে শুরু হয়, আর বসন্তে ক্ষুদ্র বরফ গলে যায়।',
  'नदी एक छोटी धारा के रूप में शुरू होती है, और वसंत में बर्फ पिघलती है।',
];
const look = (
  ground: CaptionGround,
  highlighted: boolean,
  others: Partial<CaptionLook> = {},
): CaptionLook => ({
  ...PLAIN_CAPTIONS,
  ...lookOf(ground, highlighted),
  ...others,
});
/** Each background, place, size and style, and a colour with and without a highlight. */
const LOOKS: [Aspect, CaptionLook][] = [
  ['9:16', look('pill', true)],
  ['16:9', look('lines', false)],
  ['16:9', look('boxed', false, { captionPlace: 'top', captionSize: 'small', captionColor: 'yellow' })],
  ['16:9', look('lines', true, { captionPlace: 'middle', captionSize: 'large' })],
  ['1:1', look('outline', true, { captionPlace: 'middle' })],
  ['4:5', look('pill', false, { captionPlace: 'top', captionColor: 'pink' })],
];
/**
 * When captions are compared, in seconds of each section: in the first frame, and while a later word is
 * spoken.
 */
const MOMENTS = [0, 2];
/** The frame rate of the rendered sections, of which only the frames at these moments are used. */
const FRAME_RATE = 5;
const media = testFfmpeg();

/** Returns the film's frames of each section with such captions, at the moments. */
async function inFilm(projectId: string, aspect: Aspect, look: CaptionLook): Promise<Ink[][]> {
  const [project] = await findProjects(backend.db, [projectId]);
  const request = { language: 'en', quality: '720p', aspect, framing: 'fill', burnSubtitles: true } as const;
  const film = await freezeFilm(backend.db, project!, { ...request, ...look }, { translates: () => false });
  const { path } = (await backend.artifacts.find(scanMedia, scan))!;
  const pictures: Ink[][] = [];
  for (const section of film.sections) {
    const text = { title: null, cues: makeCues(section.words, 10_000, film), look: film };
    const more = { placement: section, text, ...filmSize('720p', aspect), frameRate: FRAME_RATE };
    const range = { startMs: section.startMs, endMs: section.startMs + MOMENTS.at(-1)! * 1000 + 200 };
    const outFile = at(`section-${fileCount++}/section.mov`);
    await mkdir(dirname(outFile));
    await renderSection(await sectionOf(await path('proxy.mp4'), range, more), {
      ffmpeg: media,
      outFile,
    });
    const inks: Ink[] = [];
    for (const second of MOMENTS) {
      await ffmpeg('-ss', String(second), '-i', outFile, '-frames:v', '1', '-y', `${outFile}.png`);
      inks.push(await inkIn(`${outFile}.png`, film));
    }
    pictures.push(inks);
  }
  return pictures;
}

const onPage = (page: Page): Promise<Ink> => inkAroundOnPage(page, at(`page-${fileCount++}.png`));

const options = (page: Page) => page.getByRole('region', { name: 'Film options' });
const openOptions = (page: Page) => page.getByRole('button', { name: /^Film options/ }).click();

async function choose(page: Page, aspect: Aspect, look: CaptionLook): Promise<void> {
  await openOptions(page);
  await options(page)
    .getByRole('radio', { name: new RegExp(` ${aspect}$`) })
    .check();
  await options(page).getByLabel('Framing').selectOption('fill');
  await options(page)
    .getByRole('checkbox', { name: /^Burn in captions/ })
    .check();
  await options(page)
    .locator(`input[value=${groundOf(look)}]`)
    .check({ force: true });
  const highlight = options(page).getByRole('checkbox', { name: /^Highlight/ });
  await highlight.setChecked(isHighlighted(look));
  await options(page).getByLabel('Position').selectOption(look.captionPlace);
  await options(page).getByLabel('Size').selectOption(look.captionSize);
  // White cannot be a highlight colour.
  if (!isHighlighted(look)) await options(page).getByLabel('Colour').selectOption(look.captionColor);
  else if (look.captionColor !== 'white') {
    await options(page).getByLabel('Highlight colour').selectOption(look.captionColor);
  }
  await page.keyboard.press('Escape');
}

/** Opens an editor whose sections have this transcript. */
const openSaying = (texts: string[]) =>
  openEditStage(scene, scan, {
    sections: texts.length,
    prepare: async ({ ids }) => {
      for (const [index, text] of texts.entries()) {
        const words = text.split(' ').map((word, place) => {
          const startMs = index * 10_000 + place * 450;
          return { text: word, startMs, endMs: startMs + 450, confidence: 0.9 };
        });
        await backend.db
          .updateTable('sections')
          .set({ sound: 'original', words: JSON.stringify(words) })
          .where('id', '=', ids[index]!)
          .execute();
        await backend.db
          .updateTable('sectionTexts')
          .set({ text })
          .where('sectionId', '=', ids[index]!)
          .execute();
      }
    },
  });

const own = (page: Page) =>
  page.getByRole('region', { name: 'Preview', exact: true }).getByRole('slider', { name: 'Position' });

/** Seeks a player to a second of its video. */
async function goTo(position: Locator, second: number): Promise<void> {
  await expect
    .poll(async () => {
      if (Number(await position.getAttribute('aria-valuenow')) < second) {
        await position.press('Shift+ArrowRight');
      }
      return Number(await position.getAttribute('aria-valuenow'));
    })
    .toBe(second);
}

/** Hides everything over the video except captions, and the page behind its corners. */
const bare = (page: Page) =>
  page.addStyleTag({
    content:
      ':not([data-film-caption] *) { border-radius: 0 !important } [data-film-picture] :is(button, [role=slider]) { display: none !important }',
  });

// product 21.7
it('draws captions in the section preview like the film', { timeout: 600_000 }, async () => {
  const { page, projectId } = await openSaying(TEXTS);
  await bare(page);
  for (const [aspect, look] of LOOKS) {
    const expected = await inFilm(projectId, aspect, look);
    await choose(page, aspect, look);
    for (const index of TEXTS.keys()) {
      await rows(page).nth(index).click();
      for (const [moment, second] of MOMENTS.entries()) {
        const drawnInk = expected[index]![moment]!;
        expect(drawnInk.bright.length).toBeGreaterThan(0);
        if (second > 0) await goTo(own(page), index * 10 + second);
        await expect
          .poll(async () => [look, index, second, ...apart(await onPage(page), drawnInk, aspect)])
          .toEqual([look, index, second]);
      }
    }
  }
});

// product 21.7
it('draws captions in the film preview like the film', async () => {
  const { page, projectId } = await openSaying(TEXTS);
  await bare(page);
  const [aspect, look] = LOOKS[3]!;
  const expected = await inFilm(projectId, aspect, look);
  await choose(page, aspect, look);
  await press(page, 'Play film');
  const film = page.getByRole('region', { name: 'Film preview' });
  await film.getByRole('button', { name: 'Pause', exact: true }).click();
  for (const index of TEXTS.keys()) {
    // A press on the current one would not seek, so the test visits another one first.
    await rows(page)
      .nth((index + 1) % TEXTS.length)
      .click();
    await rows(page).nth(index).click();
    await expect
      .poll(async () => [index, ...apart(await onPage(page), expected[index]![0]!, aspect)])
      .toEqual([index]);
  }
});

// product 21.8
it('saves the caption style of the film, hides the captions of one section, and keeps both over a reload', async () => {
  const { page, read } = await openSaying([TEXTS[0]!, TEXTS[0]!]);
  await choose(page, '16:9', look('pill', true, { captionColor: 'pink' }));
  const caption = page.locator('[data-film-caption]');
  await caption.waitFor();
  await openTab(page, 'Captions');
  const box = page.getByRole('checkbox', { name: 'Captions', exact: true });
  await Promise.all([done(page, /\/update$/), box.uncheck()]);
  await caption.waitFor({ state: 'detached' });
  expect((await read()).sections.map(({ captions }) => captions)).toEqual([false, true]);
  await page.reload();
  await expect.poll(() => box.isChecked()).toBe(false);
  await rows(page).nth(1).click();
  await caption.waitFor();
  expect((await read()).filmChoices).toMatchObject({
    captionDesign: 'pill',
    captionHighlight: 'word',
    captionColor: 'pink',
  });
});
