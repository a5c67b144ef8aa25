import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { openScene, toast } from '../../helpers/browser/page-scene.ts';
import { card, checkbox, heading, tray } from '../../helpers/browser/search-page.ts';
import { createUser } from '../../helpers/data/user.ts';
import { makeSource, tempFolder } from '../../helpers/media/lavfi.ts';

const scene = await openScene();
const folder = tempFolder();
const PUT = /\/media\/uploads\//;
let clips: Buffer[] = [];

beforeAll(async () => {
  const files = [1, 2].map(async (seconds) => {
    await makeSource(folder(`${seconds}.mp4`), { seconds });
    return readFile(folder(`${seconds}.mp4`));
  });
  clips = await Promise.all(files);
});

async function openSearch() {
  const user = await createUser(scene.backend, { packs: [5] });
  const { page } = await scene.visit(user);
  await page.goto('/');
  await heading(page, 'Find Videos to Include').waitFor();
  // The code for dropped files is loaded after the page.
  await page.waitForFunction(() => {
    const event = new DragEvent('dragover', { dataTransfer: new DataTransfer(), cancelable: true });
    event.dataTransfer!.items.add(new File(['x'], 'x.mp4', { type: 'video/mp4' }));
    window.dispatchEvent(event);
    return event.defaultPrevented;
  });
  await page.evaluate(() => window.dispatchEvent(new DragEvent('dragleave')));
  return { page };
}

interface DroppedFile {
  name: string;
  type: string;
  bytes: Buffer;
}
const video = (name: string, bytes: Buffer): DroppedFile => ({ name, type: 'video/mp4', bytes });

/** Drops files anywhere on the page, like the mouse. */
async function drop(page: Page, files: DroppedFile[]): Promise<void> {
  const sent = files.map(({ bytes, ...file }) => ({ ...file, text: bytes.toString('base64') }));
  const data = await page.evaluateHandle((files) => {
    const transfer = new DataTransfer();
    for (const { name, type, text } of files) {
      const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
      transfer.items.add(new File([bytes], name, { type, lastModified: 1 }));
    }
    return transfer;
  }, sent);
  await page.dispatchEvent('h1', 'dragover', { dataTransfer: data });
  await page.getByText('Drop videos to add them to your footage').waitFor();
  await page.dispatchEvent('h1', 'drop', { dataTransfer: data });
  await page.getByText('Drop videos to add them to your footage').waitFor({ state: 'detached' });
}

/** Drops files and folders of this machine on the page, like the mouse. */
async function dropPaths(page: Page, paths: string[]): Promise<void> {
  const mouse = await page.context().newCDPSession(page);
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await mouse.send('Input.dispatchDragEvent', { type, x: 200, y: 120, data });
}

const row = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Uploads to your footage' }).getByRole('listitem').filter({ hasText: name });

/** Holds back every request that contains a file. Returns the held requests. */
async function hold(page: Page): Promise<Route[]> {
  const heldRoutes: Route[] = [];
  await page.route(PUT, (route) => void heldRoutes.push(route));
  return heldRoutes;
}

describe('a folder dropped on the search page', () => {
  // product 16.10
  it('adds the videos of a folder at any depth, and reports how many other files it skips', async () => {
    const { page } = await openSearch();
    const heldRoutes = await hold(page);
    const deep = folder('Trip/Day 2/Card');
    await mkdir(deep, { recursive: true });
    await Promise.all([
      writeFile(folder('Trip/Waves.mp4'), clips[0]!),
      writeFile(join(deep, 'Dunes.mkv'), clips[1]!),
      writeFile(join(deep, '._Dunes.mkv'), 'made by a camera'),
      writeFile(folder('Trip/Notes.txt'), 'made by a person'),
      writeFile(join(deep, 'Dunes.thm'), 'made by a camera'),
    ]);
    await dropPaths(page, [folder('Trip')]);
    await toast(page, '2 other files were left out.').waitFor();
    await expect.poll(() => heldRoutes.length).toBe(2);
    await row(page, 'Waves.mp4').waitFor();
    await row(page, 'Dunes.mkv').waitFor();
    expect(await row(page, '').count()).toBe(2);
  });

  // product 16.10
  it('reports a folder without videos', async () => {
    const { page } = await openSearch();
    await mkdir(folder('Papers'));
    await writeFile(folder('Papers/Notes.txt'), 'made by a person');
    await dropPaths(page, [folder('Papers')]);
    await toast(page, 'No videos found in “Papers”.').waitFor();
    expect(await row(page, '').count()).toBe(0);
  });
});

