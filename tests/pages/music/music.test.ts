import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  dialog,
  done,
  makePlayable,
  openEditStage,
  press,
  waitForToast,
} from '../../helpers/browser/edit-scene.ts';
import { openScene } from '../../helpers/browser/page-scene.ts';
import { ffmpeg, tempFolder } from '../../helpers/media/lavfi.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const scene = await openScene();
/** The loudness of speech. */
const scan = await makePlayable(scene.backend, undefined, 'sine=f=220,volume=6dB');
const at = tempFolder();
/** The tone of the music, far from that of the videos. */
const TONE = 3000;

beforeAll(() =>
  ffmpeg('-f', 'lavfi', '-i', `sine=f=${TONE}:d=8,volume=6dB`, '-c:a', 'pcm_s16le', at('Dawn.wav')),
);

const box = (page: Page) => dialog(page, 'Music');
const MUSIC = /\/music$/;

async function openMusic(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Film options/ }).click();
  await page.getByRole('button', { name: /^(Add music…|Music: )/ }).click();
  await box(page).waitFor();
}

async function addMusic(page: Page, file: string): Promise<void> {
  await openMusic(page);
  await box(page).locator('input[type=file]').setInputFiles(file);
  await box(page).getByRole('button', { name: 'Add Music' }).click();
}

describe('music', () => {
  // product 22.1
  it('adds music from a file, changes and removes it, and restores it on Undo', async () => {
    const { page, read } = await openEditStage(scene, scan);
    const added = done(page, MUSIC);
    await addMusic(page, at('Dawn.wav'));
    await added;
    await waitForToast(page, 'Music Added');
    await box(page).getByText('Dawn.wav').waitFor();
    await box(page).getByText('0:08').waitFor();
    const changed = done(page, MUSIC);
    await box(page).getByLabel('Volume').fill('0.5');
    await changed;
    expect((await read()).music).toMatchObject({ title: 'Dawn', volume: 0.5 });
    const removed = done(page, MUSIC);
    await box(page).getByRole('button', { name: 'Remove music' }).click();
    await removed;
    await box(page).getByRole('button', { name: 'Cancel' }).click();
    await press(page, /^Undo: /);
    await expect.poll(async () => (await read()).music).toMatchObject({ title: 'Dawn', volume: 0.5 });
  });

  // product 22.2
  itInFullTier('shows in its dialog why the server rejects a file, and keeps the file', async () => {
    const { page, read } = await openEditStage(scene, scan);
    await ffmpeg('-f', 'lavfi', '-i', 'anullsrc=r=44100', '-t', '2', at('Nothing.wav'));
    await addMusic(page, at('Nothing.wav'));
    await box(page).getByText('This file is silent.').waitFor();
    await box(page).locator('p', { hasText: 'Nothing.wav' }).first().waitFor();
    expect((await read()).music).toBeNull();
  });

  // product 22.14
  itInFullTier(
    'plays under the film before a render, softer under the audio of sections, and stops with the film',
    async () => {
      const { page } = await openEditStage(scene, scan, {
        prepare: async ({ ids }) => {
          const { db } = scene.backend;
          // The second section is silent.
          await db.updateTable('sections').set({ sound: 'muted' }).where('id', '=', ids[1]!).execute();
        },
        before: async ({ page: opened }) => {
          // Records the page's audio output.
          await opened.addInitScript(() => {
            const connect = AudioNode.prototype.connect as (this: AudioNode, to: AudioNode) => AudioNode;
            AudioNode.prototype.connect = function (this: AudioNode, to: AudioNode) {
              if (to instanceof AudioDestinationNode) {
                const analyser = this.context.createAnalyser();
                analyser.smoothingTimeConstant = 0;
                Object.assign(window, { heard: analyser });
                connect.call(this, analyser);
              }
              return connect.call(this, to);
            } as typeof AudioNode.prototype.connect;
          });
        },
      });
      const added = done(page, MUSIC);
      await addMusic(page, at('Dawn.wav'));
      await added;
      await box(page).getByRole('button', { name: 'Done' }).click();
      await press(page, 'Play film');
      const film = page.getByRole('region', { name: 'Film preview' });
      const position = film.getByRole('slider', { name: 'Position' });
      await film.getByRole('button', { name: 'Pause', exact: true }).waitFor();
      const tone = () => page.evaluate(toneNow, TONE);
      await expect.poll(tone).toBeGreaterThan(-60);
      let under = Number.NEGATIVE_INFINITY;
      await expect
        .poll(async () => {
          const before = under;
          under = await tone();
          // Excludes the first moments, which are as loud as the music alone, and those in which it is being
          // lowered.
          return under > -60 && under < -36 && Math.abs(under - before) < 0.2;
        })
        .toBe(true);
      await position.press('Home');
      await film.getByRole('button', { name: 'Next section' }).click();
      await expect.poll(async () => (await tone()) - under).toBeGreaterThan(8);
      await film.getByRole('button', { name: 'Pause', exact: true }).click();
      await expect.poll(tone).toBeLessThan(-80);
    },
  );
});

/** Returns the current level of the music's tone, in dB of full scale. */
function toneNow(hertz: number): number {
  const { heard } = window as unknown as { heard: AnalyserNode | undefined };
  if (!heard) return -200;
  const levels = new Float32Array(heard.frequencyBinCount);
  heard.getFloatFrequencyData(levels);
  return levels[Math.round((hertz * heard.fftSize) / heard.context.sampleRate)]!;
}
