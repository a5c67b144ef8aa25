import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { PLAIN_CAPTIONS } from '#contract/caption-look.ts';
import { UNFRAMED } from '#contract/framing.ts';
import { scanMedia } from '#contract/jobs/processing.ts';
import { loudnessGainDb } from '#core/film/loudness.ts';
import { NO_ROOM, planFit } from '#core/film/fit.ts';
import { renderSection, type SectionSpec } from '../../../worker/media/render.ts';
import { makePlayable, openEditStage, press, rows } from '../../helpers/browser/edit-scene.ts';
import { openScene } from '../../helpers/browser/page-scene.ts';
import { SCAN } from '../../helpers/data/project.ts';
import { difference, frameAt } from '../../helpers/media/frames.ts';
import {
  counting,
  levelDb,
  samplesOf,
  sectionOf,
  tempFolder,
  testFfmpeg,
} from '../../helpers/media/lavfi.ts';

const scene = await openScene();
const { backend } = scene;
const at = tempFolder();
const SECONDS = SCAN.durationMs / 1000;
/** Each picture is brighter than the one before it by more than `ALIKE`. */
const [wide, tall] = [
  await makePlayable(backend, counting(320, 180, '10', SECONDS)),
  await makePlayable(backend, counting(180, 320, '10', SECONDS)),
];
const FILM = { width: 640, height: 360 };
/** Mean difference of the values of two pictures that count as the same, 0 to 255. */
const ALIKE = 5;
/** The most by which the levels of what is heard may differ, in dB. */
const LEVEL_DB = 1.5;
const CARD_SECONDS = 3;

/** The sections: how each is set, where its source is, and how it is placed in the film. */
const PARTS = [
  { scan: wide, startMs: 1030, endMs: 3030, speed: 1, volume: 1, framing: 'fit' },
  { scan: tall, startMs: 20_060, endMs: 24_060, speed: 2, volume: 0.25, framing: 'blurred' },
] as const;

/** Renders the sections of the film, as its steps do. */
async function renderFilm(): Promise<string[]> {
  const specs: SectionSpec[] = [];
  for (const { scan, framing, ...range } of PARTS) {
    const { files } = (await backend.artifacts.find(scanMedia, scan))!;
    const source = { gainDb: loudnessGainDb(SCAN.loudness), truePeakDb: SCAN.loudness!.truePeakDb };
    const placement = { ...UNFRAMED, framing };
    specs.push({ ...(await sectionOf(files['proxy.mp4']!, range, { source, placement })), ...FILM });
  }
  const cardMs = CARD_SECONDS * 1000;
  const [first] = specs;
  specs.push({
    ...first!,
    source: null,
    excerpt: { ...first!.excerpt, startMs: 0, endMs: cardMs },
    fit: planFit({ sectionMs: cardMs, narration: null, room: NO_ROOM, frameRate: 30, still: true }),
    text: { title: 'Section 3', cues: [], look: PLAIN_CAPTIONS },
  });
  const files: string[] = [];
  for (const [index, spec] of specs.entries()) {
    const outFile = at(`part-${index}/section.mov`);
    await mkdir(dirname(outFile));
    await renderSection(spec, { ffmpeg: testFfmpeg(), outFile });
    files.push(outFile);
  }
  return files;
}

/** When each section begins in the film, and when the film ends, in seconds. */
const STARTS = [0, 2, 4, 4 + CARD_SECONDS];

async function openFilm(): Promise<Page> {
  const { page } = await openEditStage(scene, wide, {
    prepare: async ({ ids }) => {
      for (const [index, { scan, startMs, endMs, speed, volume, framing }] of PARTS.entries()) {
        const set = { start_ms: startMs, end_ms: endMs, speed, volume, framing, scan_key: scan };
        await backend.db.updateTable('sections').set(set).where('id', '=', ids[index]!).execute();
      }
      const plain = { kind: 'custom', video_id: null, fetch_key: null, scan_key: null, original: null };
      await backend.db
        .updateTable('sections')
        .set({ ...plain, words: '[]', sound: 'muted', start_ms: 0, end_ms: CARD_SECONDS * 1000 })
        .where('id', '=', ids[2]!)
        .execute();
    },
    before: async ({ page: opened }) => {
      // Hears what the page plays.
      await opened.addInitScript(() => {
        const connect = AudioNode.prototype.connect as (this: AudioNode, to: AudioNode) => AudioNode;
        AudioNode.prototype.connect = function (this: AudioNode, to: AudioNode) {
          if (to instanceof AudioDestinationNode) {
            const heard = this.context.createAnalyser();
            Object.assign(window, { heard });
            connect.call(this, heard);
          }
          return connect.call(this, to);
        } as typeof AudioNode.prototype.connect;
      });
    },
  });
  return page;
}

it('shows at twenty moments what the rendered film shows, and is as loud', { timeout: 600_000 }, async () => {
  const [files, page] = await Promise.all([renderFilm(), openFilm()]);
  await press(page, 'Play film');
  const film = page.getByRole('region', { name: 'Film preview' });
  const position = film.getByRole('slider', { name: 'Position' });
  const pause = film.getByRole('button', { name: 'Pause', exact: true });
  const play = film.getByRole('button', { name: 'Play', exact: true });
  for (const [index, file] of files.slice(0, 2).entries()) {
    const wanted = levelDb((await samplesOf(file)).slice(24_000, 48_000));
    const isAsLoud = async () => {
      const plays = await rows(page).nth(index).getAttribute('aria-current');
      if (plays === null) await rows(page).nth(index).click();
      if (await play.isVisible()) await play.click();
      return [index, Math.abs((await page.evaluate(levelNow)) - wanted) < LEVEL_DB];
    };
    await expect.poll(isAsLoud).toEqual([index, true]);
  }
  await film.getByRole('button', { name: 'Captions (C)' }).click();
  if (await pause.isVisible()) await pause.click();
  await position.press('Home');
  for (let moment = 0; moment < 20; moment++) {
    const second = Number(await position.getAttribute('aria-valuenow'));
    const part = STARTS.findLastIndex((start) => start <= second);
    const wanted = await frameAt(files[part]!, second - STARTS[part]!, FILM);
    await page.waitForFunction(() =>
      [...document.querySelectorAll('[aria-label="Film preview"] video')].every(
        (video) => !(video as HTMLVideoElement).seeking,
      ),
    );
    const path = at(`moment-${moment}.png`);
    const isAlike = async () => {
      await page.locator('[data-film-picture]').screenshot({ path });
      return difference(await frameAt(path, 0, FILM), wanted) < ALIKE;
    };
    await expect.poll(async () => [second, await isAlike()]).toEqual([second, true]);
    for (let step = 0; step < 7; step++) await position.press('ArrowRight');
  }
});

/** The level of what is heard now, in dB of full scale. */
function levelNow(): number {
  const { heard } = window as unknown as { heard: AnalyserNode };
  const samples = new Float32Array(heard.fftSize);
  heard.getFloatTimeDomainData(samples);
  const sum = samples.reduce((total, one) => total + one * one, 0);
  return 10 * Math.log10(sum / samples.length + 1e-12);
}
