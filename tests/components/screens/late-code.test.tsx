import type { ComponentType } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { button, lacks, press, shows, toast as shownToast } from '../../helpers/components/find.ts';
import { advance, stopClock, unmoved } from '../../helpers/components/stopped-clock.ts';
import { AlertHost } from '../../../client/src/components/ui/dialogs/AlertHost.tsx';
import { Toaster } from '../../../client/src/components/ui/messages/Toaster.tsx';
import { showAlert } from '../../../client/src/lib/alert.ts';
import { toast } from '../../../client/src/lib/toast.ts';

const LOST = { title: 'Update Failed', description: 'The server could not be reached.' };
const Loaded = () => <p>The loaded view</p>;
const loaded = page.getByText('The loaded view');

/** A load that fails as if the network were lost, until `restore`. */
function makeLoad() {
  let isOnline = false;
  return {
    load: async (): Promise<ComponentType> => {
      if (!isOnline) throw new TypeError('Failed to fetch dynamically imported module');
      return Loaded;
    },
    restore: () => {
      isOnline = true;
      window.dispatchEvent(new Event('online'));
    },
  };
}

describe('toast whose code cannot be loaded', () => {
  it('shows its title, its description and its action, and closes', async () => {
    const { load } = makeLoad();
    await render(<Toaster load={load} />);
    let pressed = 0;
    toast({ ...LOST, action: { label: 'Try Again', onClick: () => pressed++ } });
    await shows(shownToast(LOST.title));
    await shows(shownToast(LOST.description));
    await press('Try Again');
    await lacks(shownToast(LOST.title));
    expect(pressed).toBe(1);
    toast(LOST);
    await shows(shownToast(LOST.title));
    await press('Close');
    await lacks(shownToast(LOST.title));
  });

  it('disappears after its time', async () => {
    const { load } = makeLoad();
    await render(<Toaster load={load} />);
    stopClock();
    toast({ ...LOST, duration: 2000 });
    await unmoved(() => shownToast(LOST.title).query() !== null);
    await advance(1900);
    expect(shownToast(LOST.title).query()).not.toBeNull();
    await advance(100);
    await unmoved(() => shownToast(LOST.title).query() === null);
  });

  it('is shown by its code once the network is back', async () => {
    const { load, restore } = makeLoad();
    await render(<Toaster load={load} />);
    toast(LOST);
    await shows(shownToast(LOST.title));
    restore();
    await shows(loaded);
    await lacks(button('Close'));
  });
});

describe('alert whose code cannot be loaded', () => {
  const box = page.getByRole('alertdialog', { name: 'Video not available' });

  it('shows its sentences and its action over the page, and closes', async () => {
    const { load } = makeLoad();
    await render(
      <BrowserRouter>
        <AlertHost load={load} />
      </BrowserRouter>,
    );
    let pressed = 0;
    const alert = { title: 'Video not available', description: 'Try later.', reason: 'The file is missing.' };
    showAlert({ ...alert, action: { label: 'Try Again', onClick: () => pressed++ } });
    await shows(box.getByText('Try later.', { exact: true }));
    await shows(box.getByText('The file is missing.', { exact: true }));
    await box.getByRole('button', { name: 'Try Again' }).click();
    await lacks(box);
    expect(pressed).toBe(1);
    showAlert(alert);
    await box.getByRole('button', { name: 'OK' }).click();
    await lacks(box);
  });

  it('is shown by its code once the network is back', async () => {
    const { load, restore } = makeLoad();
    await render(
      <BrowserRouter>
        <AlertHost load={load} />
      </BrowserRouter>,
    );
    showAlert({ title: 'Video not available', description: 'Try later.' });
    await shows(box);
    restore();
    await shows(loaded);
  });
});
