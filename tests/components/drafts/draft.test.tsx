import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import { answer, hold, requestsOf } from '../../helpers/components/answers.ts';
import {
  button,
  dialog,
  heading,
  lacks,
  press,
  shows,
  text,
  textsOf,
} from '../../helpers/components/find.ts';
import { openApp } from '../../helpers/components/open-app.tsx';
import { titles, visitEditor } from '../../helpers/served/editing.ts';
import { makeProject, makeVideo } from '../../helpers/served/project.ts';
import { serveProject } from '../../helpers/served/serve-project.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const making = dialog('Make a film');
const length = (name: string) => making.getByRole('radio', { name, exact: true });
const video = (name: string) => making.getByRole('checkbox', { name });
const sent = () => requestsOf(calls.processVideos).map(({ body }) => body);

/** The results of a search for "river": six videos of this length, in seconds. */
async function search(duration = 65): Promise<void> {
  const hits = [1, 2, 3, 4, 5, 6].map((number) =>
    makeVideo({ sourceId: String(number), title: `River ${number}`, duration }),
  );
  answer(calls.searchVideos, ({ query }) => (query.page === 1 ? hits : []));
  await openApp();
  await page.getByRole('searchbox', { name: 'Search for Videos' }).fill('river');
  await userEvent.keyboard('{Enter}');
  await shows(heading('All Videos (6)'));
}

/** Searches for other words, whose results are two videos of 65 s. */
async function searchAgain(words: string): Promise<void> {
  const hits = [1, 2].map((number) =>
    makeVideo({ sourceId: `${words}${number}`, title: `${words} ${number}`, duration: 65 }),
  );
  answer(calls.searchVideos, ({ query }) => (query.page === 1 ? hits : []));
  await page.getByRole('searchbox', { name: 'Search for Videos' }).fill(words);
  await userEvent.keyboard('{Enter}');
  await shows(heading('All Videos (2)'));
}

/** Selects videos of the results by their numbers. */
async function select(...numbers: number[]): Promise<void> {
  for (const number of numbers) {
    await page.getByRole('checkbox', { name: `River ${number}`, exact: true }).click();
  }
}

/** The numbers of the videos that are ticked in the dialog. */
const ticked = () =>
  making
    .getByRole('checkbox', { name: /^River/ })
    .elements()
    .flatMap((box, index) => ((box as HTMLInputElement).checked ? [index + 1] : []));

