import { expect, it } from 'vitest';
import { makePlayable, openEditStage } from '../../helpers/browser/edit-scene.ts';
import { openScene } from '../../helpers/browser/page-scene.ts';

const scene = await openScene();
const scan = await makePlayable(scene.backend);

// product 27.5
it('trims the selected section by a finger near an edge of its clip', async () => {
  const { page } = await openEditStage(scene, scan, {
    before: ({ page: opened }) => opened.setViewportSize({ width: 1440, height: 900 }),
  });
  const screen = await page.context().newCDPSession(page);
  await screen.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await page.getByRole('button', { name: 'Snap to words' }).click();
  const strip = page.getByRole('region', { name: 'Film strip' });
  const clip = (await strip.getByRole('option', { selected: true }).boundingBox())!;
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...xs: number[]) =>
    screen.send('Input.dispatchTouchEvent', { type, touchPoints: xs.map((x) => ({ x, y: clip.y + 8 })) });
  const saved = page.waitForRequest((request) => request.method() === 'PATCH');
  const edge = clip.x + clip.width - 16;
  await touch('touchStart', edge);
  for (let step = 1; step <= 10; step += 1) await touch('touchMove', edge - (clip.width * 0.3 * step) / 10);
  await touch('touchEnd');
  const body = (await saved).postDataJSON() as { endTime?: number };
  expect(Object.keys(body)).toEqual(['endTime']);
});
