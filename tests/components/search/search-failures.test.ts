import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import { answer, disconnect, failure, refuse, respond } from '../../helpers/components/answers.ts';
import { button, heading, lacks, press, shows, text } from '../../helpers/components/find.ts';
import { openApp } from '../../helpers/components/open-app.tsx';
import { makeConfig } from '../../helpers/served/account.ts';
import {
  addLink,
  checkbox,
  makeHits,
  searchBox,
  search,
  searchesSent,
  serveHits,
} from '../../helpers/served/search.ts';

const OFTEN = 'Too many requests. Please try again in a minute.';
const QUOTA = 'YouTube received too many requests and accepts no searches for now.';
const LATE = 'Vimeo took too long to respond.';
const SOURCES = { sources: [{ source: 'vimeo', message: LATE }] };
const notice = page.getByRole('alert').filter({ hasText: 'Search failed' });
const pagesSent = (): number[] => searchesSent().map((query) => query.page);
const toEnd = (): void => window.scrollTo(0, document.body.scrollHeight);

/** Refuses the second page of every search; the first one has ten hits. */
const refuseSecondPage = (status: number, message: string): void =>
  answer(calls.searchVideos, ({ query }) =>
    query.page === 1 ? makeHits(1, 10) : (failure(status, message) as never),
  );

describe('failed search', () => {
  it('reports a failed later page, and continues the list on Retry', async () => {
    refuseSecondPage(502, 'Search failed');
    await openApp('/?q=river');
    await shows(heading('All Videos (10)'));
    toEnd();
    await shows(notice);
    await lacks(text('No more videos to load'));
    expect(checkbox('River 1').elements()).toHaveLength(1);
    serveHits(makeHits(1, 10), makeHits(11, 13));
    await notice.getByRole('button', { name: 'Retry', exact: true }).click();
    await shows(heading('All Videos (13)'));
    toEnd();
    await shows(text('No more videos to load'));
    await lacks(notice);
    await expect.poll(() => pagesSent()).toEqual([1, 2, 2]);
  });

  it("shows the server's sentence if the first page is refused for too many requests", async () => {
    refuse(calls.searchVideos, 429, OFTEN);
    await openApp('/?q=river');
    await shows(notice.getByText(OFTEN));
    serveHits(makeHits(1, 2));
    await notice.getByRole('button', { name: 'Try Again', exact: true }).click();
    await shows(heading('All Videos (2)'));
    await lacks(notice);
  });

  it("shows the server's sentence if a later page is refused for too many requests", async () => {
    refuseSecondPage(429, OFTEN);
    await openApp('/?q=river');
    await shows(heading('All Videos (10)'));
    toEnd();
    await shows(notice.getByText(OFTEN));
    await lacks(text('No more videos to load'));
  });

  it('reports that the server could not be reached', async () => {
    disconnect(calls.searchVideos);
    await openApp('/?q=river');
    await shows(notice.getByText('The server could not be reached.'));
    await lacks(heading('No videos found'));
  });

  it('repeats a failed search by Enter and by Search with the same query', async () => {
    refuse(calls.searchVideos, 502, 'Search failed');
    await openApp('/?q=river');
    await shows(notice);
    serveHits(makeHits(1, 2));
    await searchBox.click();
    await userEvent.keyboard('{Enter}');
    await shows(heading('All Videos (2)'));
    serveHits(makeHits(1, 3));
    await press('Search');
    await shows(heading('All Videos (3)'));
    await expect.poll(() => pagesSent()).toEqual([1, 1, 1]);
  });

  it('keeps videos added by their links when a search fails', async () => {
    await openApp();
    await addLink('https://example.com/film.mp4');
    refuse(calls.searchVideos, 502, 'Search failed');
    await search('river');
    await shows(notice);
    await expect.element(checkbox('Video from example.com')).toBeChecked();
  });

  it("shows each source's reason when all of them failed", async () => {
    answer(calls.searchVideos, () => failure(502, 'Search failed', SOURCES) as never);
    await openApp('/?q=lake');
    await shows(notice.getByText(LATE));
  });
});

describe('failed source', () => {
  it('names the failed sources above the results of the others until another try succeeds', async () => {
    const headers = { 'x-source-errors': `youtube: ${QUOTA}; vimeo: ${LATE}` };
    answer(calls.searchVideos, respond(calls.searchVideos, makeHits(1, 2), headers));
    await openApp('/?q=river');
    await shows(heading('All Videos (2)'));
    await shows(text(`${QUOTA} ${LATE} Showing results from the other sources.`));
    serveHits(makeHits(1, 2));
    await press('Try Again');
    await lacks(page.getByText(QUOTA));
    await shows(heading('All Videos (2)'));
  });

  it('explains that a source is not set up, and offers to search all sources', async () => {
    const sentence = 'YouTube cannot be searched here: this installation is not set up for it.';
    const { sources } = makeConfig();
    const changed = sources.map((source) =>
      source.id === 'youtube' ? { ...source, available: false, standIn: false } : source,
    );
    answer(calls.readConfig, makeConfig({ sources: changed }));
    answer(calls.searchVideos, ({ query }) =>
      query.source === 'youtube'
        ? (respond(calls.searchVideos, [], { 'x-source-errors': `youtube: ${sentence}` }) as never)
        : makeHits(1, 2),
    );
    await openApp('/?q=river&source=youtube');
    await shows(heading('YouTube is not set up here'));
    await shows(text(sentence));
    await lacks(heading('No videos found'));
    await press('Search All Sources');
    await shows(heading('All Videos (2)'));
    await lacks(button('Search All Sources'));
  });
});
