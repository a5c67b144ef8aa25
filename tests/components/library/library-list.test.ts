import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import { answer, hold, refuse, requestsOf } from '../../helpers/components/answers.ts';
import { heading, lacks, press, shows, text, textsOf } from '../../helpers/components/find.ts';
import { address, openApp } from '../../helpers/components/open-app.tsx';
import { openLibrary } from '../../helpers/served/films.ts';
import { makeProject, makeSummary } from '../../helpers/served/project.ts';

const cardsOf = (...titles: string[]) => titles.map((title) => makeSummary(makeProject({ title })));
const titles = (): (string | null)[] =>
  page
    .getByRole('article')
    .elements()
    .map(({ ariaLabel }) => ariaLabel);
const searchBox = page.getByRole('searchbox', { name: 'Search your videos' });
const sort = page.getByRole('combobox', { name: 'Sort by' });
const filter = page.getByRole('combobox', { name: 'Show' });

describe('video list', () => {
  // product 2.89, 2.90, 4.45
  it('offers four orders and four filters', async () => {
    await openLibrary([]);
    expect(textsOf(sort.getByRole('option'))).toEqual(['Newest', 'Oldest', 'Title', 'Duration']);
    expect(textsOf(filter.getByRole('option'))).toEqual(['All', 'Completed', 'Processing', 'Failed']);
  });

  it('keeps the text of the search box clear of its icon', async () => {
    await openLibrary([]);
    const box = searchBox.element();
    const icon = box.parentElement!.querySelector('svg')!.getBoundingClientRect();
    const textFrom = box.getBoundingClientRect().x + Number.parseFloat(getComputedStyle(box).paddingLeft);
    expect(textFrom).toBeGreaterThan(icon.right);
  });

  // product 2.89
  it.each([
    ['oldest', ['Beta', 'Alpha', 'Gamma']],
    ['title', ['Alpha', 'Beta', 'Gamma']],
    ['duration', ['Beta', 'Alpha', 'Gamma']],
  ])('requests the order %s and shows it', async (order, sorted) => {
    await openLibrary(cardsOf('Gamma', 'Alpha', 'Beta'));
    await expect.poll(titles).toEqual(['Gamma', 'Alpha', 'Beta']);
    answer(calls.listProjects, cardsOf(...sorted));
    await sort.selectOptions(order);
    await expect.poll(titles).toEqual(sorted);
    await expect
      .poll(() => requestsOf(calls.listProjects).map(({ query }) => query.sort))
      .toEqual(['newest', order]);
  });

  // product 2.90, 4.45
  it('requests each filter and shows its projects', async () => {
    await openLibrary(cardsOf('Draft', 'Done', 'Working', 'Broken'));
    const filtered = {
      completed: ['Done'],
      processing: ['Working'],
      failed: ['Broken'],
      all: ['Draft', 'Done', 'Working', 'Broken'],
    };
    answer(calls.listProjects, ({ query }) => cardsOf(...filtered[query.filter]));
    for (const [option, shown] of Object.entries(filtered)) {
      await filter.selectOptions(option);
      await expect.poll(titles).toEqual(shown);
    }
  });

  // product 2.100
  it('shows six skeleton cards while it loads', async () => {
    answer(calls.listProjects, cardsOf('Alpha'));
    const { release } = hold(calls.listProjects);
    await openApp('/?stage=videolist');
    const skeletons = () => document.querySelectorAll('.animate-pulse-soft').length;
    await expect.poll(skeletons).toBe(6);
    release();
    await expect.poll(titles).toEqual(['Alpha']);
    expect(skeletons()).toBe(0);
  });

  // product 2.97, 2.98, 2.99
  it('leads a user without projects to a new compilation', async () => {
    await openLibrary([]);
    await shows(heading('No videos found'));
    await shows(text('Your compilations will be listed here.'));
    await press('Create Your First Video');
    await shows(heading('Find Videos to Include'));
    expect(address()).toBe('/');
  });

  // product 2.88, 2.98
  it('reports that a search has no results', async () => {
    await openLibrary(cardsOf('Alpha'));
    answer(calls.listProjects, []);
    await searchBox.fill('rivers');
    await shows(text(/^Nothing matches this search\./));
    await shows(heading('No videos found'));
    await expect.poll(() => requestsOf(calls.listProjects).at(-1)?.query.search).toBe('rivers');
  });

  // product 8.28
  it('reports that it could not be loaded and tries again', async () => {
    refuse(calls.listProjects, 500);
    await openApp('/?stage=videolist');
    await shows(page.getByRole('alert').getByText('Failed to fetch videos'));
    answer(calls.listProjects, cardsOf('Alpha', 'Beta'));
    await press('Try Again');
    await expect.poll(titles).toEqual(['Alpha', 'Beta']);
    await lacks(page.getByRole('alert'));
  });
});
