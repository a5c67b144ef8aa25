import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { PLAIN_CAPTIONS } from '#contract/caption-look.ts';
import { UNFRAMED } from '#contract/placement.ts';
import { CUT } from '#film/transitions/transitions.ts';
import { scanMedia } from '#contract/jobs/processing.ts';
import { loudnessGainDb } from '#film/sound/loudness.ts';
import { NO_ROOM, planFit } from '#film/time/fit.ts';
import { sectionEdges } from '#film/transitions/section-edges.ts';
import { renderSection, type SectionSpec } from '../../../worker/media/render.ts';
import { makePlayable, openEditStage, press } from '../../helpers/browser/edit-scene.ts';
import { type FilmSection, joinRendered } from '../../helpers/films/join-rendered.ts';
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
  await makePlayable(backend, counting(180, 320, '10', SECONDS), 'sine=f=330'),
];
const FILM = { width: 640, height: 360 };
/** Mean difference of the values of two pictures that count as the same, 0 to 255. */
const ALIKE = 5;
/** The largest difference between audible levels, in dB. */
const LEVEL_DB = 1.5;
const CARD_SECONDS = 3;

/**
 * The sections: their settings, their ranges in the source, their places in the film, and the transitions
 * after them.
 */
const PARTS = [
  {
    scan: wide,
    excerpt: { startMs: 1030, endMs: 6030, speed: 1, volume: 1, fadeIn: 1 },
    framing: 'fit',
    wish: { transition: 'crossfade', transitionSeconds: 2 },
  },
  {
    scan: tall,
    excerpt: { startMs: 20_050, endMs: 30_050, speed: 2, volume: 0.5, fadeIn: 0 },
    framing: 'blurred',
    wish: { transition: 'dip', transitionSeconds: 2 },
  },
] as const;
/**
 * The moments, in 1/20 s: the middles of the fade, of the crossfade and of the dip, and what is around them.
 * Each is the beginning of a frame of the film where no picture of a source changes.
 */
const MOMENTS = [4, 12, 30, 50, 70, 86, 92, 96, 102, 108, 114, 126, 146, 176, 186, 190, 196, 204, 220, 250];
/** In seconds of the film: 5 s and 5 s of videos, and the card. */
const LENGTH = 10 + CARD_SECONDS;
/** When the sound is compared: within the fade, each section, the crossfade's two halves, and the dip. */
const AUDIBLE_AT = [0.5, 2, 4.3, 4.7, 5.3, 8, 9.4];

