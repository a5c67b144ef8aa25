import { page, userEvent, type Locator } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import type { SearchQuery, Video } from '#contract/videos.ts';
import { answer, hold, requestsOf } from '../components/answers.ts';
import { button, heading, press, shows } from '../components/find.ts';
import { openApp } from '../components/open-app.tsx';
import { makeVideo } from './project.ts';

/** Returns the hit 'River <number>' of the library. */
export const makeHit = (number: number, changes: Partial<Video> = {}): Video =>
  makeVideo({
    id: `library_${number}`,
    title: `River ${number}`,
    duration: 65,
    source: 'library',
    sourceId: String(number),
    ...changes,
  });

/** Returns the hits with these numbers, including the last one. */
export const makeHits = (from: number, to: number): Video[] =>
  Array.from({ length: to - from + 1 }, (_, index) => makeHit(from + index));

/** Answers every search with these pages. Later pages are empty. */
export const serveHits = (...pages: Video[][]): void =>
  answer(calls.searchVideos, ({ query }) => pages[query.page - 1] ?? []);

/** Returns the queries of all searches so far. */
export const searchesSent = (): SearchQuery[] => requestsOf(calls.searchVideos).map(({ query }) => query);

export const searchBox = page.getByRole('searchbox', { name: 'Search for Videos' });
export const checkbox = (title: string): Locator => page.getByRole('checkbox', { name: title, exact: true });
export const cards = page.getByRole('list', { name: 'Videos', exact: true }).getByRole('listitem');
export const card = (title: string): Locator => cards.filter({ hasText: title });
export const tray = page.getByRole('region', { name: 'Selected videos' });
export const inTray = (name: string): Locator => tray.getByRole('button', { name, exact: true });
/** The tray's button that starts the processing of this many videos. */
export const processButton = (count: number): Locator =>
  inTray(`Process ${count} ${count === 1 ? 'Video' : 'Videos'}`);

/** The title or the description of a toast, which an open dialog hides from the accessibility tree. */
export const hiddenToast = (value: string): Locator =>
  page.getByRole('region', { name: /^Notification/, includeHidden: true }).getByText(value, { exact: true });

export const isShown = (locator: Locator): boolean => locator.query() !== null;

export async function search(query: string): Promise<void> {
  await searchBox.fill(query);
  await userEvent.keyboard('{Enter}');
}

/** Opens the search of a query with these pages of hits. */
export async function openResults(...pages: Video[][]): Promise<void> {
  serveHits(...pages);
  await openApp('/?q=river');
  await shows(heading(/^All Videos \(/));
}

/** Opens the search 'river' with at least three hits, the first `count` of them selected. */
export async function openSelected(count: number): Promise<void> {
  await openResults(makeHits(1, Math.max(count, 3)));
  for (const { title } of makeHits(1, count)) await checkbox(title).click();
  if (count > 0) await shows(processButton(count));
}

/** Submits a link in 'Add Video Manually'. */
export async function submitLink(link: string): Promise<void> {
  await press('Add YouTube video link');
  const dialog = page.getByRole('dialog', { name: 'Add Video Manually' });
  await dialog.getByLabelText('Video URL').fill(link);
  await dialog.getByRole('button', { name: 'Add Video' }).click();
}

/** Adds a video by its link; the site's details never arrive. */
export async function addLink(link: string): Promise<void> {
  hold(calls.extractVideo);
  await submitLink(link);
  await shows(button(/^Remove Video from .* from the list$/).first());
}

function transferOf(files: File[]): DataTransfer {
  const data = new DataTransfer();
  for (const file of files) data.items.add(file);
  return data;
}

/** Drags files over an element, or drops them on it. */
export function dragFiles(type: 'dragover' | 'drop', target: Element, files: File[]): void {
  const dataTransfer = transferOf(files);
  target.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
}

/** Chooses files in the form of a dialog, without a real file picker, which takes seconds for large files. */
export function chooseFile(dialog: Locator, ...files: File[]): void {
  const input = dialog.element().querySelector<HTMLInputElement>('input[type=file]')!;
  input.files = transferOf(files).files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}
