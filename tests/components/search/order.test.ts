import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import { answer, requestsOf } from '../../helpers/components/answers.ts';
import { button, dialog, lacks, press, shows, text } from '../../helpers/components/find.ts';
import { makeProject, makeRun } from '../../helpers/served/project.ts';
import { serveProject } from '../../helpers/served/serve-project.ts';
import { inTray, openSelected, processButton, tray } from '../../helpers/served/search.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const arranging = dialog('Video order');
const inDialog = (name: string) => arranging.getByRole('button', { name, exact: true });
const thumbs = tray.getByRole('listitem');
const order = (): string[] =>
  thumbs.elements().map((item) => `${item.textContent?.charAt(0)} ${item.querySelector('button')?.title}`);
const numbered = (...numbers: number[]): string[] =>
  numbers.map((number, index) => `${index + 1} River ${number}`);

const language = (title: string) =>
  tray.getByRole('combobox', { name: `Spoken language of ${title}`, exact: true });
const LANGUAGES = ['Auto', 'English', 'Hindi', 'Bengali'];

function serveStart(project = makeProject()): void {
  serveProject(project);
  answer(calls.processVideos, { projectId: project.id, runId: crypto.randomUUID() });
}
const bodiesSent = () => requestsOf(calls.processVideos).map(({ body }) => body);

describe('order of the selection', () => {
  it('numbers the selected videos and moves one by a button of the dialog', async () => {
    await openSelected(3);
    await expect.poll(order).toEqual(numbered(1, 2, 3));
    await inTray('Arrange').click();
    await inDialog('Move River 3 up').click();
    await expect.element(page.getByRole('status').getByText('River 3 is now 2 of 3')).toBeInTheDocument();
    await expect.element(inDialog('Move River 1 up')).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('{Escape}');
    await lacks(arranging);
    await expect.poll(order).toEqual(numbered(1, 3, 2));
  });

  it('moves a video by keyboard on its handle', async () => {
    await openSelected(3);
    await inTray('Arrange').click();
    await shows(inDialog('Drag River 1'));
    inDialog('Drag River 1').element().focus();
    await userEvent.keyboard(' ');
    await expect.element(page.getByText('River 1 is over position 1 of 3.')).toBeInTheDocument();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(page.getByText('River 1 is over position 2 of 3.')).toBeInTheDocument();
    await userEvent.keyboard(' ');
    await userEvent.keyboard('{Escape}');
    await lacks(arranging);
    await expect.poll(order).toEqual(numbered(2, 1, 3));
  });

  itInFullTier('sends the videos in their new order', async () => {
    await openSelected(3);
    serveStart();
    await inTray('Arrange').click();
    await inDialog('Move River 3 up').click();
    await inDialog('Move River 3 up').click();
    await userEvent.keyboard('{Escape}');
    await expect.poll(order).toEqual(numbered(3, 1, 2));
    await processButton(3).click();
    await shows(button('Back to Home'));
    await expect
      .poll(() => bodiesSent().map(({ videoIds }) => videoIds))
      .toEqual([['library_3', 'library_1', 'library_2']]);
  });
});

describe('spoken language', () => {
  // product 11.11
  it('detects the spoken language by default, and offers those that can be transcribed', async () => {
    await openSelected(3);
    await shows(language('River 1'));
    for (const number of [1, 2, 3])
      await expect.element(language(`River ${number}`)).toHaveDisplayValue('Auto');
    const options = language('River 1').getByRole('option').elements();
    expect(options.map(({ textContent }) => textContent)).toEqual(LANGUAGES);
  });

  it('chooses the spoken language by keyboard', async () => {
    await openSelected(2);
    await shows(language('River 2'));
    language('River 2').element().focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await expect.element(language('River 2')).toHaveDisplayValue('Hindi');
    await expect.element(language('River 1')).toHaveDisplayValue('Auto');
  });

  // product 11.11
  itInFullTier('sends the spoken language of each video in any order', async () => {
    await openSelected(3);
    serveStart();
    await language('River 2').selectOptions('Hindi');
    await language('River 3').selectOptions('Bengali');
    await language('River 1').selectOptions('English');
    await language('River 1').selectOptions('Auto');
    await inTray('Arrange').click();
    await inDialog('Move River 3 up').click();
    await userEvent.keyboard('{Escape}');
    await expect.poll(order).toEqual(numbered(1, 3, 2));
    await expect.element(language('River 3')).toHaveDisplayValue('Bengali');
    await processButton(3).click();
    await shows(button('Back to Home'));
    await expect
      .poll(() => bodiesSent())
      .toEqual([
        {
          videoIds: ['library_1', 'library_3', 'library_2'],
          projectTitle: 'river',
          words: 'river',
          spoken: { library_2: 'hi', library_3: 'bn' },
        },
      ]);
  });

  // product 11.11
  it('restores the spoken language with the selection on Undo', async () => {
    await openSelected(3);
    await language('River 2').selectOptions('Hindi');
    await inTray('Clear').click();
    await lacks(tray);
    await press('Undo');
    await expect.element(language('River 2')).toHaveDisplayValue('Hindi');
  });

  // product 11.11
  it('restores the spoken language with the selection when the processing fails', async () => {
    await openSelected(3);
    const id = crypto.randomUUID();
    const processing = makeRun('processing', { projectId: id, status: 'failed', message: 'No sound.' });
    serveStart(makeProject({ id, sections: [], processing }));
    await language('River 2').selectOptions('Hindi');
    await processButton(3).click();
    await shows(text('Processing failed: No sound. Your credit is back.'));
    await expect.element(language('River 2')).toHaveDisplayValue('Hindi');
    await expect.element(language('River 1')).toHaveDisplayValue('Auto');
  });
});
