import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import type { FootageItem } from '#contract/footage.ts';
import { answer, requestsOf } from '../../helpers/components/answers.ts';
import { dialog, lacks, press, shows, toast } from '../../helpers/components/find.ts';
import { openApp } from '../../helpers/components/open-app.tsx';
import { makeVideo } from '../../helpers/served/project.ts';
import { dragFiles, processButton, tray } from '../../helpers/served/search.ts';

const footage = dialog('Your footage');
const entry = (title: string): Locator => footage.getByRole('checkbox', { name: new RegExp(`^${title}`) });
const question = page.getByRole('alertdialog', { name: 'Delete this footage?' });
const row = (name: string): Locator =>
  page.getByRole('list', { name: 'Uploads to your footage' }).getByRole('listitem').filter({ hasText: name });

const makeItem = (title: string, projects = 0): FootageItem => ({
  video: makeVideo({ title, source: 'upload' }),
  bytes: 2 ** 20,
  projects,
});

/** Answers the list of footage with these items, and deletes from them. */
function serveFootage(...items: FootageItem[]): void {
  let current = items;
  answer(calls.listFootage, () => ({ items: current, usedBytes: 2 ** 20, mostBytes: 2 ** 30 }));
  answer(calls.deleteFootage, ({ params }) => {
    current = current.filter(({ video }) => video.id !== params.id);
  });
}

async function openFootage(...items: FootageItem[]): Promise<void> {
  serveFootage(...items);
  await openApp();
  await press('Your footage');
  await shows(footage);
}

describe('Your footage', () => {
  it('reports that there is no footage yet', async () => {
    await openFootage();
    await shows(footage.getByText('No footage yet.'));
  });

  // product 16.5
  it('selects and deselects a video of the footage', async () => {
    await openFootage(makeItem('Waves'));
    await entry('Waves').click();
    await expect.element(entry('Waves')).toBeChecked();
    await expect
      .element(page.getByRole('button', { name: /^Process 1 Video/, includeHidden: true }))
      .toBeInTheDocument();
    await entry('Waves').click();
    await expect.element(entry('Waves')).not.toBeChecked();
    await lacks(page.getByRole('button', { name: /^Process/, includeHidden: true }));
  });

  // product 16.7
  it('explains that a compilation remains usable, and retains the footage on Keep', async () => {
    await openFootage(makeItem('Used', 1));
    await footage.getByRole('button', { name: 'Delete Used' }).click();
    await shows(question.getByText('A compilation made with it can still be edited and generated'));
    await question.getByRole('button', { name: 'Keep' }).click();
    await lacks(question);
    await shows(entry('Used'));
    expect(requestsOf(calls.deleteFootage)).toEqual([]);
  });

  it('deletes footage after a confirmation', async () => {
    const unused = makeItem('Unused');
    await openFootage(makeItem('Used', 1), unused);
    await footage.getByRole('button', { name: 'Delete Unused' }).click();
    await shows(question.getByText('will be deleted permanently'));
    await question.getByRole('button', { name: 'Delete' }).click();
    await shows(toast('Footage Deleted'));
    await lacks(entry('Unused'));
    await shows(entry('Used'));
    await expect
      .poll(() => requestsOf(calls.deleteFootage).map(({ params }) => params))
      .toEqual([{ id: unused.video.id }]);
  });
});

describe('files dropped on the search page', () => {
  const OVER = page.getByText('Drop videos to add them to your footage');

  /** Drops files on the heading once the page accepts them, which is after its first paint. */
  async function drop(...files: File[]): Promise<void> {
    // The page replaces its heading while it loads.
    const target = () => document.querySelector('h1')!;
    await expect
      .poll(() => {
        dragFiles('dragover', target(), files);
        return OVER.elements().length;
      })
      .toBe(1);
    dragFiles('drop', target(), files);
    await lacks(OVER);
  }

  it('rejects dropped files that are not videos, each with a reason', async () => {
    await openApp();
    await drop(
      new File(['x'], 'sun.png', { type: 'image/png' }),
      new File(['x'], 'tone.mp3', { type: 'audio/mpeg' }),
      new File([], 'empty.mp4', { type: 'video/mp4' }),
    );
    await shows(row('sun.png').getByText('Images can’t be used as footage.'));
    await shows(row('tone.mp3').getByText('Audio files can’t be used as footage.'));
    await shows(row('empty.mp4').getByText('This file is empty.'));
    await lacks(tray);
    await lacks(processButton(1));
  });

  // product 4.87
  it('offers no retry of a file that the server can never accept', async () => {
    /** Replaces the browser's uploads: the server rejects each file. */
    class RefusedRequest extends EventTarget {
      readonly upload = new EventTarget();
      readonly status = 422;
      readonly statusText = '';
      readonly responseText = JSON.stringify({
        code: 'unprocessable',
        message: 'This file is not a usable video.',
        requestId: 'request-1',
        details: { retryable: false },
      });
      open(): void {}
      setRequestHeader(): void {}
      abort(): void {}
      send(): void {
        queueMicrotask(() => this.dispatchEvent(new Event('load')));
      }
    }
    vi.stubGlobal('XMLHttpRequest', RefusedRequest);
    onTestFinished(() => void vi.unstubAllGlobals());
    const uploadURL = '/media/uploads/11111111-1111-4111-8111-111111111111?e=1';
    answer(calls.requestVideoUpload, { objectPath: '/objects/1', uploadURL });
    await openApp();
    await drop(new File(['x'], 'broken.mp4', { type: 'video/mp4' }));
    await shows(row('broken.mp4').getByText(/This file is not a usable video\.$/));
    await shows(row('broken.mp4').getByRole('button', { name: 'Dismiss broken.mp4' }));
    await lacks(row('broken.mp4').getByRole('button', { name: 'Retry broken.mp4' }));
  });

  it('dismisses rejected files one by one', async () => {
    await openApp();
    await drop(
      new File(['x'], 'sun.png', { type: 'image/png' }),
      new File(['x'], 'tone.mp3', { type: 'audio/mpeg' }),
    );
    await row('sun.png').getByRole('button', { name: 'Dismiss sun.png' }).click();
    await lacks(row('sun.png'));
    expect(page.getByRole('button', { name: /^Dismiss \w/ }).elements()).toHaveLength(1);
  });
});
