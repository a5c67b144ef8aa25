import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { narrateSection } from '#contract/jobs/generation.ts';
import { MAX_SPEED } from '#film/time/section-length.ts';
import { narrationKey } from '#core/film/keys.ts';
import { type OfferedVoice, voiceKey, voicesFor } from '#core/film/voices.ts';
import { announceWorker } from '#core/queue/worker-registry.ts';
import { wavHeader } from '../../../worker/audio/wav.ts';
import { makePlayable, openEditStage, openTab } from '../../helpers/browser/edit-scene.ts';
import { openScene } from '../../helpers/browser/page-scene.ts';
import { textField } from '../../helpers/browser/player.ts';

const scene = await openScene();
const scan = await makePlayable(scene.backend);
const { backend } = scene;

const voice = (id: string, gender: OfferedVoice['gender'], name: string): OfferedVoice => ({
  id,
  name,
  gender,
  languages: ['en'],
  engine: 'Made',
  licence: 'CC-BY-4.0',
  version: 'made@1',
  readsAll: true,
});
const VOICES = [voice('made-0', 'female', 'Asha'), voice('made-1', 'male', 'Ravi')];
const info = { queues: [], transcriber: 'none', translator: 'none', titles: 'none', warnings: [] };
await announceWorker(
  backend.redis,
  backend.config.redisPrefix,
  () => ({ ...info, voice: 'made', voices: VOICES }),
  backend.log,
);

const RATE = 48_000;
/** A narration of some seconds as a worker leaves it. */
async function record(text: string, speaker: string, seconds: number, speed = 1): Promise<void> {
  const speakers = voicesFor(VOICES, { language: 'en', gender: 'male', speaker });
  const key = narrationKey(voiceKey(speakers), { text, language: 'en' }, speed);
  await backend.artifacts.build(narrateSection, key, null, async (dir) => {
    const sound = Buffer.alloc(seconds * RATE * 2);
    const header = wavHeader({ sampleRate: RATE, channels: 1, dataBytes: sound.length });
    await writeFile(join(dir, 'narration.wav'), Buffer.concat([header, sound]));
    const sentences = [{ text, startMs: 0, endMs: seconds * 1000 }];
    const data = {
      durationMs: seconds * 1000,
      speed,
      voice: 'made',
      speaker,
      language: 'en' as const,
      sentences,
    };
    return { data, files: ['narration.wav'] };
  });
}

const open = () =>
  openEditStage(scene, scan, {
    prepare: async ({ ids }) => {
      await backend.db.updateTable('sections').set({ sound: 'narrated' }).where('id', 'in', ids).execute();
    },
    before: async ({ page }) => {
      await page.addInitScript(() => {
        const own = Object.assign(window, { sounds: [] as HTMLAudioElement[] });
        const Sound = Audio;
        own.Audio = function (url: string) {
          const sound = new Sound(url);
          own.sounds.push(sound);
          return sound;
        } as unknown as typeof Audio;
      });
    },
  });
/** Returns for each sound whether it plays, and its position, in seconds. */
const soundsOf = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { sounds: HTMLAudioElement[] }).sounds.map(({ paused, currentTime }) => ({
      plays: !paused,
      second: currentTime,
    })),
  );
const details = (page: Page) => page.getByRole('region', { name: 'Selected section' });
const listen = (page: Page) => details(page).getByRole('button', { name: 'Listen', exact: true });
const saved = (page: Page) =>
  page.waitForResponse((response) => response.url().includes('/update?') && response.ok());

it('plays what was recorded by the voice that is chosen for the section, and stops', async () => {
  const { page } = await open();
  const chosen = saved(page);
  await openTab(page, 'Sound');
  await details(page).getByRole('combobox', { name: 'Voice', exact: true }).selectOption('Asha');
  await chosen;
  await details(page).getByText('Voice: Asha (CC-BY-4.0).').waitFor();
  const typed = saved(page);
  await (await textField(page)).fill('A bird sings in the morning.');
  await typed;
  // So long that it plays until it is stopped, and is therefore read faster.
  await record('A bird sings in the morning.', 'made-0', 3600);
  await record('A bird sings in the morning.', 'made-0', 3270, MAX_SPEED);
  const response = page.waitForResponse((response) => response.url().endsWith('/narration') && response.ok());
  await openTab(page, 'Sound');
  await listen(page).click();
  expect((await (await response).json()).runId).toBeNull();
  await expect.poll(async () => (await soundsOf(page))[0]?.second).toBeGreaterThan(0.2);
  await details(page).getByRole('button', { name: 'Stop' }).click();
  await listen(page).waitFor();
  expect(await soundsOf(page)).toMatchObject([{ plays: false }]);
});