describe('"Make a film" dialog', () => {
  // product 17.1
  it('shows the videos of the search and the cost before anything is sent', async () => {
    hold(calls.processVideos);
    await search();
    await press('Make a film');
    await shows(making.getByText('One credit per film.'));
    await expect
      .poll(() => textsOf(making.getByRole('listitem')))
      .toEqual([1, 2, 3, 4, 5, 6].map((number) => `River ${number} · 1:05`));
    expect(ticked()).toEqual([1, 2, 3, 4]);
    await shows(making.getByText(/too short for 5 minutes\. Select more videos for a longer film\.$/));
    await making.getByRole('button', { name: 'Cancel' }).click();
    await lacks(making);
    expect(sent()).toEqual([]);
  });

  // product 17.1
  it('starts a finished film of the chosen length, language, music and videos', async () => {
    hold(calls.processVideos);
    await search();
    button('Make a film').element().focus();
    await userEvent.keyboard('{Enter}');
    await video('River 2').click();
    await length('1 minute').click();
    await making.getByLabelText('Language').selectOptions('hi');
    await making.getByLabelText('Music').selectOptions('calm');
    await making.getByRole('checkbox', { name: 'Burn in captions' }).click();
    await making.getByRole('button', { name: 'Make a 1-minute film · 1 credit' }).click();
    await shows(heading('Making your film'));
    await expect.poll(sent).toEqual([
      {
        videoIds: ['library_1', 'library_3', 'library_4'],
        projectTitle: 'river',
        draft: { words: 'river', minutes: 1 },
        film: { language: 'hi', style: 'interview', captions: false, music: 'calm' },
      },
    ]);
  });

  // product 17.1
  it('uses the selected videos in their order if there are any', async () => {
    hold(calls.processVideos);
    await search(60);
    await select(6, 2, 5);
    await press('Make a film');
    await expect
      .poll(() => textsOf(making.getByRole('listitem')))
      .toEqual([6, 2, 5].map((number) => `River ${number} · 1:00`));
    expect(ticked()).toEqual([1, 2, 3]);
    await making.getByRole('button', { name: 'Make a 2-minute film · 1 credit' }).click();
    await expect.poll(sent).toMatchObject([
      {
        videoIds: ['library_6', 'library_2', 'library_5'],
        film: { language: 'en', style: 'interview', captions: true },
      },
    ]);
  });

  // product 17.1
  it('has no title and no query if its videos come from different searches', async () => {
    hold(calls.processVideos);
    await search();
    await select(1, 2);
    await searchAgain('Lake');
    await page.getByRole('checkbox', { name: 'Lake 1', exact: true }).click();
    await press('Make a film');
    await shows(making.getByText(/^We’ll pick the best parts and make a finished film\./));
    await making.getByRole('button', { name: 'Make a 2-minute film · 1 credit' }).click();
    await expect.poll(sent).toMatchObject([
      {
        videoIds: ['library_1', 'library_2', 'library_Lake1'],
        projectTitle: expect.stringMatching(/^Compilation - /),
        draft: { minutes: 2 },
      },
    ]);
    expect(sent()[0]!.draft).not.toHaveProperty('words');
  });

  // product 17.1
  it('is about the search from which all ticked videos were selected', async () => {
    hold(calls.processVideos);
    await search();
    await select(1);
    await searchAgain('Lake');
    for (const number of [1, 2]) {
      await page.getByRole('checkbox', { name: `Lake ${number}`, exact: true }).click();
    }
    await press('Make a film');
    await video('River 1').click();
    await shows(making.getByText(/^We’ll pick the best parts about “Lake”/));
    await making.getByRole('button', { name: 'Make a 1-minute film · 1 credit' }).click();
    await expect.poll(sent).toMatchObject([{ projectTitle: 'Lake', draft: { words: 'Lake', minutes: 1 } }]);
  });

  // product 17.2
  it('disables lengths that exceed the ticked videos, with the reason', async () => {
    await search(17);
    await select(1, 2, 3, 4, 5);
    await press('Make a film');
    const reason = making.getByText('1:25 of usable material, which is too short for 2 or 5 minutes.');
    await shows(reason);
    await expect.element(length('1 minute')).toBeChecked();
    for (const name of ['2 minutes', '5 minutes']) {
      await expect.element(length(name)).toBeDisabled();
      await expect
        .element(length(name))
        .toHaveAccessibleDescription('1:25 of usable material, which is too short for 2 or 5 minutes.');
    }
  });

  // product 17.2
  itInFullTier('makes a film of all material if the ticked videos are shorter than a minute', async () => {
    hold(calls.processVideos);
    await search(17);
    await select(1, 2, 3, 4);
    await press('Make a film');
    await shows(making.getByRole('button', { name: 'Make a 1-minute film · 1 credit' }));
    await lacks(length('All 51 seconds'));
    await video('River 4').click();
    await expect.element(length('All 51 seconds')).toBeChecked();
    await shows(making.getByText('0:51 of usable material, which is too short for 1, 2, or 5 minutes.'));
    await expect.element(length('1 minute')).toBeDisabled();
    await video('River 4').click();
    await expect.element(length('1 minute')).toBeChecked();
    await video('River 4').click();
    await making.getByRole('button', { name: 'Make a 51-second film · 1 credit' }).click();
    await expect
      .poll(sent)
      .toMatchObject([
        { videoIds: ['library_1', 'library_2', 'library_3'], draft: { words: 'river', minutes: 'all' } },
      ]);
  });

  // product 17.2
  itInFullTier(
    'offers nothing that costs a credit if the ticked videos are too short for any film',
    async () => {
      await search(1);
      await select(1, 2, 3, 4);
      await press('Make a film');
      await shows(making.getByRole('button', { name: 'Make a 4-second film · 1 credit' }));
      await video('River 4').click();
      await video('River 3').click();
      await shows(
        making.getByText('Too short: 0:02 of usable material. A film needs at least 0:03. Add more videos.'),
      );
      const refused = making.getByRole('button', { name: 'Make a film · 1 credit' });
      await expect.element(refused).toHaveAttribute('aria-disabled', 'true');
      await refused.click({ force: true });
      await video('River 1').click();
      await video('River 2').click();
      await shows(making.getByText('Select at least one video.'));
      expect(sent()).toEqual([]);
    },
  );
});

describe('notice of a draft', () => {
  // product 17.5
  it('shows why each section was chosen, until it is dismissed', async () => {
    const draft = {
      sentence: 'This 0:30 draft uses 3 sections about “river”.',
      reasons: [1, 2, 3].map((number) => ({ title: `Section ${number}`, why: `Reason ${number}.` })),
    };
    const served = serveProject(makeProject({ draft, notices: ['The video "Sea" is missing.'] }));
    answer(calls.updateProject, ({ body }) => {
      served.set((project) => ({ ...project, ...body }));
      return served.current();
    });
    await visitEditor(served);
    await press('2 notices');
    const summary = text(`${draft.sentence} Why these sections?`);
    await summary.click();
    await shows(page.getByRole('listitem').filter({ hasText: 'Section 2: Reason 2.' }));
    await button('Dismiss').first().click();
    await lacks(summary);
    await expect
      .poll(() => requestsOf(calls.updateProject).map(({ body }) => body))
      .toEqual([{ draft: null }]);
    await shows(text('The video "Sea" is missing.'));
    expect(titles()).toEqual(['Section 1', 'Section 2', 'Section 3']);
  });
});
