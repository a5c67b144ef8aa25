import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ApiKey } from '#contract/api-keys.ts';
import * as calls from '#contract/calls/index.ts';
import { answer, hold, refuse, requestsOf } from '../../helpers/components/answers.ts';
import { button, dialog, lacks, region, shows, textsOf, toast } from '../../helpers/components/find.ts';
import { openApp } from '../../helpers/components/open-app.tsx';
import { makeApiKey } from '../../helpers/served/account.ts';

const group = region('API keys');
const rows = group.getByRole('listitem');
const form = dialog('Create API Key');
const keyDialog = dialog('Copy Your API Key');
const KEY = `ck_${'Ab12Cd'.repeat(9).slice(0, 49)}`;
const DAY_MS = 86_400_000;
const daysUntil = (time: string | null) => Math.round((Date.parse(time ?? '') - Date.now()) / DAY_MS);
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

async function openKeys(...keys: ApiKey[]): Promise<void> {
  answer(calls.listApiKeys, keys);
  await openApp('/settings');
  await shows(group);
}

/** Opens the form of a new key and enters its name. */
async function openForm(name = 'Nightly films'): Promise<void> {
  await button('Create API Key').click();
  await form.getByLabelText('Name').fill(name);
}

const submit = () => form.getByRole('button', { name: 'Create Key' });

/** Answers the creation of a key with the requested properties. */
const createAsAsked = () => answer(calls.createApiKey, ({ body }) => ({ ...makeApiKey(body), key: KEY }));

/** Replaces the browser's clipboard. */
function serveClipboard(writeText: (text: string) => Promise<void>): void {
  const spy = vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText);
  onTestFinished(() => spy.mockRestore());
}

describe('the list of API keys', () => {
  // product 6.11
  it('shows the name, prefix, scopes, last use, expiry and budget of each key', async () => {
    await openKeys(
      makeApiKey({
        scopes: ['read', 'generate'],
        creditBudget: 10,
        creditsSpent: 2,
        lastUsedAt: inDays(-400),
      }),
      makeApiKey({ name: 'Old script', expiresAt: inDays(-1) }),
      makeApiKey({ name: 'Editor', scopes: ['edit'], expiresAt: inDays(1) }),
    );
    await expect.poll(() => rows.elements().length).toBe(3);
    const [first, second, third] = textsOf(rows);
    expect(first).toMatch(
      /^Nightly films ck_Ab12Cd…ReadGenerateCreated .+ · Last used .+ · No expiry · 2 of 10 credits spentRevoke$/,
    );
    expect(second).toMatch(/^Old script .+ReadExpired.+ · Never used · Expired /);
    expect(third).toMatch(/ · Expires /);
  });

  it('is empty at first, and reports that it loads', async () => {
    const pending = hold(calls.listApiKeys);
    await openApp('/settings');
    await shows(group.getByText('Loading...'));
    pending.release([]);
    await shows(group.getByText('You have no API keys.'));
  });

  it('reports that it could not be loaded, and loads again', async () => {
    refuse(calls.listApiKeys, 503, 'Please try again in a moment.');
    await openApp('/settings');
    await shows(group.getByText('Could not load the API keys.'));
    answer(calls.listApiKeys, [makeApiKey()]);
    await group.getByRole('button', { name: 'Try Again' }).click();
    await shows(rows);
  });
});

