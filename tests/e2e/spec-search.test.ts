import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { addLink, openScene, refuse, stopClock, ticking, toast } from '../helpers/browser/page-scene.ts';
import { createProject } from '../helpers/data/project.ts';
import {
  box,
  card,
  checkbox,
  heading,
  openSearch as openSearchPage,
  says,
  search,
  tray,
  videoOf,
  videos,
} from '../helpers/browser/search-page.ts';

const scene = await openScene();

/** The search of a new user, whose answers are the test's. */
const openSearch = () => openSearchPage(scene);
const style = (element: Locator, name: 'animationName' | 'backgroundColor' | 'borderColor') =>
  element.evaluate((known, wanted) => getComputedStyle(known)[wanted], name);

describe('the search', () => {
  it('has one box and two filters, and asks for what they say', async () => {
    const { page, asked, answer } = await openSearch();
    answer(videos(1, 2));
    await heading(page, 'Search for Videos').waitFor();
    await search(page, '  river  ');
    await heading(page, 'All Videos (2)').waitFor();
    expect(Object.fromEntries(asked.at(-1)!)).toEqual({ query: 'river', page: '1', limit: '10' });

    await page.getByRole('button', { name: 'Advanced Settings' }).click();
    const settings = page.getByRole('region', { name: 'Advanced Settings' });
    await settings.getByRole('heading', { name: 'Advanced Settings' }).waitFor();
    const duration = settings.getByLabel('Duration');
    const source = settings.getByLabel('Source');
    expect(await duration.locator('option').allInnerTexts()).toEqual([
      'Any Duration',
      'Under 4 minutes',
      '4-20 minutes',
      'Over 20 minutes',
    ]);
    expect((await source.locator('option').allInnerTexts()).slice(0, 4)).toEqual([
      'All Sources',
      'YouTube',
      'Vimeo',
      'Manual',
    ]);
    const asks = async (choose: () => Promise<unknown>, wanted: object) => {
      const before = asked.length;
      await choose();
      await expect.poll(() => asked.length).toBe(before + 1);
      expect(Object.fromEntries(asked.at(-1)!)).toEqual({
        query: 'river',
        page: '1',
        limit: '10',
        ...wanted,
      });
    };
    await asks(() => duration.selectOption('Under 4 minutes'), { duration: 'short' });
    await asks(() => duration.selectOption('4-20 minutes'), { duration: 'medium' });
    await asks(() => duration.selectOption('Over 20 minutes'), { duration: 'long' });
    await asks(() => source.selectOption('Vimeo'), { duration: 'long', source: 'vimeo' });
    await asks(() => duration.selectOption('Any Duration'), { source: 'vimeo' });
  });

  it('asks for a query when there is none', async () => {
    const { page, asked } = await openSearch();
    await search(page, '   ');
    await toast(page, 'Search Required').waitFor();
    await toast(page, 'Please enter a search query.').waitFor();
    expect(asked).toEqual([]);
  });

  it('says that it waits for a query, searches, found nothing, or failed', async () => {
    const { page, hold } = await openSearch();
    await heading(page, 'Start searching for videos').waitFor();
    const release = hold();
    await search(page, 'river');
    await says(page, 'Searching YouTube...').waitFor();
    release();
    await heading(page, 'No videos found').waitFor();
    expect(await says(page, 'Searching YouTube...').count()).toBe(0);
    await refuse(page, /\/api\/videos\/search/, 503);
    await search(page, 'lake');
    await page.getByRole('alert').getByText('Search failed', { exact: true }).waitFor();
  });

  it('tells of each video what it is', async () => {
    const { page, answer } = await openSearch();
    const license = 'Creative Commons Attribution (CC BY)';
    const thumbnail = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
    answer([
      videoOf(1, {
        description: 'From source to sea',
        thumbnail,
        channel: 'Nature',
        duration: 65.4,
        license,
      }),
      videoOf(2, { duration: 4209, license: null }),
      videoOf(3, { duration: 9 }),
    ]);
    await search(page, 'river');
    await heading(page, 'All Videos (3)').waitFor();
    const [first, second, third] = [1, 2, 3].map((number) => card(page, `River ${number}`)) as [
      Locator,
      Locator,
      Locator,
    ];
    for (const text of ['River 1', 'From source to sea', '1:05', license])
      await first.getByText(text, { exact: true }).waitFor();
    await first.getByText(/^Nature · /).waitFor();
    expect(await first.locator('img').getAttribute('src')).toBe(thumbnail);
    for (const text of ['No description available', '70:09'])
      await second.getByText(text, { exact: true }).waitFor();
    await third.getByText('0:09', { exact: true }).waitFor();
  });

  it('says in the words of the server why a source gave nothing, and why the search failed', async () => {
    const { page } = await openSearch();
    const often = 'YouTube has been asked too often and takes no searches for now.';
    const late = 'Vimeo took too long to answer.';
    const errors = { 'x-source-errors': `youtube: ${often}; vimeo: ${late}` };
    let answered = false;
    await page.route(/\/api\/videos\/search/, (route) => {
      const headers = answered ? {} : errors;
      answered = true;
      return route.fulfill({ json: videos(1, 2), headers });
    });
    await search(page, 'river');
    await heading(page, 'All Videos (2)').waitFor();
    await page.getByText(`${often} ${late} The other sources are shown.`).waitFor();
    await page.getByRole('button', { name: 'Try Again', exact: true }).click();
    await page.getByText(often).waitFor({ state: 'detached' });
    await heading(page, 'All Videos (2)').waitFor();

    await page.route(/\/api\/videos\/search/, (route) =>
      route.fulfill({
        status: 502,
        json: {
          code: 'search_failed',
          message: 'Search failed',
          requestId: 'x',
          details: { sources: [{ source: 'vimeo', message: late }] },
        },
      }),
    );
    await search(page, 'lake');
    const alert = page.getByRole('alert').filter({ hasText: 'Search failed' });
    await alert.waitFor();
    expect(await alert.innerText()).toContain(late);
  });

  it('shows samples that are still being made as they come, without being asked again', async () => {
    const { page } = await openSearch();
    const pending = (count: number) => `The sample videos are still being made (${count} so far).`;
    let asked = 0;
    await page.route(/\/api\/videos\/search/, (route) => {
      asked += 1;
      const count = asked === 1 ? 0 : 2;
      const headers: Record<string, string> = asked < 3 ? { 'x-source-pending': pending(count) } : {};
      return route.fulfill({ json: videos(1, count), headers });
    });
    await search(page, 'river');
    await says(page, pending(0)).waitFor();
    expect(await page.getByText('No videos found').count()).toBe(0);
    await heading(page, 'All Videos (2)').waitFor();
    await says(page, pending(2)).waitFor({ state: 'detached' });
    await says(page, 'No more videos to load').waitFor();
    expect(asked).toBe(3);
  });

  it('reads on at the last video, drops what came twice, and ends at a page under ten', async () => {
    const { page, asked, answer, hold } = await openSearch();
    // One column: what is asked for does not fit the window.
    await page.setViewportSize({ width: 360, height: 640 });
    answer(videos(1, 10), [...videos(9, 10), ...videos(11, 18)], videos(19, 21));
    const pages = () => asked.map((parameters) => parameters.get('page'));
    await search(page, 'river');
    await heading(page, 'All Videos (10)').waitFor();
    expect(pages()).toEqual(['1']);
    const toEnd = () => page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const release = hold();
    await toEnd();
    await says(page, 'Loading more videos...').waitFor();
    release();
    await heading(page, 'All Videos (18)').waitFor();
    expect(pages()).toEqual(['1', '2']);
    // Further rows are measured as they come, so the end moves.
    await expect
      .poll(async () => {
        await toEnd();
        return heading(page, 'All Videos (21)').count();
      })
      .toBe(1);
    await says(page, 'No more videos to load').waitFor();
    await toEnd();
    expect(pages()).toEqual(['1', '2', '3']);

    const next = hold();
    await search(page, 'lake');
    await says(page, 'Searching YouTube...').waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(0);
    // The page says so before its request is out.
    await expect
      .poll(() => Object.fromEntries(asked.at(-1)!))
      .toEqual({ query: 'lake', page: '1', limit: '10' });
    next();
  });

  it('comes back from the editor to the same search, and keeps its results for a second', async () => {
    const { page, user, asked, answer, hold } = await openSearch();
    await createProject(scene.backend, user.id);
    answer(videos(1, 2));
    await search(page, 'river');
    await checkbox(page, 'River 2').check();
    await page.getByRole('button', { name: 'My Videos', exact: true }).click();
    await page.getByRole('button', { name: /^View Clips/ }).click();
    const back = page.getByRole('button', { name: 'Back to Home', exact: true });
    await back.waitFor();
    const before = asked.length;
    await stopClock(page);
    await back.click();
    const results = heading(page, 'All Videos (2)');
    await ticking(page, () => results.isVisible(), 1);
    expect(await box(page).inputValue()).toBe('river');
    expect(await checkbox(page, 'River 2').isChecked()).toBe(true);
    expect(await checkbox(page, 'River 1').isChecked()).toBe(false);
    await tray(page).getByRole('button', { name: 'Process 1 Video', exact: true }).waitFor();
    expect(asked).toHaveLength(before);

    // Not a second has passed: a new query keeps what is shown until it is answered.
    let release = hold();
    answer(videos(3, 5));
    await search(page, 'lake');
    await ticking(page, () => Promise.resolve(asked.length === before + 1), 1);
    expect(await results.isVisible()).toBe(true);
    release();
    await ticking(page, () => heading(page, 'All Videos (3)').isVisible(), 1);
    await page.clock.runFor(1000);
    release = hold();
    await search(page, 'sea');
    await ticking(page, () => says(page, 'Searching YouTube...').isVisible());
    expect(await page.getByRole('heading', { name: /^All Videos/ }).count()).toBe(0);
    release();
  });
});

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
    await tray(page).getByRole('button', { name: 'Process 2 Videos', exact: true }).waitFor();
  });

  it('selects by card and by checkbox, tells of it, and is lit for a moment', async () => {
    const { page, answer } = await openSearch();
    answer(videos(1, 3));
    await search(page, 'river');
    await heading(page, 'All Videos (3)').waitFor();
    expect(await tray(page).count()).toBe(0);
    // The first one brings the toasts' code; every timer is of the clock that the test moves.
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
    // The toast stands still, and not in the way.
    await tray(page).getByRole('button', { name: 'Process 1 Video', exact: true }).click({ trial: true });
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
    await tray(page).getByRole('button', { name: 'Process 2 Videos', exact: true }).waitFor();
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

  /** A search with this many videos selected. */
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
    let release = () => {};
    await page.route(PROCESS, async (route) => {
      bodies.push(route.request().postDataJSON());
      await new Promise<void>((resolve) => (release = resolve));
      await route.fulfill({ json: { projectId, runId: projectId } });
    });
    await start(page, 'Process 2 Videos');
    await toast(page, 'Starting Processing').waitFor();
    await toast(page, 'Your videos are being sent for AI processing...').waitFor();
    await heading(page, 'AI Processing').waitFor();
    expect(bodies).toEqual([{ videoIds: ['library_1', 'library_2'], projectTitle: 'river' }]);
    release();
    await page.getByRole('button', { name: 'Back to Home', exact: true }).waitFor();

    await page.getByRole('link', { name: 'Cutroom, home' }).click();
    await addLink(page, 'https://example.com/film.mp4');
    await start(page, 'Process 1 Video');
    await heading(page, 'AI Processing').waitFor();
    const date = await page.evaluate(() => new Date().toLocaleDateString());
    await expect.poll(() => bodies.length).toBe(2);
    expect(bodies[1]).toMatchObject({ projectTitle: `Compilation - ${date}` });
    release();
  });

  it('alerts that credits are missing, and is back at the search', async () => {
    const { page } = await openSelected(1);
    await refuse(page, PROCESS, 402, 'Not enough credits.');
    await start(page, 'Process 1 Video');
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
    await start(page, 'Process 1 Video');
    await says(page, 'Processing failed: The workers are away. No credit was used.').waitFor();
    await heading(page, 'Find Videos to Include').waitFor();
    expect(await checkbox(page, 'River 1').isChecked()).toBe(true);
    expect(logged.join('\n')).toContain('error: Failed to start processing');
    expect(await page.getByRole('alertdialog').count()).toBe(0);
  });
});
