import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import { refuse, requestsOf } from '../../helpers/components/answers.ts';
import { dialog, heading, lacks, press, shows } from '../../helpers/components/find.ts';
import { openApp } from '../../helpers/components/open-app.tsx';

const signOutDialog = dialog('Sign Out Everywhere');

async function openDialog(): Promise<void> {
  await openApp('/settings');
  await shows(heading('Settings'));
  await press('Sign Out Everywhere');
  await shows(signOutDialog);
}

describe('sign-out on every device', () => {
  it('asks first, and sends nothing after Escape', async () => {
    await openDialog();
    await shows(signOutDialog.getByText('including this one. Your API keys are revoked.'));
    await userEvent.keyboard('{Escape}');
    await lacks(signOutDialog);
    expect(requestsOf(calls.deleteSessions)).toEqual([]);
  });

  it('shows in the dialog why it failed', async () => {
    refuse(calls.deleteSessions, 503, 'Please try again in a moment.');
    await openDialog();
    await signOutDialog.getByRole('button', { name: 'Sign Out Everywhere' }).click();
    await shows(signOutDialog.getByRole('alert').getByText('Please try again in a moment.'));
    await expect.poll(() => requestsOf(calls.deleteSessions)).toHaveLength(1);
  });
});