describe('files dropped on the search page', () => {
  // product 16.1, 16.9
  it('sends two dropped files at a time, shows their progress, and selects them at the end', async () => {
    const { page } = await openSearch();
    const heldRoutes = await hold(page);
    const third = video('Cliffs.mp4', Buffer.concat([clips[0]!, Buffer.from('\0\0\0\u0008free', 'latin1')]));
    await drop(page, [video('Waves.mp4', clips[0]!), video('Dunes.mp4', clips[1]!), third]);
    for (const name of ['Waves.mp4', 'Dunes.mp4'])
      await page.getByRole('progressbar', { name: `Uploading ${name}` }).waitFor();
    await row(page, 'Cliffs.mp4').getByText('waiting…').waitFor();
    await expect.poll(() => heldRoutes.length).toBe(2);
    await heldRoutes[0]!.continue();
    await expect.poll(() => heldRoutes.length).toBe(3);
    for (const route of heldRoutes.slice(1)) await route.continue();
    await tray(page).getByRole('button', { name: 'Process 3 Videos' }).waitFor();
    await tray(page).getByText('1 credit', { exact: true }).waitFor();
    for (const title of ['Waves', 'Dunes', 'Cliffs'])
      expect(await checkbox(page, title).isChecked()).toBe(true);
    expect(await page.getByRole('list', { name: 'Uploads to your footage' }).count()).toBe(0);
    // A card names its source once.
    expect(await card(page, 'Waves').getByText('Upload', { exact: true }).count()).toBe(1);
  });

  // product 16.2
  it('adds a usable video and reports why another file is not usable', async () => {
    const { page } = await openSearch();
    await drop(page, [video('broken.mp4', Buffer.from('no video')), video('Waves.mp4', clips[0]!)]);
    await row(page, 'broken.mp4').getByText('This file is not a usable video').waitFor();
    await tray(page).getByRole('button', { name: 'Process 1 Video', exact: true }).waitFor();
    expect(await row(page, '').count()).toBe(1);
  });

  // product 16.3
  it('sends a file again by Retry after a lost connection, and stops one by Cancel', async () => {
    const { page } = await openSearch();
    await page.route(PUT, (route) => route.abort(), { times: 1 });
    await drop(page, [video('Waves.mp4', clips[0]!)]);
    await row(page, 'Waves.mp4').getByText('The server could not be reached.').waitFor();
    await row(page, 'Waves.mp4').getByRole('button', { name: 'Retry Waves.mp4' }).click();
    await tray(page).getByRole('button', { name: 'Process 1 Video', exact: true }).waitFor();
    const heldRoutes = await hold(page);
    await drop(page, [video('Dunes.mp4', clips[1]!)]);
    await expect.poll(() => heldRoutes.length).toBe(1);
    await row(page, 'Dunes.mp4').getByRole('button', { name: 'Cancel upload Dunes.mp4' }).click();
    await row(page, 'Dunes.mp4').waitFor({ state: 'detached' });
    expect(await tray(page).getByText('1 video selected').count()).toBe(1);
  });

  // product 16.3
  it('lists an interrupted file after a reload, and resumes its upload when it is dropped again', async () => {
    const { page } = await openSearch();
    page.on('dialog', (dialog) => void dialog.accept());
    const heldRoutes = await hold(page);
    await drop(page, [video('Waves.mp4', clips[0]!)]);
    await expect.poll(() => heldRoutes.length).toBe(1);
    await page.reload();
    await row(page, 'Waves.mp4').getByText('was uploaded before the page was reloaded').waitFor();
    await drop(page, [video('Waves.mp4', clips[0]!)]);
    await expect.poll(() => heldRoutes.length).toBe(2);
    const uploads = heldRoutes.map((route) => new URL(route.request().url()).pathname);
    expect(new Set(uploads).size).toBe(1);
    await heldRoutes[1]!.continue();
    await tray(page).getByRole('button', { name: 'Process 1 Video', exact: true }).waitFor();
    await page.reload();
    await tray(page).getByRole('button', { name: 'Process 1 Video', exact: true }).waitFor();
    expect(await page.getByRole('list', { name: 'Uploads to your footage' }).count()).toBe(0);
  });
});

describe('Your footage', () => {
  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Your footage' });
  const open = (page: Page) => page.getByRole('button', { name: 'Your footage' }).click();

  // product 16.4
  it('adds a video and selects it, and reports one that it already has', async () => {
    const { page } = await openSearch();
    await open(page);
    await dialog(page).getByText('No footage yet.').waitFor();
    const file = { name: 'Waves.mp4', mimeType: 'video/mp4', buffer: clips[0]! };
    await dialog(page).locator('input[type=file]').setInputFiles(file);
    await dialog(page).waitFor({ state: 'detached' });
    await tray(page).getByRole('button', { name: 'Process 1 Video', exact: true }).waitFor();
    await drop(page, [video('Copy.mp4', clips[0]!)]);
    await toast(page, 'Already in Your Footage').waitFor();
    await tray(page).getByText('1 video selected').waitFor();
    await open(page);
    const waves = dialog(page).getByRole('checkbox', { name: /^Waves/ });
    expect(await waves.isChecked()).toBe(true);
    await waves.uncheck();
    await tray(page).waitFor({ state: 'detached' });
  });
});
