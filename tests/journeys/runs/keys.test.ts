import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import {
  arrive,
  button,
  openJourney,
  readProject,
  seesCopied,
  start,
  titlesOf,
} from '../../helpers/journeys/journey.ts';
import { press, tabTo, type } from '../../helpers/journeys/keys.ts';
import { startStack } from '../../helpers/processes/stack.ts';
import { addTinyVideo } from '../../helpers/processes/tiny-project.ts';

const library = await mkdtemp(join(tmpdir(), 'cutroom-library-'));
afterAll(() => rm(library, { recursive: true, force: true }));
await addTinyVideo(library, 'river of the north');
await addTinyVideo(library, 'river of the south');
const stack = await startStack({ LIBRARY_DIR: library });
await Promise.all([stack.startStandins(), stack.startWorker()]);

/** Goes from pane to pane until this control has the focus. */
async function goTo(page: Page, target: Locator): Promise<void> {
  for (let panes = 0; panes < 4; panes++) {
    await press(page, 'F6');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`F6 does not lead to ${String(target)}.`);
}

it('goes from the sign-in to a shared film by keyboard only, and always shows the focus', async () => {
  const { page, complaints } = await openJourney(stack);
  const enter = async (target: Locator): Promise<void> => {
    await tabTo(page, target);
    await press(page, 'Enter');
  };
  /** Leaves for a page that focuses nothing. */
  const leave = async (target: Locator): Promise<void> => {
    await tabTo(page, target);
    await page.keyboard.press('Enter');
  };
  const write = async (target: Locator, text: string): Promise<void> => {
    await tabTo(page, target);
    await press(page, 'Control+a');
    await type(page, text);
  };
  await leave(start(page));
  await write(page.getByLabel('Name'), 'Ada');
  await write(page.getByLabel('E-mail'), 'keys@example.com');
  await leave(button(page, 'Sign in'));
  await arrive(page);

  await write(page.getByRole('searchbox', { name: 'Search for Videos' }), 'river');
  await press(page, 'Enter');
  for (const name of ['River of the north', 'River of the south']) {
    await tabTo(page, page.getByRole('checkbox', { name }));
    await press(page, 'Space');
  }
  await enter(button(page, 'Process 2 Videos'));
  await page.locator('[data-select]').nth(1).waitFor();

  // Order: a dialog takes the focus and returns it, a deleted row passes it to the next one.
  const [first, second] = await titlesOf(page);
  await enter(button(page, `Move ${first} down`));
  await expect.poll(async () => (await titlesOf(page)).slice(0, 2)).toEqual([second, first]);
  await enter(button(page, `Move ${first} to…`));
  await page.getByRole('dialog', { name: 'Move to…' }).waitFor();
  await press(page, 'Escape');
  await expect.poll(() => page.evaluate(() => document.activeElement?.ariaLabel)).toBe(`Move ${first} to…`);
  await enter(button(page, `Delete ${first}`));
  await expect.poll(() => titlesOf(page)).not.toContain(first);
  await press(page, 'Control+z');
  await expect.poll(() => titlesOf(page)).toContain(first);

  // The range, the text, the words and the join of the first section.
  await enter(page.locator('[data-select]').first());
  await goTo(page, page.getByRole('slider', { name: 'Position' }));
  await tabTo(page, page.getByRole('slider', { name: 'In point' }));
  await press(page, 'ArrowRight');
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  await goTo(page, tab('Text'));
  await write(page.getByRole('textbox', { name: 'Title', exact: true }), 'Mouth');
  await tabTo(page, page.locator('[data-word][tabindex="0"]'));
  for (const key of ['ArrowRight', 'Shift+ArrowRight']) await press(page, key);
  await enter(button(page, 'Cut'));
  await expect.poll(() => page.getByRole('button', { name: /, cut out: restore$/ }).count()).toBe(2);
  await goTo(page, tab('Text'));
  await press(page, 'End');
  await tabTo(page, page.getByLabel('Transition to the next section'));
  await press(page, 'ArrowDown');
  await tabTo(page, page.getByRole('button', { name: /^Film options/ }));
  await press(page, 'Enter');
  await tabTo(page, page.getByRole('checkbox', { name: /^Burn in captions/ }));
  await press(page, 'Space');
  await press(page, 'Escape');
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('Film options');

  await enter(button(page, 'Generate Video'));
  await page.getByRole('heading', { name: 'Video Generated Successfully!' }).waitFor();
  const { films, sections } = await readProject(page);
  expect(films[0]).toMatchObject({ burnedSubtitles: true });
  const mouth = sections.find(({ title }) => title === 'Mouth');
  expect(mouth).toMatchObject({ transition: 'crossfade', cuts: [expect.anything()] });
  expect(mouth!.startTime).toBeGreaterThan(0);
  await enter(button(page, 'Play'));
  await page.waitForFunction(() => document.querySelector('video')!.currentTime > 0.2);
  await enter(button(page, 'Share'));
  // "Create link" has the focus of the dialog.
  await button(page, 'Create link').waitFor();
  await press(page, 'Enter');
  await seesCopied(page);
  expect(complaints).toEqual([]);
});
