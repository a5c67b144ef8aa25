import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addLink, openScene, refuse, stopClock, ticking, toast } from '../../helpers/browser/page-scene.ts';
import { createProject } from '../../helpers/data/project.ts';
import { gate } from '../../helpers/gate.ts';
import {
  card,
  checkbox,
  heading,
  openSearch as openSearchPage,
  says,
  search,
  tray,
  videos,
} from '../../helpers/browser/search-page.ts';

const scene = await openScene();

/** The search of a new user, whose answers are the test's. */
const openSearch = () => openSearchPage(scene);

const style = (element: Locator, name: 'animationName' | 'backgroundColor' | 'borderColor') =>
  element.evaluate((known, wanted) => getComputedStyle(known)[wanted], name);

describe('the selection', () => {
  it('keeps what was added by its link, and what was found, when it comes back from the editor', async () => {
    const { page, user, answer } = await openSearch();
    const { projectId } = await createProject(scene.backend, user.id);
    answer(videos(1, 2));
    await search(page, 'river');
    await checkbox(page, 'River 2').check();
    await addLink(page, 'https://youtu.be/dQw4w9WgXcQ');
    await heading(page, 'All Videos (3)').waitFor();
    await page.goto(`/?project=${projectId}&stage=edit`);
    await page.getByRole('button', { name: 'Back to Home', exact: true }).click();
    await heading(page, 'All Videos (3)').waitFor();
    for (const [title, chosen] of [
      ['Video from youtu.be', true],
      ['River 1', false],
      ['River 2', true],
    ] as const)
      expect([title, await checkbox(page, title).isChecked()]).toEqual([title, chosen]);
    await tray(page).getByRole('button', { name: 'Process 2 Videos · 1 credit', exact: true }).waitFor();
  });

  it('selects by card and by checkbox, tells of it, and is lit for a moment', async () => {
    const { page, answer } = await openSearch();
    answer(videos(1, 3));
    await search(page, 'river');
    await heading(page, 'All Videos (3)').waitFor();
    expect(await tray(page).count()).toBe(0);
    // The first one loads the toasts' code; every timer uses the clock that the test advances.
    await stopClock(page);
    await checkbox(page, 'River 3').check();
    await ticking(page, () => toast(page, '✓ Added to selection').isVisible());
    await checkbox(page, 'River 3').uncheck();
    await tray(page).waitFor({ state: 'detached' });
    await page.clock.runFor(5000);
    await toast(page, 'Video Removed').waitFor({ state: 'detached' });
    const label = (title: string) => card(page, title).locator('label');
    const plain = await style(label('River 1'), 'borderColor');
    const unlit = await style(label('River 1'), 'backgroundColor');

    await says(page, 'River 1').click();
    await toast(page, '✓ Added to selection').waitFor();
    // The toast stays, without covering anything.
    await tray(page)
      .getByRole('button', { name: 'Process 1 Video · 1 credit', exact: true })
      .click({ trial: true });
    expect(await checkbox(page, 'River 1').isChecked()).toBe(true);
    await page.clock.runFor(580);
    expect(await style(tray(page), 'animationName')).toBe('attention');
    await page.clock.runFor(40);
    expect(await style(tray(page), 'animationName')).not.toBe('attention');
    await page.clock.runFor(1860);
    expect(await toast(page, '✓ Added to selection').count()).toBe(1);
    await page.clock.runFor(40);
    await toast(page, '✓ Added to selection').waitFor({ state: 'detached' });
    await page.mouse.move(0, 0);
    await page.clock.runFor(460);
    expect(await style(label('River 1'), 'backgroundColor')).not.toBe(unlit);
    await page.clock.runFor(40);
    await expect.poll(() => style(label('River 1'), 'backgroundColor')).toBe(unlit);
    expect(await style(label('River 1'), 'borderColor')).not.toBe(plain);
    expect(await style(label('River 2'), 'borderColor')).toBe(plain);

    await checkbox(page, 'River 2').check();
    await tray(page).getByRole('button', { name: 'Process 2 Videos · 1 credit', exact: true }).waitFor();
    await page.clock.runFor(5000);
    await says(page, 'River 1').click();
    await toast(page, 'Video Removed').waitFor();
    expect(await checkbox(page, 'River 1').isChecked()).toBe(false);
    await page.clock.runFor(1980);
    expect(await toast(page, 'Video Removed').count()).toBe(1);
    await page.clock.runFor(40);
    await toast(page, 'Video Removed').waitFor({ state: 'detached' });
    await checkbox(page, 'River 2').uncheck();
    await tray(page).waitFor({ state: 'detached' });
  });

  it('says when every result is selected', async () => {
    const { page, answer } = await openSearch();
    answer(videos(1, 2));
    await search(page, 'river');
    await checkbox(page, 'River 1').check();
    expect(await says(page, 'All videos selected!').count()).toBe(0);
    await checkbox(page, 'River 2').check();
    await says(page, 'All videos selected!').waitFor();
  });

  it('asks for a video when nothing was selected', async () => {
    const { page } = await openSearch();
    await page.goto('/?stage=processing');
    await toast(page, 'No Videos Selected').waitFor();
    await toast(page, 'Please select at least one video to continue.').waitFor();
    await heading(page, 'Find Videos to Include').waitFor();
    expect(new URL(page.url()).search).toBe('');
  });
});

