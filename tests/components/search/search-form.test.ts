import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import { answer, hold, refuse, respond } from '../../helpers/components/answers.ts';
import {
  button,
  heading,
  lacks,
  press,
  region,
  shows,
  text,
  textsOf,
  toast,
} from '../../helpers/components/find.ts';
import { address, openApp } from '../../helpers/components/open-app.tsx';
import { advance, stopClock, ticking } from '../../helpers/components/stopped-clock.ts';
import { makeConfig } from '../../helpers/served/account.ts';
import {
  card,
  isShown,
  makeHit,
  makeHits,
  openResults,
  search,
  searchBox,
  searchesSent,
  serveHits,
} from '../../helpers/served/search.ts';

const settings = region('Advanced Settings');
const PLAIN = { query: 'river', page: 1, limit: 10 };

describe('search form', () => {
  // product 2.34, 2.35, 2.41, 9.1
  it('sends the trimmed query and puts it into the URL', async () => {
    serveHits(makeHits(1, 2));
    await openApp();
    await shows(heading('Search for Videos'));
    await search('  river  ');
    await shows(heading('All Videos (2)'));
    await expect.poll(() => searchesSent()).toEqual([PLAIN]);
    expect(address()).toBe('/?q=river');
  });

  // product 2.36, 2.37, 2.38
  it('offers four durations and the sources of the installation', async () => {
    await openApp();
    await press('Advanced Settings');
    await shows(settings.getByRole('heading', { name: 'Advanced Settings' }));
    expect(textsOf(settings.getByLabelText('Duration').getByRole('option'))).toEqual([
      'Any Duration',
      'Under 4 minutes',
      '4-20 minutes',
      'Over 20 minutes',
    ]);
    expect(textsOf(settings.getByLabelText('Source').getByRole('option'))).toEqual([
      'All Sources',
      'YouTube',
      'Vimeo',
      'Manual',
      'Library',
    ]);
  });

  // product 2.37, 7.10
  it('searches again with each changed filter', async () => {
    await openResults(makeHits(1, 2));
    await press('Advanced Settings');
    const duration = settings.getByLabelText('Duration');
    await duration.selectOptions('Under 4 minutes');
    await expect.poll(() => searchesSent().slice(1)).toEqual([{ ...PLAIN, duration: 'short' }]);
    await duration.selectOptions('4-20 minutes');
    await expect.poll(() => searchesSent().slice(2)).toEqual([{ ...PLAIN, duration: 'medium' }]);
    await duration.selectOptions('Over 20 minutes');
    await expect.poll(() => searchesSent().slice(3)).toEqual([{ ...PLAIN, duration: 'long' }]);
    await settings.getByLabelText('Source').selectOptions('Vimeo');
    await expect
      .poll(() => searchesSent().slice(4))
      .toEqual([{ ...PLAIN, duration: 'long', source: 'vimeo' }]);
    await duration.selectOptions('Any Duration');
    await expect.poll(() => searchesSent().slice(5)).toEqual([{ ...PLAIN, source: 'vimeo' }]);
  });

  // product 2.139, 7.10
  it('filters by licence, in the URL and in the search', async () => {
    await openResults(makeHits(1, 2));
    await press('Advanced Settings');
    const license = settings.getByLabelText('Licence');
    expect(textsOf(license.getByRole('option'))).toEqual([
      'Any Licence',
      'Reusable',
      'Reusable, needs credit',
    ]);
    await license.selectOptions('Reusable');
    await expect.poll(address).toBe('/?q=river&license=reusable');
    await expect.poll(() => searchesSent().at(-1)).toEqual({ ...PLAIN, license: 'reusable' });
    await license.selectOptions('Reusable, needs credit');
    await expect.poll(() => searchesSent().at(-1)).toEqual({ ...PLAIN, license: 'credit' });
    await press('Remove filter Reusable, needs credit');
    await expect.poll(address).toBe('/?q=river');
  });

  // product 2.36
  it('shows each filter as a chip beside the settings, which removes it', async () => {
    serveHits(makeHits(1, 2));
    await openApp('/?q=river&duration=long&source=vimeo');
    await press('Remove filter Over 20 minutes');
    await expect.poll(address).toBe('/?q=river&source=vimeo');
    await lacks(button('Remove filter Over 20 minutes'));
    await expect.element(button('Advanced Settings')).toHaveFocus();
    await press('Remove filter Vimeo');
    await expect.poll(address).toBe('/?q=river');
    await expect.poll(() => searchesSent().at(-1)).toEqual(PLAIN);
  });

  // product 5.1
  it('rejects an empty query without a request', async () => {
    await openApp();
    await search('   ');
    await shows(toast('Search Required'));
    await shows(toast('Please enter a search query.'));
    expect(searchesSent()).toEqual([]);
  });
});

