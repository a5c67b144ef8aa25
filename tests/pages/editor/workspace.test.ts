import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { makePlayable, openEditStage } from '../../helpers/browser/edit-scene.ts';
import { openScene } from '../../helpers/browser/page-scene.ts';

const scene = await openScene();
const scan = await makePlayable(scene.backend);

/** The size of the window and, with it, the least width of the picture. */
const SIZES = [
  [1920, 1080, 900],
  [1280, 720, 540],
  [1024, 700, 360],
] as const;

/** The faults of the editor's layout in this window. */
const faultsOf = (page: Page, leastPicture: number) =>
  page.evaluate((least) => {
    const boxOf = (selector: string) => document.querySelector(selector)!.getBoundingClientRect();
    const isWhole = (selector: string) => {
      const { top, right, bottom, left } = boxOf(selector);
      return top >= 0 && left >= 0 && right <= window.innerWidth && bottom <= window.innerHeight;
    };
    const { scrollWidth, scrollHeight } = document.documentElement;
    const { width, height } = boxOf('[data-film-picture]');
    const player = boxOf('[aria-label=Preview]');
    const pane = document.querySelector('[aria-label=Preview]')!.parentElement!.getBoundingClientRect();
    const list = document.querySelector('#section-list')!;
    const controls = [...document.querySelectorAll('[aria-label=Preview] button')].map(
      (button) => button.getBoundingClientRect().y,
    );
    const hasStrip = document.querySelector('[aria-label="Film strip"]') !== null;
    const facts = {
      'the page scrolls': scrollWidth > window.innerWidth || scrollHeight > window.innerHeight,
      [`the picture is ${width} px wide`]: width < least,
      'the picture has bars beside it': player.width - width > 1,
      'the player has room beside it': pane.width - player.width > 4,
      'the picture has another shape': Math.abs(width / height - 16 / 9) > 0.01,
      'the player is cut': !isWhole('[aria-label=Preview]'),
      'its controls take two rows': Math.max(...controls) - Math.min(...controls) > 4,
      'the trim panel is cut': !isWhole('[aria-label=Trim]'),
      'the film strip is where there is no height for it': hasStrip !== window.innerHeight >= 50 * 16,
      'the film strip is cut': hasStrip && !isWhole('[aria-label="Film strip"]'),
      'the inspector is cut': !isWhole('[aria-label="Selected section"]'),
      'the list is lower than 24 rem': list.clientHeight < 24 * 16,
      'the list does not scroll': list.scrollHeight <= list.clientHeight,
    };
    return Object.keys(facts).filter((fact) => facts[fact]);
  }, leastPicture);

// product 2.69, 2.132, 9.22
it('fills the window at every size: the list scrolls, the page does not, and the player is whole', async () => {
  const { page } = await openEditStage(scene, scan, { sections: 16 });
  for (const [width, height, least] of SIZES) {
    await page.setViewportSize({ width, height });
    await expect.poll(() => faultsOf(page, least)).toEqual([]);
  }
});