describe('the start of processing', () => {
  const PROCESS = /\/api\/projects\/process$/;

  /** A search with this many selected videos. */
  async function openSelected(count: number) {
    const opened = await openSearch();
    opened.answer(videos(1, count));
    await search(opened.page, 'river');
    for (const { title } of videos(1, count)) await checkbox(opened.page, title).check();
    return opened;
  }
  const start = (page: Page, name: string) => tray(page).getByRole('button', { name, exact: true }).click();

  it('sends the selected videos under the query, or under the date', async () => {
    const { page, user } = await openSelected(2);
    const { projectId } = await createProject(scene.backend, user.id);
    const bodies: unknown[] = [];
    let answered = gate();
    await page.route(PROCESS, async (route) => {
      bodies.push(route.request().postDataJSON());
      await answered.opened;
      await route.fulfill({ json: { projectId, runId: projectId } });
    });
    await start(page, 'Process 2 Videos · 1 credit');
    await toast(page, 'Starting Processing').waitFor();
    await toast(page, 'Your videos are being sent for AI processing...').waitFor();
    await heading(page, 'AI Processing').waitFor();
    expect(bodies).toEqual([{ videoIds: ['library_1', 'library_2'], projectTitle: 'river' }]);
    answered.open();
    await page.getByRole('button', { name: 'Back to Home', exact: true }).waitFor();
    answered = gate();

    await page.getByRole('link', { name: 'Cutroom, home' }).click();
    await addLink(page, 'https://example.com/film.mp4');
    await start(page, 'Process 1 Video · 1 credit');
    await heading(page, 'AI Processing').waitFor();
    const date = await page.evaluate(() => new Date().toLocaleDateString());
    await expect.poll(() => bodies.length).toBe(2);
    expect(bodies[1]).toMatchObject({ projectTitle: `Compilation - ${date}` });
    answered.open();
  });

  it('alerts that credits are missing, and is back at the search', async () => {
    const { page } = await openSelected(1);
    await refuse(page, PROCESS, 402, 'Not enough credits.');
    await start(page, 'Process 1 Video · 1 credit');
    const alert = page.getByRole('alertdialog');
    await alert
      .getByText(
        "You don't have enough video credits to create this compilation. Please purchase more credits.",
        { exact: true },
      )
      .waitFor();
    await alert.getByRole('button', { name: 'OK' }).click();
    await heading(page, 'Find Videos to Include').waitFor();
    expect(await checkbox(page, 'River 1').isChecked()).toBe(true);
  });

  it('is back at the search when processing cannot start, and logs why', async () => {
    const { page } = await openSelected(1);
    const logged: string[] = [];
    page.on('console', (message) => logged.push(`${message.type()}: ${message.text()}`));
    await refuse(page, PROCESS, 500, 'The workers are away.');
    await start(page, 'Process 1 Video · 1 credit');
    await says(page, 'Processing failed: The workers are away. No credit was used.').waitFor();
    await heading(page, 'Find Videos to Include').waitFor();
    expect(await checkbox(page, 'River 1').isChecked()).toBe(true);
    expect(logged.join('\n')).toContain('error: Failed to start processing');
    expect(await page.getByRole('alertdialog').count()).toBe(0);
  });
});