describe('sample topics', () => {
  // product 2.53
  it('start a search when pressed, and are hidden beside its results', async () => {
    serveHits(makeHits(1, 2));
    await openApp();
    await press('night train');
    await shows(heading('All Videos (2)'));
    await expect.element(searchBox).toHaveValue('night train');
    expect(searchesSent()).toEqual([{ ...PLAIN, query: 'night train' }]);
    await lacks(button('bicycle'));
  });

  it('sample topics are hidden if the installation has no topics', async () => {
    answer(calls.readConfig, makeConfig({ topics: [] }));
    await openApp();
    await shows(heading('Start searching for videos'));
    await lacks(text('Try:'));
  });
});

describe('search states', () => {
  // product 2.53, 2.54, 2.56
  it('shows an invitation to search, then the progress, then that no video was found', async () => {
    serveHits();
    await openApp();
    await shows(heading('Start searching for videos'));
    const { release } = hold(calls.searchVideos);
    await search('river');
    await shows(text('Searching YouTube...'));
    release();
    await shows(heading('No videos found'));
    await lacks(text('Searching YouTube...'));
  });

  // product 7.10, 8.2
  it('reports a failed search in an alert', async () => {
    await openApp();
    refuse(calls.searchVideos, 503);
    await search('lake');
    await shows(page.getByRole('alert').getByText('Search failed', { exact: true }));
  });

  // product 4.22
  it('clears the results while another query is loading', async () => {
    serveHits(makeHits(1, 2));
    await openApp();
    await search('river');
    await shows(heading('All Videos (2)'));
    const { release } = hold(calls.searchVideos);
    await search('lake');
    await shows(text('Searching YouTube...'));
    expect(page.getByRole('checkbox').elements()).toEqual([]);
    await expect.poll(() => searchesSent().at(-1)).toEqual({ ...PLAIN, query: 'lake' });
    release();
    await shows(heading('All Videos (2)'));
  });

  it('shows sample videos as they are made, without another submission', async () => {
    const pending = (count: number): string => `Preparing sample videos (${count} ready).`;
    answer(calls.searchVideos, () => {
      const searchCount = searchesSent().length;
      const count = searchCount === 1 ? 0 : 2;
      const headers: Record<string, string> = searchCount < 3 ? { 'x-source-pending': pending(count) } : {};
      return respond(calls.searchVideos, makeHits(1, count), headers);
    });
    stopClock();
    await openApp('/?q=river');
    await ticking(() => isShown(text(pending(0))));
    await lacks(heading('No videos found'));
    await advance(2000);
    await ticking(() => isShown(heading('All Videos (2)')));
    await shows(text(pending(2)));
    await advance(2000);
    await ticking(() => isShown(text('No more videos to load')));
    await lacks(text(pending(2)));
    await expect.poll(() => searchesSent()).toHaveLength(3);
  });

  it('sets the page in the URL to the last one that exists', async () => {
    serveHits(makeHits(1, 10), makeHits(11, 12));
    await openApp('/?q=river&page=7');
    await shows(heading('All Videos (12)'));
    await expect.poll(address).toBe('/?q=river&page=2');
  });
});

describe('search result', () => {
  // product 2.43
  it('shows the title, description, license, channel, source, length and thumbnail of a video', async () => {
    const license = 'Creative Commons Attribution (CC BY)';
    const thumbnail = 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=';
    const facts = {
      description: 'From source to sea',
      thumbnail,
      channel: 'Nature',
      duration: 65.4,
      license,
    };
    await openResults([makeHit(1, facts)]);
    for (const value of ['River 1', 'From source to sea', '1:05', license, 'Nature', 'Library'])
      await shows(card('River 1').getByText(value, { exact: true }));
    expect(card('River 1').element().querySelector('img')).toHaveAttribute('src', thumbnail);
  });

  // product 2.44, 2.45
  it('shows lengths in minutes and seconds, and that a description is missing', async () => {
    await openResults([makeHit(1, { duration: 4209, license: null }), makeHit(2, { duration: 9 })]);
    for (const value of ['No description available', '70:09'])
      await shows(card('River 1').getByText(value, { exact: true }));
    await shows(card('River 2').getByText('0:09', { exact: true }));
    await expect.element(searchBox).toHaveValue('river');
  });
});