describe('a new API key', () => {
  it('is created with its name, scopes, budget and expiry, shown once, and listed by its prefix', async () => {
    createAsAsked();
    await openKeys();
    await openForm();
    await form.getByRole('checkbox', { name: /^Generate/ }).click();
    await form.getByLabelText('Credit budget').fill('25');
    await form.getByLabelText('Expires').selectOptions('In 30 days');
    await submit().click();
    await expect.element(keyDialog.getByLabelText('Nightly films')).toHaveValue(KEY);
    const { body } = requestsOf(calls.createApiKey)[0]!;
    expect(body).toMatchObject({ name: 'Nightly films', scopes: ['read', 'generate'], creditBudget: 25 });
    expect(daysUntil(body.expiresAt)).toBe(30);
    await button('Done').click();
    await lacks(keyDialog);
    await expect.poll(() => textsOf(rows)).toEqual([expect.stringContaining('ck_Ab12Cd…')]);
    expect(document.body.textContent).not.toContain(KEY);
    await expect.element(button('Create API Key')).toHaveFocus();
  });

  it('expires after 90 days and only reads, unless something else is chosen', async () => {
    createAsAsked();
    await openKeys();
    await openForm();
    await lacks(form.getByLabelText('Credit budget'));
    await submit().click();
    await shows(keyDialog);
    const { body } = requestsOf(calls.createApiKey)[0]!;
    expect(body).toMatchObject({ scopes: ['read'], creditBudget: null });
    expect(daysUntil(body.expiresAt)).toBe(90);
  });

  it('needs a name, a scope and a valid budget', async () => {
    await openKeys();
    await openForm(' ');
    await expect.element(submit()).toHaveAttribute('aria-disabled', 'true');
    await form.getByLabelText('Name').fill('x'.repeat(61));
    await shows(form.getByText('A name can have up to 60 characters. This one has 61.'));
    await form.getByLabelText('Name').fill('Nightly films');
    await expect.element(submit()).not.toHaveAttribute('aria-disabled');
    await form.getByRole('checkbox', { name: /^Read/ }).click();
    await expect.element(submit()).toHaveAttribute('aria-disabled', 'true');
    await form.getByRole('checkbox', { name: /^Generate/ }).click();
    for (const wrong of ['0', '1.5', '100001', 'ten']) {
      await form.getByLabelText('Credit budget').fill(wrong);
      await shows(form.getByText('Enter a whole number from 1 to 100,000, or leave it empty.'));
      await expect.element(submit()).toHaveAttribute('aria-disabled', 'true');
    }
    await userEvent.keyboard('{Enter}');
    expect(requestsOf(calls.createApiKey)).toEqual([]);
  });

  it('is copied on a press, and stays open after a click outside', async () => {
    const copied: string[] = [];
    serveClipboard(async (text) => void copied.push(text));
    createAsAsked();
    await openKeys();
    await openForm();
    await submit().click();
    await expect.element(keyDialog.getByRole('button', { name: 'Copy' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await shows(keyDialog.getByRole('button', { name: 'Copied' }));
    expect(copied).toEqual([KEY]);
    await page.elementLocator(document.body).click({ position: { x: 5, y: 5 }, force: true });
    await shows(keyDialog);
  });

  it('is selected for copying by hand if the browser has no clipboard', async () => {
    serveClipboard(() => Promise.reject(new Error('no clipboard')));
    createAsAsked();
    await openKeys();
    await openForm();
    await submit().click();
    await keyDialog.getByRole('button', { name: 'Copy' }).click();
    await shows(keyDialog.getByText('The browser could not copy it. Copy the selected text by hand.'));
    const { selectionStart, selectionEnd } = keyDialog
      .getByLabelText('Nightly films')
      .element() as HTMLInputElement;
    expect([selectionStart, selectionEnd]).toEqual([0, KEY.length]);
  });

  it('shows in its dialog why it could not be created, and keeps the form', async () => {
    refuse(calls.createApiKey, 422, 'An account can have up to 20 API keys.');
    await openKeys();
    await openForm();
    await submit().click();
    await shows(form.getByRole('alert').getByText('An account can have up to 20 API keys.'));
    await expect.element(form.getByLabelText('Name')).toHaveValue('Nightly films');
  });
});

describe('revoking an API key', () => {
  const revokeDialog = dialog('Revoke API Key');
  const openQuestion = async (): Promise<ApiKey> => {
    const key = makeApiKey();
    await openKeys(key, makeApiKey({ name: 'Other' }));
    await button('Revoke Nightly films').click();
    await shows(revokeDialog.getByText('“Nightly films”'));
    return key;
  };

  it('asks first, and sends nothing after Escape', async () => {
    await openQuestion();
    await userEvent.keyboard('{Escape}');
    await lacks(revokeDialog);
    expect(requestsOf(calls.revokeApiKey)).toEqual([]);
  });

  it('removes the key from the list', async () => {
    answer(calls.revokeApiKey, undefined);
    const { id } = await openQuestion();
    await revokeDialog.getByRole('button', { name: 'Revoke Key' }).click();
    await shows(toast('API Key Revoked'));
    await expect.poll(() => rows.elements().length).toBe(1);
    expect(requestsOf(calls.revokeApiKey).map(({ params }) => params.id)).toEqual([id]);
    await expect.element(button('Create API Key')).toHaveFocus();
  });

  it('removes a key that was revoked elsewhere', async () => {
    refuse(calls.revokeApiKey, 404, 'There is no such API key.');
    await openQuestion();
    await revokeDialog.getByRole('button', { name: 'Revoke Key' }).click();
    await expect.poll(() => rows.elements().length).toBe(1);
  });

  it('shows in its dialog why it failed', async () => {
    refuse(calls.revokeApiKey, 503, 'Please try again in a moment.');
    await openQuestion();
    await revokeDialog.getByRole('button', { name: 'Revoke Key' }).click();
    await shows(revokeDialog.getByRole('alert').getByText('Please try again in a moment.'));
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => rows.elements().length).toBe(2);
  });
});
