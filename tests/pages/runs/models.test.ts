import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { installedModel } from '#core/models/installed.ts';
import { openScene } from '../../helpers/browser/page-scene.ts';
import { createUser } from '../../helpers/data/user.ts';
import { startModelSite } from '../../helpers/models/model-site.ts';

const SPEECH = randomBytes(300_000);
const VOICE = randomBytes(100_000);
const site = await startModelSite({
  'parakeet-en': [{ path: 'model.int8.onnx', content: SPEECH }],
  'supertonic-3': [{ path: 'voice.bin', content: VOICE }],
});
const scene = await openScene({ MODELS: 'ask', MODELS_DIR: site.modelsDir });

const group = (page: Page) => page.getByRole('region', { name: 'Languages on this machine' });
const button = (page: Page, name: string | RegExp) => group(page).getByRole('button', { name });

async function open() {
  const { page } = await scene.visit(await createUser(scene.backend));
  await page.goto('/settings');
  return page;
}

describe('models of this machine', () => {
  it('downloads a language after one acceptance, in every tab and over a pause and reloads', async () => {
    const [page, other] = await Promise.all([open(), open()]);
    site.failNext('stall', 'stall');
    await button(page, 'Download 400 kB for English').click();
    const dialog = page.getByRole('dialog', { name: 'Accept the Licence' });
    await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Accept and Download' }).click();
    for (const tab of [page, other])
      await group(tab)
        .getByText(/^1\.0 kB of 400 kB/)
        .waitFor();
    await button(other, 'Pause').click();
    for (const tab of [page, other]) await group(tab).getByText('1.0 kB of 400 kB, paused').waitFor();

    await page.reload();
    await button(page, 'Resume').click();
    await group(page)
      .getByText(/^2\.0 kB of 400 kB/)
      .waitFor();
    await page.reload();
    await group(page)
      .getByText(/^2\.0 kB of 400 kB/)
      .waitFor();
    site.drop();
    for (const tab of [page, other]) {
      await group(tab).getByText('Installed', { exact: true }).first().waitFor();
      await button(tab, 'Cancel Download').waitFor({ state: 'detached' });
    }
    expect(await installedModel(site.modelsDir, 'parakeet-en')).not.toBeNull();
    expect(site.requests.map(({ headers }) => headers.range)).toEqual([
      undefined,
      'bytes=1000-',
      'bytes=2000-',
      undefined,
    ]);
  });
});
