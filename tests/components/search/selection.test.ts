import { describe, expect, it } from 'vitest';
import * as calls from '#contract/calls/index.ts';
import { answer, hold } from '../../helpers/components/answers.ts';
import { button, heading, lacks, press, shows, text, toast } from '../../helpers/components/find.ts';
import { advancePainted, waitByFrames } from '../../helpers/components/frames.ts';
import { address, openApp } from '../../helpers/components/open-app.tsx';
import { makeConfig } from '../../helpers/served/account.ts';
import { advance, stopClock, ticking } from '../../helpers/components/stopped-clock.ts';
import { makeProject, makeSummary } from '../../helpers/served/project.ts';
import { serveProject } from '../../helpers/served/serve-project.ts';
import {
  addLink,
  card,
  checkbox,
  inTray,
  isShown,
  makeHits,
  openResults,
  openSelected,
  processButton,
  search,
  searchBox,
  searchesSent,
  serveHits,
  tray,
} from '../../helpers/served/search.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const ADDED = toast('✓ Added to selection');
const REMOVED = toast('Video Removed');
const label = (title: string): Element => card(title).element().querySelector('label')!;
const borderOf = (title: string): string => getComputedStyle(label(title)).borderColor;
const backgroundOf = (title: string): string => getComputedStyle(label(title)).backgroundColor;
const transitionsEnded = (): Promise<unknown> =>
  Promise.all(
    label('River 1')
      .getAnimations()
      .map(({ finished }) => finished),
  );
const trayAnimation = (): string => getComputedStyle(tray.element()).animationName;

/** Opens hits under a stopped clock, once the code of toasts and tray has loaded. */
async function openStopped(): Promise<void> {
  await openResults(makeHits(1, 3));
  await lacks(tray);
  stopClock();
  await checkbox('River 3').click();
  await ticking(() => isShown(ADDED) && isShown(processButton(1)));
  await checkbox('River 3').click();
  await lacks(tray);
  await advance(5000);
  await lacks(REMOVED);
}

describe('selection', () => {
  // product 2.39
  it("shows the price of the processing beside its button, which is labelled exactly 'Process N Video(s)'", async () => {
    await openSelected(2);
    await expect.element(processButton(2)).toHaveTextContent(/^Process 2 Videos$/);
    await expect.element(processButton(2)).toHaveAccessibleDescription('1 credit');
    await shows(tray.getByText('1 credit', { exact: true }));
    await checkbox('River 2').click();
    await expect.element(processButton(1)).toHaveTextContent(/^Process 1 Video$/);
  });

  // product 2.42, 4.18, 4.19, 8.33, 9.19
  it('adds a video by a click on its card, and shows a toast for 2.5 seconds', async () => {
    await openStopped();
    await text('River 1').click();
    await waitByFrames(() => isShown(ADDED));
    expect(checkbox('River 1').element()).toBeChecked();
    await advancePainted(2480);
    expect(isShown(ADDED)).toBe(true);
    await advancePainted(40);
    expect(isShown(ADDED)).toBe(false);
  });

  // product 2.39, 2.40, 2.42, 2.46, 4.18, 4.19, 8.34, 9.19
  it('removes a video by a click on its card, and shows a toast for two seconds', async () => {
    await openStopped();
    for (const title of ['River 1', 'River 2']) await checkbox(title).click();
    await shows(processButton(2));
    await advancePainted(5000);
    await text('River 1').click();
    await waitByFrames(() => isShown(REMOVED));
    expect(checkbox('River 1').element()).not.toBeChecked();
    await advancePainted(1980);
    expect(isShown(REMOVED)).toBe(true);
    await advancePainted(40);
    expect(isShown(REMOVED)).toBe(false);
    await checkbox('River 2').click();
    await lacks(tray);
  });

  // product 2.47, 4.20, 4.21, 9.17
  it('animates the tray for 0.6 seconds and highlights the card for three', async () => {
    await openStopped();
    const plain = borderOf('River 1');
    const unlit = backgroundOf('River 1');
    await checkbox('River 1').click();
    await waitByFrames(() => isShown(ADDED));
    await advancePainted(580);
    expect(trayAnimation()).toBe('attention');
    await advancePainted(40);
    expect(trayAnimation()).not.toBe('attention');
    await heading('Find Videos to Include').hover();
    await advancePainted(2360);
    await transitionsEnded();
    expect(backgroundOf('River 1')).not.toBe(unlit);
    await advancePainted(40);
    await transitionsEnded();
    expect(backgroundOf('River 1')).toBe(unlit);
    expect(borderOf('River 1')).not.toBe(plain);
    expect(borderOf('River 2')).toBe(plain);
  });

  it('shows the toast beside the Process button, which stays uncovered', async () => {
    await openResults(makeHits(1, 3));
    await checkbox('River 1').click();
    await shows(ADDED);
    const process = processButton(1).element();
    const isUncovered = (): boolean => {
      const { left, top, width, height } = process.getBoundingClientRect();
      return process.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    };
    await expect.poll(isUncovered).toBe(true);
    await shows(ADDED);
  });

  // product 2.55
  it('reports that every result is selected', async () => {
    await openResults(makeHits(1, 2));
    await checkbox('River 1').click();
    await shows(processButton(1));
    await lacks(text('All videos selected!'));
    await checkbox('River 2').click();
    await shows(text('All videos selected!'));
  });

  // product 5.9
  it('returns from the processing stage to the search if no video is selected', async () => {
    await openApp('/?stage=processing');
    await shows(toast('No Videos Selected'));
    await shows(toast('Please select at least one video to continue.'));
    await shows(heading('Find Videos to Include'));
    expect(address()).toBe('/');
  });

  it('refuses to process more videos than the installation allows', async () => {
    const { limits } = makeConfig();
    answer(calls.readConfig, makeConfig({ limits: { ...limits, maxVideos: 2 } }));
    await openSelected(3);
    await shows(tray.getByText('A compilation can have up to 2 videos. Remove 1.'));
    await expect.element(processButton(3)).toHaveAttribute('aria-disabled', 'true');
    await inTray('Remove River 2').click();
    await shows(processButton(2));
    await expect.element(processButton(2)).not.toHaveAttribute('aria-disabled');
    await lacks(tray.getByText('A compilation can have'));
  });
});

