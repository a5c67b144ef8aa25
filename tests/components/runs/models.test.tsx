import { describe, expect, it } from 'vitest';
import type { Models } from '#contract/models.ts';
import * as calls from '#contract/calls/index.ts';
import { answer, hold, requestsOf } from '../../helpers/components/answers.ts';
import { dialog, lacks, region, shows } from '../../helpers/components/find.ts';
import { openApp } from '../../helpers/components/open-app.tsx';
import { disconnectSocket, push, reconnectSocket } from '../../helpers/components/socket.ts';
import { advance, settled, stopClock, ticking, unmoved } from '../../helpers/components/stopped-clock.ts';
import { makeDownload, makeOffered, withInstalled } from '../../helpers/served/models.ts';

const group = region('Languages on this machine');
const button = (name: string | RegExp) => group.getByRole('button', { name });
const figures = (text: string) => group.getByText(text, { exact: true });
const DOWNLOAD_TINY = 'Download 100 kB for Whisper tiny';
const REFUSED = 'models.example does not give tiny-encoder.int8.onnx (403).';
const FAILED = makeDownload({ state: 'failed', message: REFUSED });

async function openModels(models: Models = makeOffered()): Promise<void> {
  answer(calls.readModels, models);
  await openApp('/settings');
  await shows(group);
}

