import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Project } from '#contract/projects.ts';
import {
  changeAnswer,
  cutSockets,
  openScene,
  refuse,
  settled,
  stopClock,
  ticking,
} from '../../helpers/browser/page-scene.ts';
import {
  button,
  heading,
  live,
  openProject as openProjectOf,
  PROJECT,
  watch,
} from '../../helpers/browser/one-project.ts';

const scene = await openScene();
const openProject = (wish?: { film: boolean }) => openProjectOf(scene, wish);

/** Text of the screen itself: the status region repeats some. */
const says = (page: Page, text: string) => page.getByRole('main').getByText(text, { exact: true });

const searchIsBack = (page: Page) => heading(page, 'Find Videos to Include');

function watchConsole(page: Page): string[] {
  const lines: string[] = [];
  page.on('console', (message) => lines.push(`${message.type()}: ${message.text()}`));
  return lines;
}

describe('processing', () => {
  it('shows processing with its percent, and ticks three items past 20, 50 and 80', async () => {
    const { page, at, next, push } = await openProject();
    const processing = next({});
    await changeAnswer<Project>(page, PROJECT, (project) => ({ ...project, sections: [], processing }));
    await page.goto(at('processing'));
    await heading(page, 'AI Processing').waitFor();
    await live(page);
    expect(await page.getByRole('main').innerText()).toContain('2-3 minutes');
    expect(await page.locator('main .animate-spin').count()).toBe(1);

    const green = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = 'var(--ok)';
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    });
    const texts = ['Extracting video segments', 'Generating transcriptions', 'Creating editable sections'];
    const ticked = async () => {
      const items = texts.map((text) => page.getByRole('listitem').filter({ hasText: text }));
      const colors = await Promise.all(
        items.map((item) => item.evaluate((element) => getComputedStyle(element).color)),
      );
      return colors.map((color) => color === green);
    };
    const cases: [number, boolean[]][] = [
      [20, [false, false, false]],
      [21, [true, false, false]],
      [50, [true, false, false]],
      [51, [true, true, false]],
      [80, [true, true, false]],
      [81, [true, true, true]],
    ];
    for (const [percentage, wanted] of cases) {
      push('run.progressed', next({ percentage }));
      await says(page, `${percentage}%`).waitFor();
      expect(await page.getByRole('progressbar').getAttribute('aria-valuenow')).toBe(String(percentage));
      expect([percentage, await ticked()]).toEqual([percentage, wanted]);
    }
  });

  it('estimates until the first figure, in steps under 5 and never past 90', async () => {
    const { page, at } = await openProject();
    await page.addInitScript(() => {
      Math.random = () => 0.999;
    });
    await page.route(PROJECT, () => {});
    await stopClock(page);
    await page.goto(at('processing'));
    await ticking(page, () => page.getByRole('progressbar').isVisible());
    const bar = page.getByRole('progressbar');
    const shows = async (percent: number) => {
      await expect.poll(() => bar.getAttribute('aria-valuenow')).toBe(String(percent));
    };
    await shows(0);
    await page.getByText('estimated', { exact: true }).waitFor();
    await page.clock.runFor(2000);
    await shows(4);
    expect(
      await bar
        .locator('div')
        .evaluate((element: HTMLElement) => /[\d.]+/.exec(element.style.transform)?.[0]),
    ).toBe('0.04995');
    await page.clock.runFor(2000);
    await shows(9);
    await page.clock.runFor(60_000);
    await shows(90);
  });

  it('asks for progress every 2 s, for the end after 10 s and then each second, and opens the editor', async () => {
    const { page, context, at, next } = await openProject();
    await cutSockets(context);
    let processing = next({});
    let ended = false;
    await changeAnswer<Project>(page, PROJECT, (project) => ({
      ...project,
      processing,
      sections: ended ? project.sections : [],
    }));
    let percentage = 0;
    await page.route(/\/progress$/, (route) =>
      route.fulfill({
        json: { percentage: (percentage += 7), stage: processing.stage, completed: false, message: '' },
      }),
    );
    const asked = watch(page, 'GET', /\/progress$/);
    const reads = watch(page, 'GET', PROJECT);
    await stopClock(page);
    await page.goto(at('processing'));
    await ticking(page, () => says(page, 'Fetching videos').isVisible());
    const readAtFirst = reads.length;
    for (const times of [1, 2, 3, 4]) {
      await page.clock.runFor(1900);
      await settled(page);
      expect(asked).toHaveLength(times - 1);
      await page.clock.runFor(100);
      await ticking(page, () => says(page, `${times * 7}%`).isVisible());
      expect(asked).toHaveLength(times);
    }
    await page.clock.runFor(1800);
    await settled(page);
    expect(reads).toHaveLength(readAtFirst);
    // The effect is visible after the response, when the next poll is scheduled.
    processing = next({ stage: 'Cutting' });
    await page.clock.runFor(200);
    await ticking(page, () => says(page, 'Cutting').isVisible());
    expect(reads).toHaveLength(readAtFirst + 1);
    await page.clock.runFor(900);
    await settled(page);
    expect(reads).toHaveLength(readAtFirst + 1);
    processing = next({ status: 'completed', percentage: 100 });
    ended = true;
    await page.clock.runFor(100);
    await ticking(page, () => button(page, 'Back to Home').isVisible());
    expect(new URL(page.url()).searchParams.get('stage')).toBe('edit');
  });

  it('is back at the search when processing failed or cannot be followed, and logs why', async () => {
    const { page, context, at, next, push } = await openProject();
    const logged = watchConsole(page);
    let processing = next({});
    await changeAnswer<Project>(page, PROJECT, (project) => ({ ...project, sections: [], processing }));
    await page.goto(at('processing'));
    await heading(page, 'AI Processing').waitFor();
    await live(page);
    push('run.failed', next({ status: 'failed', errorCode: 'no_video', message: 'The video is gone.' }));
    await says(page, 'Processing failed: The video is gone. Your credit is back.').waitFor();
    await searchIsBack(page).waitFor();
    expect(logged.join('\n')).toContain('error: Processing failed no_video The video is gone.');

    // Without a socket, a refused poll.
    await cutSockets(context);
    processing = next({ id: randomUUID(), status: 'running', message: '' });
    await refuse(page, /\/progress$/, 404, 'There is no such project.');
    await page.goto(at('processing'));
    await page.getByText(/^Processing failed: There is no such project\./).waitFor();
    await searchIsBack(page).waitFor();
    expect(logged.join('\n')).toContain('error: Failed to read the progress There is no such project.');

    // One that reports a failure, long before the end is polled.
    let stage = 'Listening';
    await page.route(/\/progress$/, (route) =>
      route.fulfill({ json: { percentage: 40, stage, completed: false, message: '' } }),
    );
    await stopClock(page);
    await page.goto(at('processing'));
    await ticking(page, () => says(page, 'Fetching videos').isVisible());
    stage = 'failed';
    processing = next({ status: 'failed', message: 'The sound is broken.' });
    await page.clock.runFor(2000);
    await ticking(page, () => searchIsBack(page).isVisible());
    await page.getByText(/^Processing failed: The sound is broken\./).waitFor();

    // And one without a response for 30 s.
    processing = next({ id: randomUUID(), status: 'running', message: '' });
    await page.route(/\/progress$/, (route) => route.abort());
    await page.goto(at('processing'));
    await ticking(page, () => says(page, 'Fetching videos').isVisible());
    await page.route(PROJECT, (route) => route.abort());
    for (let seconds = 0; seconds < 28; seconds += 2) {
      await page.clock.runFor(2000);
      await settled(page);
    }
    expect(await heading(page, 'AI Processing').count()).toBe(1);
    await expect
      .poll(async () => {
        await page.clock.runFor(1000);
        return searchIsBack(page).count();
      })
      .toBe(1);
    await page.getByText(/^Processing failed: The server does not answer\./).waitFor();
  });
});
