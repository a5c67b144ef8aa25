import { answer, hold } from '../../browser/answers.ts';
import type { Page } from 'playwright-core';
import type { FootageItem } from '#contract/footage.ts';
import { button, dialog, type Screen } from '../screen.ts';

const LIST = /\/api\/footage$/;

const item = (number: number, projects: number): FootageItem => ({
  video: {
    id: `upload_${number}`,
    title: `The river ${number}, from its spring in the mountains down to the sea`,
    description: null,
    thumbnail: '/placeholder.svg',
    duration: 61 * number,
    source: 'upload',
    sourceId: String(number),
    views: 'Unknown',
    channel: 'Upload',
    createdAt: null,
    userId: null,
  },
  bytes: number * 3e8,
  projects,
});

const list = (page: Page, items: FootageItem[]) =>
  answer(page, LIST, () => ({ json: { items, usedBytes: 3e9, mostBytes: 100 * 2 ** 30 } }));

async function open(page: Page): Promise<void> {
  await button(page, 'Your footage').click();
  await dialog(page, 'Your footage').getByRole('button', { name: 'Add videos' }).waitFor();
}

/** States of a creator's own videos, and of files that are being added. */
export function footage(): Screen[] {
  return [
    {
      name: 'search: dialog Your footage, empty',
      path: '/',
      before: (page) => list(page, []),
      shown: async (page) => {
        await open(page);
        await dialog(page, 'Your footage').getByText('No footage yet.').waitFor();
      },
    },
    {
      name: 'search: dialog Your footage',
      path: '/',
      before: (page) => list(page, [item(1, 2), item(2, 0), item(3, 1)]),
      shown: async (page) => {
        await open(page);
        await dialog(page, 'Your footage').getByRole('checkbox').nth(2).check();
      },
    },
    {
      name: 'search: Your footage, deleting a video',
      path: '/',
      before: (page) => list(page, [item(1, 2)]),
      shown: async (page) => {
        await open(page);
        await dialog(page, 'Your footage')
          .getByRole('button', { name: /^Delete/ })
          .click();
        await page.getByRole('alertdialog', { name: 'Delete this footage?' }).waitFor();
      },
    },
    {
      name: 'search: files on their way to the footage',
      path: '/',
      before: async (page) => {
        await list(page, []);
        await hold(page, /\/media\/uploads\//);
      },
      shown: async (page) => {
        await open(page);
        const file = { mimeType: 'video/mp4', buffer: Buffer.from('river') };
        const sound = { name: 'birds.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('birds') };
        await dialog(page, 'Your footage')
          .locator('input[type=file]')
          .setInputFiles([...['a', 'b', 'c'].map((name) => ({ ...file, name: `river-${name}.mp4` })), sound]);
        await page.getByRole('progressbar', { name: 'Uploading river-b.mp4' }).waitFor();
        await page.getByText('waiting…').waitFor();
        await page.getByText('Audio files can’t be used as footage.').waitFor();
      },
    },
  ];
}
