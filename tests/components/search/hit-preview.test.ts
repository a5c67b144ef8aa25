import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { advancePainted } from '../../helpers/components/frames.ts';
import { heading } from '../../helpers/components/find.ts';
import { allowMotion } from '../../helpers/components/open-app.tsx';
import { advance, stopClock, ticking } from '../../helpers/components/stopped-clock.ts';
import { card, checkbox, makeHit, openResults } from '../../helpers/served/search.ts';
import { itInFullTier } from '../../helpers/tier.ts';

/** A storyboard with the number of its hit. */
const stripOf = (number: number): string =>
  `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="8${number}" height="6"/>`;
const DESCRIPTION = 'From its source in the hills down to the sea, day after day. '.repeat(5);

/** Opens three hits on a page with motion, with the mouse outside of them. */
async function openPreviews(): Promise<void> {
  await allowMotion();
  await openResults([
    makeHit(1, { preview: stripOf(1), description: DESCRIPTION }),
    makeHit(2, { preview: stripOf(2) }),
    makeHit(3, { description: DESCRIPTION }),
  ]);
  await heading('Find Videos to Include').hover();
}

const imagesOf = (number: number): HTMLImageElement[] => [
  ...card(`River ${number}`).element().querySelectorAll('img'),
];
const widthOf = (number: number): number =>
  card(`River ${number}`).element().querySelector('label')!.getBoundingClientRect().width;
const isMoving = (number: number): boolean =>
  imagesOf(number).some((image) => image.getAnimations().length > 0);
const stripsShown = (): number[] =>
  [1, 2, 3].filter((number) => imagesOf(number).some(({ src }) => src.includes('svg')));

describe('preview of a hit', () => {
  // product 2.127
  it('enlarges and animates the card under the resting mouse until Escape', async () => {
    await openPreviews();
    const before = widthOf(1);
    stopClock();
    await card('River 1').hover();
    await advance(500);
    await ticking(() => isMoving(1));
    expect(stripsShown()).toEqual([1]);
    expect(widthOf(1)).toBeGreaterThan(before + 20);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => widthOf(1)).toBe(before);
    expect(stripsShown()).toEqual([]);
  });

  it('loads nothing for a card that the mouse passes within half a second', async () => {
    await openPreviews();
    stopClock();
    const before = widthOf(2);
    await card('River 2').hover();
    await advancePainted(480);
    expect(stripsShown()).toEqual([]);
    expect(widthOf(2)).toBe(before);
    await card('River 1').hover();
    await advance(500);
    await ticking(() => stripsShown().length > 0);
    expect(stripsShown()).toEqual([1]);
  });

  it('enlarges a card without preview pictures, and still selects it by a click', async () => {
    await openPreviews();
    const before = widthOf(3);
    stopClock();
    await card('River 3').hover();
    await advance(500);
    await ticking(() => widthOf(3) > before + 20);
    expect(stripsShown()).toEqual([]);
    await card('River 3').click();
    await expect.element(checkbox('River 3')).toBeChecked();
  });

  it('animates the card with the keyboard focus', async () => {
    await openPreviews();
    checkbox('River 1').element().focus();
    await userEvent.keyboard('{Tab}{Shift>}{Tab}{/Shift}');
    await expect.element(checkbox('River 1')).toHaveFocus();
    await expect.poll(() => isMoving(1)).toBe(true);
  });

  itInFullTier('enlarges the card without animation for a user who prefers reduced motion', async () => {
    const match = window.matchMedia.bind(window);
    const reduced = vi
      .spyOn(window, 'matchMedia')
      .mockImplementation((query) => match(query.includes('reduced-motion') ? 'all' : query));
    onTestFinished(() => reduced.mockRestore());
    await openPreviews();
    const before = widthOf(1);
    await card('River 1').hover();
    await expect.poll(() => widthOf(1)).toBeGreaterThan(before + 20);
    await card('River 2').hover();
    await expect.poll(() => widthOf(2)).toBeGreaterThan(before + 20);
    expect(stripsShown()).toEqual([]);
  });
});
