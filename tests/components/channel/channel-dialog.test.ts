import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import { answer } from '../../helpers/components/answers.ts';
import { loseConnection } from '../../helpers/components/connection.ts';
import { button, dialog, lacks, link, press, shows } from '../../helpers/components/find.ts';
import { address, openApp } from '../../helpers/components/open-app.tsx';
import { makeConfig, makeUser } from '../../helpers/served/account.ts';
import { chooseFile, hiddenToast } from '../../helpers/served/search.ts';

const form = dialog('Upload Video to YouTube');
const inForm = (text: string): Locator => form.getByText(text, { exact: true });
const title = form.getByLabelText('Title');
const upload = form.getByRole('button', { name: 'Upload', exact: true });
const choose = (file: File): void => chooseFile(form, file);
const makeFile = (name: string, type: string, content: BlobPart = 'waves'): File =>
  new File([content], name, { type });
const VIDEO = makeFile('waves.mp4', 'video/mp4');

/** Opens the dialog of a user with a connected channel. */
async function openDialog(): Promise<void> {
  answer(calls.readUser, makeUser({ youtubeChannelName: 'My Channel' }));
  await openApp();
  await press('Upload to YouTube');
  await shows(form);
}

/** Lets the server refuse every upload, until the end of the test. */
function refuseUploads(status: number, message: string): void {
  class RefusedRequest extends EventTarget {
    readonly upload = new EventTarget();
    readonly status = status;
    readonly statusText = '';
    readonly responseText = JSON.stringify({ code: 'refused', message, requestId: 'request-1' });
    open(): void {}
    setRequestHeader(): void {}
    abort(): void {}
    send(): void {
      queueMicrotask(() => this.dispatchEvent(new Event('load')));
    }
  }
  vi.stubGlobal('XMLHttpRequest', RefusedRequest);
  onTestFinished(() => void vi.unstubAllGlobals());
}

async function showsMissingInformation(): Promise<void> {
  await shows(hiddenToast('Missing Information'));
  await shows(hiddenToast('Please select a file and enter a title.'));
}

describe('Upload Video to YouTube', () => {
  // product 2.50, 2.51, 6.5
  it('links to the settings instead if no channel is connected', async () => {
    await openApp();
    await shows(link('Connect YouTube'));
    await lacks(button('Upload to YouTube'));
    await link('Connect YouTube').click();
    await expect.poll(address).toBe('/settings');
  });

  // product 2.49, 2.50
  it('opens without the link to the settings if a channel is connected', async () => {
    await openDialog();
    await lacks(page.getByRole('link', { name: 'Connect YouTube', includeHidden: true }));
  });

  // product 2.52
  it('accepts only videos for the channel', async () => {
    await openDialog();
    expect(form.element().querySelector('input[type=file]')).toHaveAttribute('accept', 'video/*');
    choose(makeFile('sunrise.png', 'image/png'));
    await shows(inForm('You can only upload: video/*'));
    choose(VIDEO);
    await shows(inForm('waves.mp4'));
  });

  // product 2.52, 5.5, 5.8
  it('requires a title with more than spaces for a channel upload', async () => {
    await openDialog();
    choose(VIDEO);
    await shows(inForm('waves.mp4'));
    await expect.element(upload).toHaveAttribute('aria-disabled', 'true');
    await title.fill('   ');
    await userEvent.keyboard('{Enter}');
    await showsMissingInformation();
    await title.fill('Waves');
    await expect.element(upload).not.toHaveAttribute('aria-disabled');
  });

  // product 5.5, 5.8
  it('requires a file for a channel upload', async () => {
    await openDialog();
    await expect.element(upload).toHaveAttribute('aria-disabled', 'true');
    await title.fill('Waves');
    await expect.element(upload).toHaveAttribute('aria-disabled', 'true');
    await userEvent.keyboard('{Enter}');
    await showsMissingInformation();
  });

  it('rejects a file larger than the limit of the installation', async () => {
    const { limits } = makeConfig();
    answer(calls.readConfig, makeConfig({ limits: { ...limits, channelUploadBytes: 3 * 2 ** 20 } }));
    await openDialog();
    await shows(inForm('Drop one video here, up to 3 MB.'));
    choose(makeFile('large.mp4', 'video/mp4', new Uint8Array(3 * 2 ** 20 + 1)));
    await shows(inForm('large.mp4 exceeds maximum allowed size of 3 MB'));
    choose(makeFile('large.mp4', 'video/mp4', new Uint8Array(3 * 2 ** 20)));
    await shows(inForm('large.mp4'));
    await lacks(form.getByText('exceeds maximum'));
  });

  // product 5.6, 6.5
  it('sends nothing if the channel was disconnected while the dialog was open', async () => {
    await openDialog();
    choose(VIDEO);
    await title.fill('Waves');
    answer(calls.readUser, makeUser());
    // A reconnection reloads the user.
    const restore = loseConnection();
    await shows(page.getByText(/^You are offline/));
    restore();
    const settings = page.getByRole('link', { name: 'Connect YouTube', includeHidden: true });
    await expect.element(settings).toBeInTheDocument();
    await upload.click();
    await shows(hiddenToast('YouTube Not Connected'));
    await shows(hiddenToast('Please connect your YouTube account in settings first.'));
    await lacks(form.getByRole('progressbar'));
  });

  // product 5.6
  it('reports that YouTube is not connected if the channel was disconnected elsewhere', async () => {
    refuseUploads(403, 'Please connect your YouTube account in settings first.');
    await openDialog();
    choose(VIDEO);
    await title.fill('Waves');
    answer(calls.readUser, makeUser());
    await upload.click();
    await shows(hiddenToast('YouTube Not Connected'));
    await shows(hiddenToast('Please connect your YouTube account in settings first.'));
    await lacks(hiddenToast('Upload Failed'));
    const settings = page.getByRole('link', { name: 'Connect YouTube', includeHidden: true });
    await expect.element(settings).toBeInTheDocument();
    await expect.element(title).toHaveValue('Waves');
  });

  // product 8.4
  it('keeps its sentence about a failed upload, and adds the reason', async () => {
    refuseUploads(422, 'This file is damaged.');
    await openDialog();
    choose(VIDEO);
    await title.fill('Waves');
    await upload.click();
    await shows(hiddenToast('Upload Failed'));
    await shows(
      hiddenToast(
        'Could not upload video to YouTube. Please check your connection and try again. This file is damaged.',
      ),
    );
  });
});
