import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import type { DataExport } from '#contract/export.ts';
import { DEFAULT_SETTINGS } from '#contract/users.ts';
import { answer, failure, requestsOf, respond } from '../../helpers/components/answers.ts';
import { button, lacks, press, shows, toast } from '../../helpers/components/find.ts';
import { openApp } from '../../helpers/components/open-app.tsx';
import { NOW } from '../../helpers/served/account.ts';
import { recordSavedFiles } from '../../helpers/served/saved.ts';

const EXPORT: DataExport = {
  schemaVersion: 1,
  exportedAt: NOW,
  profile: { email: null, firstName: 'Test', lastName: 'User', profileImageUrl: null, createdAt: NOW },
  settings: DEFAULT_SETTINGS,
  credits: { totalCredits: 0, packs: [], ledger: [] },
  projects: [],
};

describe('export of an account', () => {
  it('saves a large account as several files', async () => {
    const files = recordSavedFiles();
    const names = ['cutroom-data-2026-03-05.json', 'cutroom-data-2026-03-05-2.json'];
    answer(calls.exportAccount, ({ query: { part } }) => {
      const name = names[part === undefined ? 0 : 1];
      return respond(calls.exportAccount, EXPORT, {
        'content-disposition': `attachment; filename="${name}"`,
        ...(part === undefined && { 'x-next-part': '1' }),
      });
    });
    await openApp('/settings');
    await press('Export My Data');
    await shows(toast('Data Exported'));
    await shows(toast(`Your data was saved as 2 files, from ${names[0]} to ${names[1]}.`));
    expect(files.map(({ name }) => name)).toEqual(names);
    await expect
      .poll(() => requestsOf(calls.exportAccount).map(({ query }) => query.part))
      .toEqual([undefined, '1']);
    for (const { text } of files) expect(JSON.parse(await text())).toEqual(EXPORT);
  });

  describe('import into the account that already has the projects', () => {
    const question = page.getByRole('alertdialog', { name: 'Already in your account' });
    const requestedChoices = () => requestsOf(calls.importAccount).map(({ query }) => query.existing);

    async function chooseFile(): Promise<void> {
      answer(calls.importAccount, ({ query: { existing } }) =>
        existing === 'ask'
          ? (failure(409, '4 projects of this file are already in your account.', {
              count: 4,
              titles: ['Rivers', 'Elf', 'Bicycles'],
            }) as never)
          : { projects: existing === 'add' ? 4 : 0, skipped: existing === 'skip' ? 4 : 0 },
      );
      await openApp('/settings');
      const file = new File([JSON.stringify(EXPORT)], 'cutroom-data.json', { type: 'application/json' });
      await userEvent.upload(page.getByLabelText('Exported file'), file);
      await shows(question.getByText('4 projects of this file: “Rivers”, “Elf”, “Bicycles” and 1 more.'));
      expect(requestedChoices()).toEqual(['ask']);
    }

    // product 4.90
    it('skips existing projects on request', async () => {
      await chooseFile();
      await question.getByRole('button', { name: 'Skip them' }).click();
      await shows(
        toast('No project was added. 4 projects skipped: imported before, or already in your account.'),
      );
      expect(requestedChoices()).toEqual(['ask', 'skip']);
    });

    it('adds copies of existing projects on request', async () => {
      await chooseFile();
      await question.getByRole('button', { name: 'Add copies' }).click();
      await shows(toast('4 projects added; the media is being prepared.'));
      expect(requestedChoices()).toEqual(['ask', 'add']);
    });

    // product 4.90
    it('adds nothing on Cancel', async () => {
      await chooseFile();
      await question.getByRole('button', { name: 'Cancel' }).click();
      await lacks(question);
      await shows(button('Import Data'));
      expect(requestedChoices()).toEqual(['ask']);
    });
  });

  it.each([
    [2, '2 projects added; the media is being prepared.'],
    [1, '1 project added; the media is being prepared.'],
  ])('imports a saved file with %i projects', async (projects, message) => {
    answer(calls.importAccount, { projects, skipped: 0 });
    await openApp('/settings');
    const file = new File([JSON.stringify(EXPORT)], 'cutroom-data.json', { type: 'application/json' });
    await userEvent.upload(page.getByLabelText('Exported file'), file);
    await shows(toast(message));
    await expect.poll(() => requestsOf(calls.importAccount).map(({ body }) => body)).toEqual([EXPORT]);
  });
});