/** Renders the film, as its steps do. */
async function renderFilm(): Promise<string> {
  const specs: SectionSpec[] = [];
  for (const { scan, framing, excerpt } of PARTS) {
    const { path } = (await backend.artifacts.find(scanMedia, scan))!;
    const source = { gainDb: loudnessGainDb(SCAN.loudness), truePeakDb: SCAN.loudness!.truePeakDb };
    const placement = { ...UNFRAMED, framing };
    specs.push({ ...(await sectionOf(await path('proxy.mp4'), excerpt, { source, placement })), ...FILM });
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
  const sections: FilmSection[] = [];
  for (const [index, spec] of specs.entries()) {
    const path = at(`part-${index}/section.mov`);
    await mkdir(dirname(path));
    const { frames } = await renderSection(spec, { ffmpeg: testFfmpeg(), outFile: path });
    const { excerpt } = spec;
    const edges = sectionEdges(excerpt, { scan: SCAN, hasWords: true, plays: 'own' });
    sections.push({ path, frames, sectionId: path, title: `Section ${index + 1}`, spec, edges });
  }
  const workDir = at('film');
  await mkdir(workDir);
  const transitions = [...PARTS.map(({ wish }) => wish), CUT];
  return (await joinRendered(sections, { ...FILM, wishes: transitions, workDir })).outFile;
}

async function openFilm(): Promise<Page> {
  const { page } = await openEditStage(scene, wide, {
    prepare: async ({ ids }) => {
      for (const [index, { scan, excerpt, framing, wish }] of PARTS.entries()) {
        const { startMs, endMs, ...how } = excerpt;
        const set = { startMs, endMs, ...how, framing, scanKey: scan, ...wish };
        await backend.db.updateTable('sections').set(set).where('id', '=', ids[index]!).execute();
      }
      const plain = { kind: 'custom', videoId: null, fetchKey: null, scanKey: null, original: null };
      await backend.db
        .updateTable('sections')
        .set({ ...plain, words: '[]', sound: 'muted', startMs: 0, endMs: CARD_SECONDS * 1000 })
        .where('id', '=', ids[2]!)
        .execute();
    },
    before: async ({ page: opened }) => {
      // Hears what the page plays.
      await opened.addInitScript(() => {
        const connect = AudioNode.prototype.connect as (this: AudioNode, to: AudioNode) => AudioNode;
        AudioNode.prototype.connect = function (this: AudioNode, to: AudioNode) {
          if (to instanceof AudioDestinationNode) {
            const analyser = this.context.createAnalyser();
            Object.assign(window, { heard: analyser });
            connect.call(this, analyser);
          }
          return connect.call(this, to);
        } as typeof AudioNode.prototype.connect;
      });
    },
  });
  return page;
}

// product 18.11, 25.23
it('shows at twenty moments what the rendered film shows, and is as loud', { timeout: 600_000 }, async () => {
  const [file, page] = await Promise.all([renderFilm(), openFilm()]);
  await press(page, 'Play film');
  const film = page.getByRole('region', { name: 'Film preview' });
  const position = film.getByRole('slider', { name: 'Position' });
  const play = film.getByRole('button', { name: 'Play', exact: true });
  expect(await position.getAttribute('aria-valuemax')).toBe(String(LENGTH));
  const samples = await samplesOf(file);
  expect(samples.length / 48_000).toBeCloseTo(LENGTH, 1);
  const wantedAt = (second: number) =>
    levelDb(samples.subarray((second - HALF) * 48_000, (second + HALF) * 48_000));
  await page.evaluate(listen);
  let remaining = AUDIBLE_AT;
  // A busy machine may stop a video in between: the film is played again until each moment was audible.
  const playOn = async () => {
    await play.waitFor();
    const recordedLevels = await page.evaluate(levelsSince);
    remaining = remaining.filter((moment) => {
      const near = recordedLevels.filter(({ second }) => Math.abs(second - moment) < NEAR);
      const apart = near.map(({ second, level }) => level - wantedAt(second)).toSorted((a, b) => a - b);
      return !(Math.abs(apart[Math.floor(apart.length / 2)] ?? Infinity) < LEVEL_DB);
    });
    if (remaining.length > 0) await play.click();
    return remaining;
  };
  await expect.poll(playOn).toEqual([]);
  await film.getByRole('button', { name: 'Captions (C)' }).click();
  await position.press('Home');
  let step = 0;
  for (const [moment, place] of MOMENTS.entries()) {
    for (; step < place; step++) await position.press('ArrowRight');
    const second = Number(await position.getAttribute('aria-valuenow'));
    expect(second).toBeCloseTo(place / 20, 5);
    const expectedFrame = await frameAt(file, second, FILM);
    await page.waitForFunction(() =>
      [...document.querySelectorAll('[aria-label="Film preview"] video')].every(
        (video) => !(video as HTMLVideoElement).seeking,
      ),
    );
    const path = at(`moment-${moment}.png`);
    const isAlike = async () => {
      await page.locator('[data-film-picture]').screenshot({ path });
      return difference(await frameAt(path, 0, FILM), expectedFrame) < ALIKE;
    };
    await expect.poll(async () => [second, await isAlike()]).toEqual([second, true]);
  }
});

/** Half of the time over which a level is taken, and how near to a moment it counts, in seconds. */
const HALF = 0.025;
const NEAR = 0.2;

interface Listener {
  heard: AnalyserNode;
  levels: { second: number; level: number }[];
}

/**
 * Records the audible level, in dB of full scale, with the film's second on the seek bar, at every frame of
 * the display.
 */
function listen(): void {
  const own = Object.assign(window as unknown as Listener, { levels: [] as Listener['levels'] });
  const bar = document.querySelector('[aria-label="Film preview"] [role=slider]')!;
  const samples = new Float32Array(own.heard.fftSize);
  const measure = (): void => {
    own.heard.getFloatTimeDomainData(samples);
    const power = samples.reduce((total, one) => total + one * one, 0) / samples.length;
    const second = Number(bar.getAttribute('aria-valuenow'));
    own.levels.push({ second, level: 10 * Math.log10(power + 1e-12) });
    requestAnimationFrame(measure);
  };
  measure();
}

/** Returns the levels recorded since the last call. */
function levelsSince(): Listener['levels'] {
  const { levels } = window as unknown as Listener;
  Object.assign(window, { levels: [] });
  return levels;
}
