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

const making = dialog('Make a film');

/** The results of a search for "river": six videos of 1:05. */
async function search(): Promise<void> {
  const hits = [1, 2, 3, 4, 5, 6].map((number) =>
    makeVideo({ sourceId: String(number), title: `River ${number}`, duration: 65 }),
  );
  answer(calls.searchVideos, ({ query }) => (query.page === 1 ? hits : []));
  await openApp();
  await page.getByRole('searchbox', { name: 'Search for Videos' }).fill('river');
  await userEvent.keyboard('{Enter}');
  await shows(heading('All Videos (6)'));
}

describe('"Make a film" dialog', () => {
  it('shows the videos and the cost of a draft before anything is sent', async () => {
    hold(calls.processVideos);
    await search();
    await press('Make a film');
    await shows(making.getByText('Costs 1 credit.'));
    const shown = () => textsOf(making.getByRole('listitem'));
    expect(shown()).toEqual([1, 2, 3, 4].map((number) => `River ${number} · 1:05`));
    await making.getByLabelText('5 minutes').click();
    await expect.poll(shown).toHaveLength(6);
    await making.getByRole('button', { name: 'Cancel' }).click();
    await lacks(making);
    expect(requestsOf(calls.processVideos)).toEqual([]);
  });

  it('starts a draft of the chosen length from the best videos', async () => {
    hold(calls.processVideos);
    await search();
    button('Make a film').element().focus();
    await userEvent.keyboard('{Enter}');
    await making.getByLabelText('1 minute', { exact: true }).click();
    await making.getByRole('button', { name: 'Make a 1-minute film · 1 credit' }).click();
    await shows(page.getByRole('progressbar').first());
    await expect
      .poll(() => requestsOf(calls.processVideos).map(({ body }) => body))
      .toEqual([
        {
          videoIds: ['library_1', 'library_2', 'library_3'],
          projectTitle: 'river',
          draft: { words: 'river', minutes: 1 },
        },
      ]);
  });
});

describe('notice of a draft', () => {
  it('shows why each section was chosen, until it is dismissed', async () => {
    const draft = {
      sentence: 'This draft of 0:30 has 3 sections, chosen for “river”.',
      reasons: [1, 2, 3].map((number) => ({ title: `Section ${number}`, why: `Reason ${number}.` })),
    };
    const served = serveProject(makeProject({ draft, notices: ['The video "Sea" is not here.'] }));
    answer(calls.updateProject, ({ body }) => {
      served.set((project) => ({ ...project, ...body }));
      return served.current();
    });
    await visitEditor(served);
    const summary = text(`${draft.sentence} Why these sections?`);
    await summary.click();
    await shows(page.getByRole('listitem').filter({ hasText: 'Section 2: Reason 2.' }));
    await button('Dismiss').first().click();
    await lacks(summary);
    await expect
      .poll(() => requestsOf(calls.updateProject).map(({ body }) => body))
      .toEqual([{ draft: null }]);
    await shows(text('The video "Sea" is not here.'));
    expect(titles()).toEqual(['Section 1', 'Section 2', 'Section 3']);
  });
});