describe('models of this machine', () => {
  // product 10.1, 10.2
  it('downloads the models of a language after their licence was accepted', async () => {
    await openModels();
    const models = ['parakeet-en', 'supertonic-3'];
    const download = makeDownload({ models, totalBytes: 400_000 });
    answer(calls.downloadModels, makeOffered({ download }));
    await button('Download 400 kB for English').click();
    const licence = dialog('Accept the Licence');
    await shows(licence.getByRole('link', { name: 'BigScience OpenRAIL-M' }));
    const accept = licence.getByRole('button', { name: 'Accept and Download' });
    await expect.element(accept).toHaveAttribute('aria-disabled', 'true');
    await licence.getByRole('checkbox').click();
    await accept.click();
    await lacks(licence);
    await shows(figures('1.0 kB of 400 kB'));
    await expect
      .poll(() => requestsOf(calls.downloadModels).map(({ body }) => body))
      .toEqual([{ models, accept: true }]);
  });

  // product 10.1
  it('downloads a model that has no licence to accept immediately', async () => {
    await openModels();
    answer(calls.downloadModels, makeOffered({ download: makeDownload() }));
    await button(DOWNLOAD_TINY).click();
    await shows(figures('1.0 kB of 100 kB'));
    await expect
      .poll(() => requestsOf(calls.downloadModels).map(({ body }) => body))
      .toEqual([{ models: ['whisper-tiny'], accept: false }]);
  });

  // product 10.3
  it('pauses and resumes a download', async () => {
    await openModels(makeOffered({ download: makeDownload() }));
    answer(calls.changeDownload, ({ body }) =>
      makeOffered({
        download: makeDownload(
          body.action === 'pause'
            ? { state: 'paused' }
            : { receivedBytes: 2000, bytesPerSecond: 1000, secondsLeft: 98 },
        ),
      }),
    );
    await button('Pause').click();
    await shows(figures('1.0 kB of 100 kB, paused'));
    await button('Resume').click();
    await shows(figures('2.0 kB of 100 kB, 1.0 kB/s, 1 min 38 s left'));
    await expect
      .poll(() => requestsOf(calls.changeDownload).map(({ body }) => body))
      .toEqual([{ action: 'pause' }, { action: 'resume' }]);
  });

  // product 10.3
  it('follows a download of another tab until its model is installed', async () => {
    const models = makeOffered();
    await openModels(models);
    await shows(button(DOWNLOAD_TINY));
    await push('models.changed', { download: makeDownload({ receivedBytes: 5000 }) });
    await shows(figures('5.0 kB of 100 kB'));
    answer(calls.readModels, withInstalled(models, 'whisper-tiny'));
    await push('models.changed', { download: null });
    await shows(group.getByText('Installed', { exact: true }));
    await lacks(button('Cancel Download'));
  });

  // product 10.3
  it('shows why a download failed, and tries it again', async () => {
    await openModels();
    answer(calls.downloadModels, makeOffered({ download: FAILED }));
    await button(DOWNLOAD_TINY).click();
    await shows(group.getByRole('alert').getByText(REFUSED));
    answer(calls.changeDownload, makeOffered({ download: makeDownload() }));
    await button('Retry').click();
    await shows(figures('1.0 kB of 100 kB'));
    await lacks(group.getByRole('alert'));
    await expect
      .poll(() => requestsOf(calls.changeDownload).map(({ body }) => body))
      .toEqual([{ action: 'resume' }]);
  });

  it('offers a model again after its download was cancelled', async () => {
    await openModels(makeOffered({ download: makeDownload() }));
    answer(calls.changeDownload, makeOffered());
    await button('Cancel Download').click();
    await shows(button(DOWNLOAD_TINY));
    await expect
      .poll(() => requestsOf(calls.changeDownload).map(({ body }) => body))
      .toEqual([{ action: 'cancel' }]);
  });

  it('keeps showing a failure when the response to the start of its download arrives later', async () => {
    await openModels();
    const start = hold(calls.downloadModels);
    await button(DOWNLOAD_TINY).click();
    await expect.poll(() => requestsOf(calls.downloadModels).length).toBe(1);
    answer(calls.readModels, makeOffered({ download: FAILED }));
    await push('models.changed', { download: FAILED });
    const failed = group.getByRole('alert').getByText(REFUSED);
    await shows(failed);
    start.release(makeOffered({ download: makeDownload({ receivedBytes: 0 }) }));
    await expect.element(button('Retry')).not.toHaveAttribute('aria-disabled');
    await shows(failed);
  });

  it('shows on connecting the state that it missed', async () => {
    await disconnectSocket();
    await openModels();
    await shows(button(DOWNLOAD_TINY));
    answer(calls.readModels, makeOffered({ download: FAILED }));
    await reconnectSocket();
    await shows(button('Retry'));
  });

  it('shows a download that fails while the page first reads the models', async () => {
    const first = hold(calls.readModels);
    await openApp('/settings');
    await expect.poll(() => requestsOf(calls.readModels).length).toBeGreaterThan(0);
    answer(calls.readModels, makeOffered({ download: FAILED }));
    await push('models.changed', { download: FAILED });
    first.release(makeOffered());
    await shows(button('Cancel Download'));
  });

  // product 10.11
  it('polls the progress of a download every 2 s while the socket is closed', async () => {
    await disconnectSocket();
    stopClock();
    const models = makeOffered();
    answer(calls.readModels, models);
    await openApp('/settings');
    await ticking(() => button(DOWNLOAD_TINY).query() !== null);
    answer(calls.downloadModels, makeOffered({ download: makeDownload() }));
    await button(DOWNLOAD_TINY).click();
    await ticking(() => figures('1.0 kB of 100 kB').query() !== null);
    answer(calls.readModels, makeOffered({ download: makeDownload({ receivedBytes: 2000 }) }));
    const requestCount = requestsOf(calls.readModels).length;
    await advance(1900);
    await settled();
    expect(requestsOf(calls.readModels)).toHaveLength(requestCount);
    await advance(100);
    await unmoved(() => requestsOf(calls.readModels).length === requestCount + 1);
    await ticking(() => figures('2.0 kB of 100 kB').query() !== null);
    answer(calls.readModels, withInstalled(models, 'whisper-tiny'));
    await advance(2000);
    await ticking(() => group.getByText('Installed', { exact: true }).query() !== null);
    expect(button('Cancel Download').query()).toBeNull();
    expect(document.documentElement.dataset['transport']).toBe('polling-calls');
  });
});
