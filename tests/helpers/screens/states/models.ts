import type { Page } from 'playwright-core';
import type { ModelDownload, Models } from '#contract/models.ts';
import { changeAnswer, hold } from '../../browser/answers.ts';
import { dialog, type Screen } from '../screen.ts';

const MODELS = /\/api\/models$/;

const DOWNLOAD: ModelDownload = {
  models: ['parakeet-en', 'supertonic-3'],
  state: 'downloading',
  receivedBytes: 120_400_000,
  totalBytes: 276_957_892,
  bytesPerSecond: 4_210_000,
  secondsLeft: 37.2,
  message: null,
};

const group = (page: Page) => page.getByRole('region', { name: 'Languages on this machine' });

/** States of this machine's models in the settings. */
export function models(): Screen[] {
  const state = (name: string, change: (models: Models) => Models, shown: Screen['shown']): Screen => ({
    name: `settings: models ${name}`,
    path: '/settings',
    before: (page) => changeAnswer<Models>(page, MODELS, change),
    shown: async (page) => {
      await group(page).scrollIntoViewIfNeeded();
      await shown(page);
    },
  });
  const offer = (page: Page) =>
    group(page)
      .getByRole('button', { name: /for English$/ })
      .waitFor();
  return [
    {
      name: 'settings: models loading',
      path: '/settings',
      before: (page) => hold(page, MODELS),
      shown: (page) => group(page).getByText('Loading...').waitFor(),
    },
    state(
      'of the operator',
      (current) => current,
      (page) => group(page).getByText('Not installed').first().waitFor(),
    ),
    state('offered', (current) => ({ ...current, offered: true }), offer),
    state(
      'and their licences',
      (current) => ({ ...current, offered: true }),
      async (page) => {
        await offer(page);
        await group(page).getByText('Models and licences').click();
        await group(page).getByRole('link', { name: 'CC-BY-SA-4.0' }).waitFor();
      },
    ),
    state(
      'with a licence to accept',
      (current) => ({ ...current, offered: true }),
      async (page) => {
        await group(page)
          .getByRole('button', { name: /for Hindi$/ })
          .click();
        await dialog(page, 'Accept the Licence').waitFor();
      },
    ),
    state(
      'downloading, some installed',
      (current) => ({
        ...current,
        offered: true,
        download: DOWNLOAD,
        models: current.models.map((model) => ({ ...model, installed: model.id.endsWith('bn') })),
      }),
      (page) => group(page).getByRole('button', { name: 'Pause' }).waitFor(),
    ),
    state(
      'paused',
      (current) => ({
        ...current,
        offered: true,
        download: { ...DOWNLOAD, state: 'paused', bytesPerSecond: null, secondsLeft: null },
      }),
      (page) => group(page).getByRole('button', { name: 'Resume' }).waitFor(),
    ),
    state(
      'failed',
      (current) => ({
        ...current,
        offered: true,
        download: {
          ...DOWNLOAD,
          state: 'failed',
          bytesPerSecond: null,
          secondsLeft: null,
          message: 'huggingface.co refused model.int8.onnx (403).',
        },
      }),
      (page) => group(page).getByRole('button', { name: 'Retry' }).waitFor(),
    ),
  ];
}
