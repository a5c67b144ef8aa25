import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { heading, lacks, press, shows, toast } from '../../helpers/components/find.ts';
import { openApp } from '../../helpers/components/open-app.tsx';
import { advance, stopClock, unmoved } from '../../helpers/components/stopped-clock.ts';

const firstToast = toast('Search Required');
const items = page.getByRole('listitem').filter({ hasText: 'Search Required' });

/** Opens the search, where an empty search shows a toast, and shows the first one. */
async function openToast(): Promise<void> {
  await openApp('/');
  await shows(heading('Find Videos to Include'));
  await press('Search');
  await shows(firstToast);
}

/** Drags the toast by this many pixels to the right, or to the left. */
async function swipe(by: number): Promise<void> {
  const from = 150;
  await userEvent.dragAndDrop(items, items, {
    sourcePosition: { x: from, y: 8 },
    targetPosition: { x: from + by, y: 8 },
  });
}

describe('toasts', () => {
  // product 9.24, 9.25
  it('shows one toast at a time, for 5 s after the newest', async () => {
    await openToast();
    stopClock();
    await press('Search');
    await press('Search');
    await advance(4900);
    expect(items.elements()).toHaveLength(1);
    await advance(200);
    await unmoved(() => items.query() === null);
  });

  // product 9.27
  it('focuses the region of toasts on F8, which its name mentions', async () => {
    await openToast();
    await userEvent.keyboard('{F8}');
    await expect
      .poll(() => document.activeElement?.closest('[role="region"]')?.ariaLabel)
      .toBe('Notifications (F8)');
  });

  // product 9.28
  it('announces a toast as a notification', async () => {
    await openToast();
    // The announcement is removed after a second.
    stopClock();
    await press('Search');
    const announcement = page.getByText('Notification Search Required');
    await unmoved(() => announcement.query() !== null);
    expect(announcement.elements()).toHaveLength(1);
  });

  // product 9.26
  it('dismisses a toast that is swiped 50 px or more to the right', async () => {
    await openToast();
    await swipe(-80);
    await swipe(45);
    await shows(firstToast);
    await swipe(55);
    await lacks(firstToast);
  });
});
