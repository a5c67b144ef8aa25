import type { Page } from 'playwright-core';
import type { AppConfig } from '#contract/app-config.ts';
import type { Credits } from '#contract/credits.ts';
import type { User } from '#contract/users.ts';
import type { Video } from '#contract/videos.ts';
import { answer, changeAnswer, hold, refuse } from '../../browser/answers.ts';
import { toast } from '../../browser/page-scene.ts';
import { button, CONFIG, CREDITS, dialog, heading, type Screen, SEARCH, text, USER } from '../screen.ts';

const AWAY = 'Vimeo is failing (500).';
const PENDING = 'Preparing sample videos (0 ready). More will appear automatically.';
/** Waits until the results are loaded, including the buttons of a card. */
const RESULTS_PATH = '/?q=river';

const connectChannel = (page: Page) =>
  changeAnswer<User>(page, USER, (user) => ({ ...user, youtubeChannelName: 'Rivers of the world' }));
/** Fills and sends 'Upload Video to YouTube'. */
async function sendToChannel(page: Page): Promise<void> {
  await button(page, 'Upload to YouTube').click();
  const form = dialog(page, 'Upload Video to YouTube');
  const file = { name: 'river.mp4', mimeType: 'video/mp4', buffer: Buffer.from('river') };
  await form.locator('input[type=file]').setInputFiles(file);
  await form.getByLabel('Title').fill('The river');
  await form.getByText('river.mp4').waitFor();
  await form.getByRole('button', { name: 'Upload', exact: true }).click();
}

const video = (index: number): Video => ({
  id: `library_river-${index}`,
  title: `The river ${index}, from its spring in the mountains down to the sea`,
  description: index % 2 === 0 ? null : 'A day on the river with its boats, its bridges and its birds.',
  thumbnail: '/placeholder.svg',
  duration: 61 * index,
  source: 'library',
  sourceId: `river-${index}`,
  views: 'Unknown',
  channel: 'Rivers of the world',
  createdAt: null,
  userId: null,
});

const find = (page: Page, count: number, headers: Record<string, string> = {}) =>
  answer(page, SEARCH, () => ({
    json: Array.from({ length: count }, (_, index) => video(index + 1)),
    headers,
  }));

/** Connects a channel to which uploads fail. */
async function holdChannelUpload(page: Page): Promise<void> {
  await connectChannel(page);
  await hold(page, /\/api\/youtube\/upload\?/);
}

