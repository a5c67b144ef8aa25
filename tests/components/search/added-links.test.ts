import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import type { Video } from '#contract/videos.ts';
import { answer, disconnect, hold, refuse, requestsOf } from '../../helpers/components/answers.ts';
import { button, dialog, heading, lacks, press, shows, toast } from '../../helpers/components/find.ts';
import { openApp } from '../../helpers/components/open-app.tsx';
import { makeConfig } from '../../helpers/served/account.ts';
import { makeVideo, PIXEL } from '../../helpers/served/project.ts';
import {
  addLink,
  card,
  cards,
  checkbox,
  hiddenToast,
  processButton,
  serveHits,
  submitLink,
  tray,
} from '../../helpers/served/search.ts';
import { useToasts } from '../../../client/src/lib/toast.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const ID = 'dQw4w9WgXcQ';
const LINK = `https://www.youtube.com/watch?v=${ID}`;
const FILE = 'https://example.com/film.mp4';
const TITLE = 'Video from www.youtube.com';
const addDialog = dialog('Add Video Manually');
const field = addDialog.getByLabelText('Video URL');

/** The site's description of the video behind `LINK`. */
const video: Video = makeVideo({
  id: `manual_${ID}_1`,
  sourceId: ID,
  source: 'Manual',
  title: 'A walk by the river',
  description: 'From source to sea',
  duration: 65,
  channel: 'Nature',
});

describe('Add Video Manually', () => {
  // product 5.2
  it('asks for a URL if the field is empty', async () => {
    await openApp();
    await submitLink('  ');
    await shows(hiddenToast('URL Required'));
    await shows(hiddenToast('Please enter a valid video URL.'));
  });

  // product 5.3
  it('rejects an invalid URL without a request, and keeps the focus in the field', async () => {
    await openApp();
    await submitLink('youtube dot com');
    await shows(hiddenToast('Invalid URL'));
    await shows(hiddenToast('Please enter a valid video URL.'));
    await expect.element(field).toHaveFocus();
    expect(requestsOf(calls.extractVideo)).toEqual([]);
    await addDialog.getByRole('button', { name: 'Cancel' }).click();
    await lacks(addDialog);
  });

  // product 1.2, 2.48, 4.28, 7.11, 8.32
  it('puts the card of the newest link first and selects it', async () => {
    await openApp();
    await addLink(FILE);
    await submitLink(LINK);
    await shows(toast('Video Added to Selection'));
    await lacks(addDialog);
    await shows(heading('All Videos (2)'));
    for (const value of [TITLE, 'Manually added video', 'User Added', '10:00'])
      await expect.element(cards.first()).toHaveTextContent(value);
    await expect.element(checkbox(TITLE)).toBeChecked();
    await shows(processButton(2));
    await expect
      .poll(() => requestsOf(calls.extractVideo).map(({ body }) => body))
      .toEqual([{ url: FILE }, { url: LINK }]);
  });

  it('fills the card with the details of the site', async () => {
    await openApp();
    const { release } = hold(calls.extractVideo);
    await submitLink(LINK);
    await shows(checkbox(TITLE));
    release(video);
    await expect.element(checkbox(video.title)).toBeChecked();
    for (const value of [video.description!, video.channel, '1:05'])
      await expect.element(cards.first()).toHaveTextContent(value);
    expect(cards.first().element().querySelector('img')).toHaveAttribute('src', PIXEL);
  });

  // product 3.15
  it("loads the still of a YouTube link from the server's copy before the details arrive", async () => {
    await openApp();
    performance.clearResourceTimings();
    await addLink(LINK);
    const stills = (): string[] =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name.replace(window.location.origin, ''))
        .filter((name) => name.includes(ID));
    await expect.poll(() => new Set(stills())).toEqual(new Set([`/media/youtube/${ID}/still.jpg`]));
  });

  itInFullTier('adds the same link once, and selects it again', async () => {
    await openApp();
    await addLink(LINK);
    await checkbox(TITLE).click();
    await expect.element(checkbox(TITLE)).not.toBeChecked();
    await addLink(LINK);
    await lacks(addDialog);
    await expect.element(checkbox(TITLE)).toBeChecked();
    await shows(heading('All Videos (1)'));
  });
});

