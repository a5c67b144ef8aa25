import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import { EXPORT_FORMATS } from '#contract/exchange.ts';
import { answer, hold, refuse, requestsOf, respond } from '../../helpers/components/answers.ts';
import { button, dialog, lacks, press, shows, text, toast } from '../../helpers/components/find.ts';
import { recordSavedFiles } from '../../helpers/served/saved.ts';
import { openEditor } from '../../helpers/served/serve-project.ts';

const exportDialog = dialog('Export');

/** Answers an export with a file of this name. */
const answerFile = (name: string, contents = '') => {
  const disposition = `attachment; filename="x"; filename*=UTF-8''${encodeURIComponent(name)}`;
  answer(calls.exportFilm, () => respond(calls.exportFilm, contents, { 'content-disposition': disposition }));
};

describe('export dialog', () => {
  // product 14.1
  it('opens by its key, lists every format with its purpose and closes by Escape', async () => {
    await openEditor();
    await shows(button('Export'));
    await userEvent.keyboard('x');
    await shows(exportDialog.getByText(/^For Final Cut Pro and DaVinci Resolve\./));
    expect(exportDialog.getByRole('listitem').elements()).toHaveLength(EXPORT_FORMATS.length);
    await userEvent.keyboard('{Escape}');
    await lacks(exportDialog);
  });

  // product 14.1
  it('saves a format under the name that the server gives', async () => {
    const files = recordSavedFiles();
    const { current } = await openEditor();
    answerFile('নদী en.otio', '{"name":"নদী"}');
    await press('Export');
    await button(/^OpenTimelineIO/).click();
    await shows(toast('Exported'));
    await shows(toast('নদী en.otio'));
    expect(files.map(({ name }) => name)).toEqual(['নদী en.otio']);
    expect(await files[0]!.text()).toBe('{"name":"নদী"}');
    await expect
      .poll(() => requestsOf(calls.exportFilm))
      .toMatchObject([
        {
          params: { id: current().id, format: 'otio' },
          query: { language: 'en', quality: '1080p', aspect: '16:9' },
        },
      ]);
  });

  it('requests the list of media', async () => {
    const files = recordSavedFiles();
    await openEditor();
    answerFile('A project en media.csv');
    await press('Export');
    await button(/^Media list/).click();
    await expect.poll(() => files.map(({ name }) => name)).toEqual(['A project en media.csv']);
    await expect
      .poll(() => requestsOf(calls.exportFilm).map(({ params }) => params.format))
      .toEqual(['media']);
  });

  // product 14.3
  it('saves what was typed a moment ago before it exports', async () => {
    recordSavedFiles();
    const { section } = await openEditor();
    const exported: string[] = [];
    answer(calls.exportFilm, () => {
      exported.push(section(0).title);
      return '';
    });
    const { release } = hold(calls.updateSection);
    await page.getByLabelText('Title', { exact: true }).fill('Typed now');
    await press('Export');
    await button(/^Text/).click();
    release();
    await shows(text('Exported'));
    expect(exported).toEqual(['Typed now']);
  });

  // product 14.12
  it('shows the reason of a failure and stays open', async () => {
    await openEditor();
    refuse(calls.exportFilm, 409, 'The media of "Section 1" isn’t ready yet.');
    await press('Export');
    await button(/^EDL/).click();
    // The open dialog hides the region of notifications from roles.
    await shows(text('Export Failed'));
    await shows(text('The media of "Section 1" isn’t ready yet.'));
    await shows(exportDialog);
  });
});