export function searching(): Screen[] {
  const select = async (page: Page) => {
    for (const box of (await page.getByRole('checkbox').all()).slice(0, 2)) await box.click();
    await button(page, 'Process 2 Videos').waitFor();
  };
  return [
    {
      name: 'search: empty',
      path: '/',
      before: (page) =>
        changeAnswer<AppConfig>(page, CONFIG, (config) => ({
          ...config,
          topics: ['bicycle', 'river', 'night train'],
        })),
      shown: async (page) => {
        await text(page, 'Start searching for videos').waitFor();
        await button(page, 'night train').waitFor();
      },
    },
    {
      name: 'search: loading',
      path: RESULTS_PATH,
      before: (page) => hold(page, SEARCH),
      shown: (page) => text(page, 'Searching YouTube...').waitFor(),
    },
    {
      name: 'search: full, two selected, a source that failed',
      path: RESULTS_PATH,
      before: (page) => find(page, 9, { 'X-Source-Errors': `vimeo: ${AWAY}` }),
      shown: async (page) => {
        await heading(page, 'All Videos (9)').waitFor();
        await select(page);
        await page.getByText(AWAY).waitFor();
      },
    },
    {
      name: 'search: filtered',
      path: `${RESULTS_PATH}&duration=medium&source=manual`,
      before: (page) => find(page, 2),
      shown: async (page) => {
        await heading(page, 'All Videos (2)').waitFor();
        await button(page, 'Remove filter Manual').waitFor();
      },
    },
    {
      name: 'search: samples still being made',
      path: RESULTS_PATH,
      before: (page) => find(page, 0, { 'X-Source-Pending': PENDING }),
      shown: (page) => page.getByText(PENDING).waitFor(),
    },
    {
      name: 'search: all selected',
      path: RESULTS_PATH,
      before: (page) => find(page, 2),
      shown: async (page) => {
        await heading(page, 'All Videos (2)').waitFor();
        await select(page);
        await text(page, 'All videos selected!').waitFor();
      },
    },
    {
      name: 'search: nothing found',
      path: RESULTS_PATH,
      before: (page) => find(page, 0),
      shown: (page) => text(page, 'No videos found').waitFor(),
    },
    {
      name: 'search: error',
      path: RESULTS_PATH,
      before: (page) => refuse(page, SEARCH, 502),
      shown: (page) => text(page, 'Search failed').waitFor(),
    },
    {
      name: 'search: dialog Advanced Settings',
      path: '/',
      shown: async (page) => {
        await button(page, 'Advanced Settings').click();
        await heading(page, 'Advanced Settings').waitFor();
      },
    },
    {
      name: 'search: dialog Add Video Manually, refused',
      path: '/',
      shown: async (page) => {
        await button(page, 'Add YouTube video link').click();
        await button(page, 'Add Video').click();
        await dialog(page, 'Add Video Manually').getByRole('alert').waitFor();
      },
    },
    {
      name: 'search: a link that was added',
      path: '/',
      before: (page) => hold(page, /\/api\/videos\/extract$/),
      shown: async (page) => {
        await button(page, 'Add YouTube video link').click();
        await page.getByLabel('Video URL').fill('https://example.com/river.mp4');
        await button(page, 'Add Video').click();
        await heading(page, 'All Videos (1)').waitFor();
      },
    },
    {
      name: 'search: dialog Upload Video to YouTube, under way',
      path: '/',
      before: holdChannelUpload,
      shown: async (page) => {
        await sendToChannel(page);
        await page.getByRole('progressbar', { name: 'Uploading river.mp4' }).waitFor();
      },
    },
    {
      name: 'search: dialog Upload Video to YouTube, paused',
      path: '/',
      before: holdChannelUpload,
      shown: async (page) => {
        await sendToChannel(page);
        await button(page, 'Pause').click();
        await button(page, 'Resume').waitFor();
      },
    },
    {
      name: 'search: dialog Upload Video to YouTube, failed',
      path: '/',
      before: async (page) => {
        await connectChannel(page);
        await refuse(page, /\/api\/youtube\/upload\?/, 507, 'The disk is full.');
      },
      shown: async (page) => {
        await sendToChannel(page);
        await page.getByText('The disk is full.', { exact: true }).waitFor();
      },
    },
    {
      name: 'search: dialog Upload Video to YouTube, a file that is refused',
      path: '/',
      before: connectChannel,
      shown: async (page) => {
        await button(page, 'Upload to YouTube').click();
        const file = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('river') };
        await dialog(page, 'Upload Video to YouTube').locator('input[type=file]').setInputFiles(file);
        await page
          .getByText(/You can only upload/)
          .first()
          .waitFor();
      },
    },
    {
      name: 'search: offline',
      path: '/',
      shown: async (page) => {
        await text(page, 'Start searching for videos').waitFor();
        await page.evaluate(() => {
          Object.defineProperty(navigator, 'onLine', { get: () => false });
          window.dispatchEvent(new Event('offline'));
        });
        await page.getByText(/^You are offline/).waitFor();
      },
    },
    {
      name: 'search: no credits',
      path: '/',
      ownPage: true,
      before: async (page) => {
        await changeAnswer<Credits>(page, CREDITS, (credits) => ({ ...credits, totalCredits: 0 }));
        // An event would update the balance.
        await page.routeWebSocket(/socket\.io/, () => {});
      },
      shown: async (page) => {
        await text(page, 'Start searching for videos').waitFor();
        await page.getByRole('link', { name: 'Buy Credits' }).waitFor();
      },
    },
    {
      name: 'search: menu of the account',
      path: '/',
      shown: async (page) => {
        await page.getByRole('button', { name: /^(TU )?Account/ }).click();
        await page.getByRole('menu').waitFor();
      },
    },
    {
      name: 'search: toast',
      path: '/',
      shown: async (page) => {
        await button(page, 'Search').click();
        await toast(page, 'Search Required').waitFor();
      },
    },
    {
      name: 'search: dialog that credits are missing',
      path: RESULTS_PATH,
      before: async (page) => {
        await find(page, 9);
        await refuse(page, /\/api\/projects\/process/, 402);
      },
      shown: async (page) => {
        await heading(page, 'All Videos (9)').waitFor();
        await select(page);
        await button(page, 'Process 2 Videos').click();
        await page.getByRole('alertdialog', { name: 'Not enough credits' }).waitFor();
      },
    },
    {
      name: 'search: error of the processing',
      path: RESULTS_PATH,
      before: async (page) => {
        await find(page, 9);
        await refuse(page, /\/api\/projects\/process/, 503, 'Everything is busy.');
      },
      shown: async (page) => {
        await heading(page, 'All Videos (9)').waitFor();
        await select(page);
        await button(page, 'Process 2 Videos').click();
        await page.getByText('No credit was used.').waitFor();
      },
    },
  ];
}
