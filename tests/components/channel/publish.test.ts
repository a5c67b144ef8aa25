import { describe, expect, it } from 'vitest';
import * as calls from '#contract/calls/index.ts';
import { answer, refuse, requestsOf } from '../../helpers/components/answers.ts';
import { dialog, lacks, press, shows, text } from '../../helpers/components/find.ts';
import { makeUser } from '../../helpers/served/account.ts';
import { openFilm } from '../../helpers/served/films.ts';
import { hiddenToast } from '../../helpers/served/search.ts';

const form = dialog('Publish to YouTube');

async function openDialog(): Promise<void> {
  answer(calls.readUser, makeUser({ youtubeChannelName: 'My Channel' }));
  answer(calls.proposePublishing, {
    title: 'A project',
    description: 'About rivers',
    containsSyntheticMedia: true,
  });
  await openFilm();
  await press('Publish to YouTube');
  await expect.element(form.getByLabelText('Title')).toHaveValue('A project');
}

describe('Publish to YouTube', () => {
  it('reports that YouTube is not connected if the channel was disconnected elsewhere', async () => {
    await openDialog();
    answer(calls.readUser, makeUser());
    refuse(calls.publishFilm, 403, 'Please connect your YouTube account in settings first.');
    await form.getByRole('button', { name: 'Publish', exact: true }).click();
    await shows(hiddenToast('YouTube Not Connected'));
    await shows(hiddenToast('Please connect your YouTube account in settings first.'));
    await lacks(form.getByRole('alert'));
  });

  // product 20.16
  it('sends the time at which the film becomes public, its tags, and its declaration', async () => {
    await openDialog();
    const publish = form.getByRole('button', { name: 'Publish', exact: true });
    const declared = form.getByRole('checkbox', { name: /^Contains altered or synthetic content/ });
    await expect.element(declared).toBeChecked();
    await form.getByLabelText('Who can see it').selectOptions('Scheduled: public from a set time');
    await expect.element(publish).toHaveAttribute('aria-disabled', 'true');
    const from = form.getByLabelText('Public from', { exact: true });
    await from.fill('2020-01-01T10:00');
    await shows(form.getByText('Choose a time in the future.'));
    await from.fill('2040-01-01T10:00');
    const tags = form.getByLabelText(/^Tags/);
    await tags.fill('x'.repeat(501));
    await shows(form.getByText('YouTube tags can have up to 500 characters in total.'));
    await tags.fill('river,  night train, river,');
    await declared.click();
    refuse(calls.publishFilm, 409, 'Another video is being published.');
    await publish.click();
    await shows(form.getByRole('alert').getByText('Another video is being published.'));
    expect(requestsOf(calls.publishFilm).map(({ body }) => body)).toEqual([
      {
        title: 'A project',
        description: 'About rivers',
        privacy: 'private',
        publishAt: new Date('2040-01-01T10:00').toISOString(),
        tags: ['river', 'night train'],
        containsSyntheticMedia: false,
        language: 'en',
        force: false,
      },
    ]);
  });

  it('shows in its form why the server refused', async () => {
    await openDialog();
    refuse(calls.publishFilm, 409, 'Another video is being published.');
    await form.getByRole('button', { name: 'Publish', exact: true }).click();
    await shows(form.getByRole('alert').getByText('Another video is being published.'));
    await lacks(text('YouTube Not Connected'));
  });
});