describe('New Compilation', () => {
  it('clears the search, the selection and the added links', async () => {
    answer(calls.listProjects, []);
    await openSelected(2);
    await addLink('https://example.com/film.mp4');
    await shows(processButton(3));
    await press('My Videos');
    await press('New Compilation');
    await shows(heading('Start searching for videos'));
    expect(address()).toBe('/');
    await lacks(tray);
  });

  it('offers to undo the cleared selection', async () => {
    answer(calls.listProjects, []);
    await openSelected(2);
    await addLink('https://example.com/film.mp4');
    await press('My Videos');
    await press('New Compilation');
    await shows(toast('Selection Cleared'));
    await press('Undo');
    await shows(processButton(3));
    await expect.element(checkbox('Video from example.com')).toBeChecked();
  });
});

describe('return from the editor', () => {
  const back = button('Back to Home');

  /** Opens the editor over a search with the second of two hits selected. */
  async function openEditorFromSearch(): Promise<void> {
    const project = makeProject();
    serveProject(project);
    answer(calls.listProjects, [makeSummary(project)]);
    serveHits(makeHits(1, 2));
    await openApp();
    await search('river');
    await checkbox('River 2').click();
    await press('My Videos');
    await press(/^View Clips/);
    await shows(back);
  }

  // product 3.21, 4.9, 4.24
  it('restores the search and the selection after the editor without a request', async () => {
    await openEditorFromSearch();
    const before = searchesSent().length;
    await back.click();
    await shows(heading('All Videos (2)'));
    await expect.element(searchBox).toHaveValue('river');
    await expect.element(checkbox('River 2')).toBeChecked();
    await expect.element(checkbox('River 1')).not.toBeChecked();
    await shows(processButton(1));
    expect(searchesSent()).toHaveLength(before);
  });

  // product 3.21, 4.23, 9.18
  itInFullTier('keeps the results during another search within a second, and clears them later', async () => {
    await openEditorFromSearch();
    const before = searchesSent().length;
    stopClock();
    await back.click();
    await waitByFrames(() => isShown(heading('All Videos (2)')), 1);

    const lake = hold(calls.searchVideos);
    await search('lake');
    await waitByFrames(() => searchesSent().length === before + 1, 1);
    expect(isShown(heading('All Videos (2)'))).toBe(true);
    lake.release(makeHits(3, 5));
    await waitByFrames(() => isShown(heading('All Videos (3)')), 1);

    await advancePainted(1000);
    const sea = hold(calls.searchVideos);
    await search('sea');
    await waitByFrames(() => isShown(text('Searching YouTube...')), 1);
    await lacks(heading(/^All Videos/));
    sea.release();
    await waitByFrames(() => isShown(heading('All Videos (3)')), 1);
  });
});
