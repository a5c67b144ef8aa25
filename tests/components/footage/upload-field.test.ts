import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import { answer, hold, requestsOf } from '../../helpers/components/answers.ts';
import { dialog, lacks, press, shows, textsOf } from '../../helpers/components/find.ts';
import { push } from '../../helpers/components/socket.ts';
import { advancePainted, waitByFrames } from '../../helpers/components/frames.ts';
import { stopClock } from '../../helpers/components/stopped-clock.ts';
import { loseConnection } from '../../helpers/components/connection.ts';
import { makeRun, nextRun } from '../../helpers/served/project.ts';
import { chooseFile, dragFiles, hiddenToast } from '../../helpers/served/search.ts';
import { openEditor, type ServedProject } from '../../helpers/served/serve-project.ts';

const form = dialog('Add New Section');
const alertLines = page.getByRole('alert').getByRole('paragraph');
const message = (text: string) => form.getByRole('alert').getByText(text);
const bar = form.getByRole('progressbar', { name: 'Uploading sunrise.png' });

/** Opens 'Add New Section' with an image chosen. */
async function openForm(content = 'x'): Promise<ServedProject> {
  const served = await openEditor();
  await press('Add New Section');
  await form.getByLabelText('Title').fill('Sunrise');
  chooseFile(form, new File([content], 'sunrise.png', { type: 'image/png' }));
  await shows(form.getByText(/uploads when you save/));
  return served;
}

/** Saves the form; the address for its file never arrives, so that nothing is sent. */
async function startUpload(): Promise<void> {
  hold(calls.requestUpload);
  await form.getByRole('button', { name: 'Add Section', exact: true }).click();
  await shows(bar);
}

function drop(names: string[], type: string): void {
  const files = names.map((name) => new File(['x'], name, { type }));
  const target = form.element().querySelector('.border-dashed')!;
  for (const kind of ['dragover', 'drop'] as const) dragFiles(kind, target, files);
}

describe('upload field', () => {
  // product 8.62, 9.30
  it('names four refused files and counts the rest, for five seconds', async () => {
    await openForm();
    stopClock();
    drop(['1.txt', '2.txt', '3.txt', '4.txt', '5.txt', '6.txt'], 'text/plain');
    const lines = (): string[] => textsOf(alertLines);
    await waitByFrames(() => lines().length > 0);
    expect(lines()).toEqual([
      ...Array.from({ length: 4 }, () => 'You can only upload: video/*, image/*'),
      '2 additional restrictions were not fulfilled',
    ]);
    await advancePainted(4990);
    expect(lines()).toHaveLength(5);
    await advancePainted(20);
    expect(lines()).toEqual([]);
    await shows(form.getByText('sunrise.png'));
  });

  // product 8.52
  it('reports a lost connection until it is restored', async () => {
    await openForm();
    const restore = loseConnection();
    await shows(message('No Internet connection'));
    restore();
    await shows(message('Connected to the Internet'));
    await lacks(message('No Internet connection'));
  });

  // product 8.60
  it('accepts no other file during an upload', async () => {
    await openForm();
    await startUpload();
    drop(['other.png'], 'image/png');
    await shows(message('Cannot add more files'));
    await shows(bar);
  });

  it('sends each missing part of a file to its own address of the store', async () => {
    const sent: [url: string, text: string][] = [];
    vi.stubGlobal(
      'XMLHttpRequest',
      class extends EventTarget {
        readonly upload = new EventTarget();
        readonly status = 200;
        readonly responseText = '';
        #url = '';
        open(_method: string, url: string): void {
          this.#url = url;
        }
        async send(body: Blob): Promise<void> {
          sent.push([this.#url, await body.text()]);
          this.dispatchEvent(new Event('load'));
        }
      },
    );
    onTestFinished(() => void vi.unstubAllGlobals());
    await openForm('0123456789');
    answer(calls.requestUpload, {
      objectPath: '/objects/11111111-1111-4111-8111-111111111111',
      uploadURL: 'http://store.example/whole',
      offset: 4,
      parts: [
        { url: 'http://store.example/2', start: 4, end: 8 },
        { url: 'http://store.example/3', start: 8, end: 10 },
      ],
    });
    hold(calls.createSection);
    await form.getByRole('button', { name: 'Add Section', exact: true }).click();
    await expect
      .poll(() => sent)
      .toEqual([
        ['http://store.example/2', '4567'],
        ['http://store.example/3', '89'],
      ]);
    await expect.poll(() => requestsOf(calls.createSection)).toHaveLength(1);
  });

  it('keeps the dialog open during an upload when a film of the project is ready', async () => {
    const { current } = await openForm();
    await startUpload();
    const run = makeRun('generation', { projectId: current().id });
    await push('run.progressed', { run });
    await push('run.completed', { run: nextRun(run, { status: 'completed', percentage: 100 }) });
    await shows(hiddenToast('Video Ready!'));
    await shows(bar);
  });
});