describe('Add Video Manually without yt-dlp', () => {
  const REASON = 'This server cannot find videos in web pages, because yt-dlp is not installed on it.';

  /** Opens the search of an installation that finds videos in pages, or accepts only links to files. */
  async function openWith(pages: string | null): Promise<void> {
    const config = makeConfig();
    answer(calls.readConfig, { ...config, links: { ...config.links, pages } });
    await openApp();
    await shows(heading('Start searching for videos'));
  }

  // product 2.48
  it('explains before a link is entered which links are accepted, and how to enable others', async () => {
    await openWith(null);
    await press('Add YouTube video link');
    await shows(
      addDialog.getByText(
        'Paste a link to a video file, such as an .mp4. To add videos from YouTube and other sites, install yt-dlp on the server.',
      ),
    );
    await expect.element(field).toHaveAttribute('placeholder', 'https://example.com/video.mp4');
  });

  it('reports with yt-dlp that links of YouTube are accepted', async () => {
    await openWith('2026.01.01');
    await press('Add YouTube video link');
    await shows(addDialog.getByText('Paste a link to a video on YouTube or another site, or a video file.'));
    await lacks(addDialog.getByText(/yt-dlp/));
  });

  // product 2.48
  it('reports the reason once, in the notice, when the link of a page is rejected', async () => {
    await openWith(null);
    refuse(calls.extractVideo, 422, REASON, { noPages: true });
    await submitLink(LINK);
    await expect.element(page.getByText(REASON)).toHaveTextContent(`${LINK} was not added. ${REASON}`);
    expect(page.getByText(REASON).elements()).toHaveLength(1);
    await lacks(tray);
    // No other toast appeared, and this one was dismissed.
    expect(useToasts.getState().current).toMatchObject({ title: 'Video Added to Selection', open: false });
  });
});

describe('rejected link', () => {
  const REASON = 'There is no video at this address.';

  // product 8.3
  it('shows why a link was rejected, and leaves no card', async () => {
    await openApp();
    refuse(calls.extractVideo, 422, REASON);
    await submitLink(LINK);
    await shows(toast('Failed to Add Video'));
    await shows(toast('Could not extract video information. Please check the URL and try again.'));
    await shows(heading('Start searching for videos'));
    await lacks(tray);
    await expect.element(page.getByText(REASON)).toHaveTextContent(`${LINK} was not added. ${REASON}`);
  });

  it('offers to edit a rejected link, and hides the reason after the next link', async () => {
    await openApp();
    refuse(calls.extractVideo, 422, REASON);
    await submitLink(LINK);
    await press('Edit Link');
    await expect.element(field).toHaveValue(LINK);
    answer(calls.extractVideo, video);
    await field.fill(FILE);
    await userEvent.keyboard('{Enter}');
    await shows(checkbox(video.title));
    await lacks(page.getByText(REASON));
  });
});

describe('added link', () => {
  const NO_DETAILS = 'We couldn’t get the details of this video yet.';

  it.each([
    ['is slow', 503],
    ['receives too many requests', 429],
  ])('keeps the card of a link when its site %s', async (_, status) => {
    await openApp();
    refuse(calls.extractVideo, status, 'Not now.');
    await submitLink(LINK);
    await expect.element(card(TITLE)).toHaveTextContent(NO_DETAILS);
    await expect.element(checkbox(TITLE)).toBeChecked();
    await lacks(toast('Failed to Add Video'));
  });

  it('keeps the card of a link when the connection is lost', async () => {
    await openApp();
    disconnect(calls.extractVideo);
    await submitLink(LINK);
    await expect.element(card(TITLE)).toHaveTextContent(NO_DETAILS);
    await expect.element(checkbox(TITLE)).toBeChecked();
    await lacks(toast('Failed to Add Video'));
  });

  it('removes an added card by its button, focuses the next one, and restores it by Undo', async () => {
    await openApp();
    await addLink(FILE);
    await addLink(LINK);
    await shows(heading('All Videos (2)'));
    await press(`Remove ${TITLE} from the list`);
    await shows(heading('All Videos (1)'));
    await shows(processButton(1));
    await expect.element(checkbox('Video from example.com')).toHaveFocus();
    await press('Undo');
    await shows(heading('All Videos (2)'));
    await shows(processButton(2));
  });

  it.each([
    ['of any source', 'q=river'],
    ['of another source', 'q=river&source=youtube'],
    ['of the manual source if it contains a word of the query', 'q=YouTube&source=manual'],
  ])('shows an added link before the results %s', async (_, params) => {
    serveHits([]);
    await openApp(`/?${params}`);
    await shows(heading('No videos found'));
    await addLink(LINK);
    await shows(heading('All Videos (1)'));
    await lacks(heading('No videos found'));
  });

  it('hides an added link from the manual source if it contains no word of the query', async () => {
    serveHits([]);
    await openApp('/?q=river&source=manual');
    hold(calls.extractVideo);
    await submitLink(LINK);
    await shows(processButton(1));
    await shows(heading('No videos found'));
    await lacks(heading(/^All Videos/));
  });

  // product 7.33
  it('sends added links with the selection', async () => {
    await openApp();
    await addLink(LINK);
    refuse(calls.processVideos, 503);
    await processButton(1).click();
    await expect.poll(() => requestsOf(calls.processVideos)).toHaveLength(1);
    const { videoIds, links } = requestsOf(calls.processVideos)[0]!.body;
    expect(videoIds).toEqual([expect.stringMatching(new RegExp(`^manual_${ID}_\\d{13}$`))]);
    expect(links).toEqual([{ id: videoIds[0], url: LINK }]);
    await shows(button('Add YouTube video link'));
  });
});
