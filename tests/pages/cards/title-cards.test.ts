import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PLAIN_CAPTIONS } from '#contract/caption-look.ts';
import { type Placement, UNFRAMED } from '#contract/placement.ts';
import { type Aspect, ASPECTS } from '#contract/shapes.ts';
import { excerptSchema } from '#contract/excerpt.ts';
import { NO_ROOM, planFit } from '#film/time/fit.ts';
import { filmSize } from '#film/framing/size.ts';
import { renderSection } from '../../../worker/media/render.ts';
import {
  type EditVisit,
  makePlayable,
  openEditStage,
  press,
  rows,
} from '../../helpers/browser/edit-scene.ts';
import { chooseShape, inkOnPage } from '../../helpers/browser/film-picture.ts';
import { openScene } from '../../helpers/browser/page-scene.ts';
import { type InkBox, inkApart, inkLines } from '../../helpers/media/frames.ts';
import { pictureAt, tempFolder, testFfmpeg } from '../../helpers/media/lavfi.ts';

const scene = await openScene();
const scan = await makePlayable(scene.backend);
const at = tempFolder();
let fileCount = 0;

/** Brighter than the smooth edges of letters. */
const LETTERS = 150;
/**
 * The largest distance between equal lines. In a small preview, the thin side of a letter at the start of a
 * line is not bright.
 */
const WITHIN = 0.02;

/**
 * The length of a rendered card, and when its text has settled, in seconds. Few frames are enough for one
 * image.
 */
const CARD_SECONDS = 2;
const SETTLED = 1;
const FRAME_RATE = 5;
const ffmpeg = testFfmpeg();

/** Renders a card and returns the film's frame. */
async function inFilm(
  aspect: Aspect,
  title: string,
  { subtitle = '', ...look }: Partial<Placement> & { subtitle?: string } = {},
): Promise<InkBox[]> {
  const film = { ...filmSize('720p', aspect), frameRate: FRAME_RATE };
  const outFile = at(`section-${fileCount++}/section.mov`);
  await mkdir(dirname(outFile));
  const spec = {
    ...film,
    excerpt: excerptSchema.parse({ startMs: 0, endMs: CARD_SECONDS * 1000 }),
    placement: { ...UNFRAMED, ...look },
    fit: planFit({
      sectionMs: CARD_SECONDS * 1000,
      narration: null,
      room: NO_ROOM,
      frameRate: FRAME_RATE,
      still: true,
    }),
    narrationPath: null,
    source: null,
    text: { title, subtitle, cues: [], look: PLAIN_CAPTIONS },
  };
  await renderSection(spec, { ffmpeg, outFile });
  return inkLines(await pictureAt(outFile, SETTLED, 'gray'), film, LETTERS);
}

/** Opens an editor that contains only cards. */
const openCards = (
  titles: { title: string; cardPlace?: string; cardStyle?: string; cardSubtitle?: string }[],
) =>
  openEditStage(scene, scan, {
    sections: titles.length,
    prepare: async ({ ids }) => {
      for (const [index, id] of ids.entries()) {
        const card = { kind: 'custom', videoId: null, fetchKey: null, ...titles[index] };
        await scene.backend.db
          .updateTable('sections')
          .set({ ...card, scanKey: null, original: null, words: '[]', sound: 'muted', captions: false })
          .where('id', '=', id)
          .execute();
      }
    },
  });

const apart = async ({ page }: Pick<EditVisit, 'page'>, expected: InkBox[]) =>
  inkApart(await inkOnPage(page, at(`page-${fileCount++}.png`), LETTERS), expected, WITHIN);

const TITLES = [
  'A short title',
  'A much longer title that needs more than one line, since it tells all there is to tell about AVATARs',
  'बंदरगाह की एक लंबी कहानी, जो यहाँ शुरू होती है',
  'বন্দরের গল্প',
  'Hindi: नदी, and Bengali: নদী',
  'Internationalisierungsbeauftragte',
  'See https://example.org/library/mountains/2024/holiday?part=2&lang=en for more',
  'abcdefghij'.repeat(20),
];

const SUBTITLES = [
  'A second line, which says in some more words what the title of the card leaves out',
  'जहाँ नदी समुद्र से मिलती है',
  'যেখানে নদী সাগরে মেশে',
];

describe('title card', () => {
  // product 4.81, 25.20
  it.each(ASPECTS)('breaks and places its lines as the film of %s does, in any script', async (aspect) => {
    const visit = await openCards(TITLES.map((title) => ({ title })));
    await chooseShape(visit.page, aspect);
    for (const [index, title] of TITLES.entries()) {
      await rows(visit.page).nth(index).click();
      const expected = await inFilm(aspect, title);
      expect(expected.length).toBeGreaterThan(0);
      const { left, right } = expected[0]!;
      expect([title, left > 0.09, right < 0.91]).toEqual([title, true, true]);
      await expect.poll(async () => [index, ...(await apart(visit, expected))]).toEqual([index]);
    }
  });

  // product 25.9
  it.each(ASPECTS)('shows its title in the chosen place and style, as in the film of %s', async (aspect) => {
    const looks = [
      { title: TITLES[1]!, cardPlace: 'top', cardStyle: 'line', cardSubtitle: SUBTITLES[0]! },
      { title: TITLES[2]!, cardPlace: 'bottom', cardStyle: 'line' },
      { title: TITLES[3]!, cardPlace: 'middle', cardStyle: 'line', cardSubtitle: SUBTITLES[2]! },
      { title: TITLES[2]!, cardPlace: 'top', cardStyle: 'large' },
      { title: TITLES[3]!, cardPlace: 'bottom', cardStyle: 'large', cardSubtitle: SUBTITLES[1]! },
    ] as const;
    const visit = await openCards([...looks]);
    await chooseShape(visit.page, aspect);
    const expected: InkBox[][] = [];
    for (const { title, ...look } of looks) {
      const { cardSubtitle: subtitle = '', ...placed } = { cardSubtitle: '', ...look };
      expected.push(await inFilm(aspect, title, { subtitle, ...placed }));
    }
    for (const index of looks.keys()) {
      await rows(visit.page).nth(index).click();
      await expect.poll(async () => [index, ...(await apart(visit, expected[index]!))]).toEqual([index]);
    }
    const [top, bottom] = [expected[0]!, expected[1]!];
    expect([top[0]!.top < 0.2, top.at(-1)!.bottom < 0.75]).toEqual([true, true]);
    expect([bottom[0]!.top > 0.4, bottom.at(-1)!.bottom < 0.91]).toEqual([true, true]);
    await press(visit.page, 'Play film');
    const monitor = visit.page.getByRole('region', { name: 'Film preview' });
    await monitor.getByRole('button', { name: 'Pause', exact: true }).click();
    await rows(visit.page).nth(1).click();
    await rows(visit.page).nth(0).click();
    await expect.poll(async () => apart(visit, top)).toEqual([]);
  });
});
