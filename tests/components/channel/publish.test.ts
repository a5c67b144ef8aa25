import { describe, expect, it } from 'vitest';
import * as calls from '#contract/calls/index.ts';
import { answer, refuse } from '../../helpers/components/answers.ts';
import { dialog, lacks, press, shows, text } from '../../helpers/components/find.ts';
import { makeUser } from '../../helpers/served/account.ts';
import { openFilm } from '../../helpers/served/films.ts';
import { hiddenToast } from '../../helpers/served/search.ts';

const form = dialog('Publish to YouTube');

async function openDialog(): Promise<void> {
  answer(calls.readUser, makeUser({ youtubeChannelName: 'My Channel' }));
  answer(calls.proposePublishing, { title: 'A project', description: 'About rivers' });
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

  it('shows in its form why the server refused', async () => {
    await openDialog();
    refuse(calls.publishFilm, 409, 'Another video is being published.');
    await form.getByRole('button', { name: 'Publish', exact: true }).click();
    await shows(form.getByRole('alert').getByText('Another video is being published.'));
    await lacks(text('YouTube Not Connected'));
  });
});
