import { expect, it } from 'vitest';
import { cdp, type Locator } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import { requestsOf } from '../../helpers/components/answers.ts';
import { press, region, shows } from '../../helpers/components/find.ts';
import { makeSpoken, serveListEdits, showsSelected } from '../../helpers/served/editing.ts';
import { openEditor } from '../../helpers/served/serve-project.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const strip = region('Film strip');
const clip = (title: string): Locator => strip.getByRole('option', { name: new RegExp(`, ${title}, `) });
const boxOf = (element: Element): DOMRect => element.getBoundingClientRect();
const viewport = (): HTMLElement => strip.element().querySelector<HTMLElement>('[data-viewport]')!;
const orders = () => requestsOf(calls.reorderSections).map(({ body }) => body.sectionIds);
const updates = () => requestsOf(calls.updateSection).map(({ body }) => body);

type Send = (method: string, params: unknown) => Promise<unknown>;

// Vitest's type has no methods; at run time it is Playwright's session.
const session = (): { send: Send } => cdp() as unknown as { send: Send };

/**
 * Moves a finger by pixels to the right, as a touch screen reports it; by 0 it taps.
 * @param at where it starts in the element, in pixels; by default in its middle
 */
async function swipe(element: Element, by: number, at?: { x: number; y: number }): Promise<void> {
  const { left, top, width, height } = element.getBoundingClientRect();
  const from = at ?? { x: width / 2, y: height / 2 };
  // The runner scales the page to its own window.
  const frame = window.frameElement!.getBoundingClientRect();
  const scale = frame.width / window.innerWidth;
  const y = frame.top + (top + from.y) * scale;
  const send = (type: string, ...moved: number[]): Promise<unknown> => {
    const touchPoints = moved.map((pixels) => ({ x: frame.left + (left + from.x + pixels) * scale, y }));
    return session().send('Input.dispatchTouchEvent', { type, touchPoints });
  };
  await send('touchStart', 0);
  const steps = by === 0 ? 0 : 10;
  for (let step = 1; step <= steps; step++) await send('touchMove', (by * step) / steps);
  await send('touchEnd');
}

// product 27.4
itInFullTier('scrolls the strip by a finger on its clips, and selects a clip by a tap', async () => {
  await openEditor(...makeSpoken());
  await shows(clip('Section 1'));
  await press('Zoom in');
  await expect.poll(() => viewport().scrollWidth).toBeGreaterThan(viewport().clientWidth * 1.2);
  const from = viewport().scrollLeft;
  await swipe(clip('Section 2').element(), -200);
  await expect.poll(() => viewport().scrollLeft).toBeGreaterThan(from + 100);
  expect([orders(), updates()]).toEqual([[], []]);
  await swipe(clip('Section 2').element(), 0);
  await showsSelected('Section 2');
});

// product 27.4
it('moves the selected clip by a finger on its grip', async () => {
  const served = await openEditor(...makeSpoken());
  serveListEdits(served);
  const [first, second, third] = served.current().sections.map(({ id }) => id);
  await shows(clip('Section 1'));
  const element = clip('Section 1').element();
  await swipe(element.querySelector('[data-grip]')!, boxOf(element).width);
  await expect.poll(orders).toEqual([[second, first, third]]);
});
