import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import { answer, refuse, requestsOf } from '../../helpers/components/answers.ts';
import { button, dialog, lacks, openTab, press, shows, text, toast } from '../../helpers/components/find.ts';
import { answerByLanguage, answerUndo, withSection } from '../../helpers/served/edits.ts';
import { makeWords } from '../../helpers/served/project.ts';
import {
  makeSpoken,
  openServed,
  openSpoken,
  serveSpoken,
  TRANSCRIPT,
  textField,
  wordTexts,
} from '../../helpers/served/spoken-editor.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const SRT = '1\n00:00:02,000 --> 00:00:06,000\nLine 1 & more\n';
const fileOf = (contents: BlobPart, name = 'river.srt') => new File([contents], name);
const box = dialog('Import subtitles');
const input = box.getByLabelText('SubRip or WebVTT file');
const content = box.getByLabelText('Content');
const submit = box.getByRole('button', { name: 'Import', exact: true });
const choose = (locator: typeof content, label: string) => userEvent.selectOptions(locator, label);

describe('subtitle import', () => {
  // product 14.13
  itInFullTier(
    'sends a subtitle file by keyboard, shows its words, and restores the earlier words on Undo',
    async () => {
      const served = await openSpoken(makeSpoken(), (section) =>
        makeWords(section, section.transcription.split(' ')),
      );
      const before = served.current();
      answer(calls.importSubtitles, () => {
        served.set((project) => ({
          ...project,
          sections: project.sections.map((section, at) => ({
            ...section,
            transcription: `Line ${at + 1} & more`,
            wordsKey: `imported-${section.id}`,
          })),
          history: { undo: 'Import subtitles for a video', redo: null },
        }));
        return { sections: 3, language: 'en' as const, outside: 0, unreadable: 0 };
      });
      answerUndo(served, 'Import subtitles for a video', () => before);
      await openTab('Captions');
      await shows(button('Import subtitles…'));
      (button('Import subtitles…').element() as HTMLElement).focus();
      await userEvent.keyboard('{Enter}');
      await userEvent.upload(input, fileOf(SRT));
      (submit.element() as HTMLElement).focus();
      await userEvent.keyboard('{Enter}');
      await shows(toast('Subtitles Imported'));
      await shows(toast('Updated 3 sections with the transcript from river.srt.'));
      await lacks(box);
      await expect.poll(wordTexts).toEqual(['Line', '1', '&', 'more']);
      const [sent] = requestsOf(calls.importSubtitles);
      expect(sent!.params.id).toBe(before.sections[0]!.id);
      expect(sent!.body).toEqual({ file: btoa(SRT), scope: 'video', translation: false });
      await press('Undo: Import subtitles for a video');
      await expect.poll(() => wordTexts().join(' ')).toBe(TRANSCRIPT);
    },
  );

  // product 14.18
  it('offers translations into every language except the spoken one', async () => {
    await openSpoken();
    await openTab('Captions');
    await press('Import subtitles…');
    await shows(box.getByLabelText('Subtitle language'));
    const options = [...content.element().querySelectorAll('option')].map((option) => option.textContent);
    expect(options).toEqual([
      'Transcript of what is said',
      'Translation into Bengali',
      'Translation into Hindi',
    ]);
    await choose(content, 'Translation into Hindi');
    await shows(box.getByText('The subtitles become your text in this language. You can undo this.'));
    await lacks(box.getByLabelText('Subtitle language'));
  });

  // product 14.18, 14.19
  itInFullTier('sends a translation, and shows its text only in its language', async () => {
    const served = serveSpoken();
    let translated = false;
    let changed = false;
    answerByLanguage(served, ({ position }, code) =>
      code === 'hi' && translated
        ? {
            transcription: `Line ${position + 1} & more`,
            textSource: changed ? 'outdated' : 'written',
            textLanguage: 'hi',
            narrated: true,
            voice: 'narrated',
            voiceReason: 'other_language',
          }
        : {},
    );
    answer(calls.importSubtitles, () => {
      translated = true;
      return { sections: 3, language: 'hi' as const, outside: 2, unreadable: 1 };
    });
    await openServed(served);
    await openTab('Captions');
    await press('Import subtitles…');
    await choose(content, 'Translation into Hindi');
    await userEvent.upload(input, fileOf(SRT));
    await submit.click();
    await shows(
      toast(
        'Updated 3 sections with the translation from river.srt. 2 subtitles skipped: outside these sections. 1 subtitle skipped: invalid times.',
      ),
    );
    await expect
      .poll(() => requestsOf(calls.importSubtitles).map(({ body }) => body))
      .toEqual([{ file: btoa(SRT), scope: 'video', translation: true, language: 'hi' }]);
    const field = await textField();
    await expect.element(field).toHaveValue(TRANSCRIPT);
    const language = page.getByRole('combobox', { name: 'Language', exact: true });
    await choose(language, 'Hindi');
    await expect.element(field).toHaveValue('Line 1 & more');
    await shows(text('Your text'));
    await choose(language, 'English');
    await expect.element(field).toHaveValue(TRANSCRIPT);
    // The server marks translations of an earlier text.
    changed = true;
    await served.change((project) =>
      withSection(project, project.sections[0]!.id, { transcription: 'Another text.' }),
    );
    await choose(language, 'Hindi');
    await shows(text('Your translation of an earlier text – please check'));
  });

  // product 14.17
  itInFullTier('requires a file, and rejects a file larger than 2 MB before sending it', async () => {
    await openSpoken();
    await openTab('Captions');
    await press('Import subtitles…');
    await submit.click();
    await shows(box.getByText('Please choose a file.'));
    await userEvent.upload(input, fileOf('a'.repeat(2 * 2 ** 20 + 1)));
    await submit.click();
    await shows(box.getByText('Subtitle files can be up to 2 MB.'));
    expect(requestsOf(calls.importSubtitles)).toEqual([]);
  });

  // product 14.17
  itInFullTier('shows why the server rejects a subtitle file, and keeps the choices', async () => {
    await openSpoken();
    await openTab('Captions');
    await press('Import subtitles…');
    await userEvent.selectOptions(box.getByLabelText('For'), 'section');
    await userEvent.upload(input, fileOf('Dear diary', 'diary.txt'));
    refuse(calls.importSubtitles, 422, 'No subtitles were found in this file.');
    await submit.click();
    await shows(box.getByText('No subtitles were found in this file.'));
    refuse(calls.importSubtitles, 422, 'None of the 2 subtitles in this file is in this section.');
    await userEvent.upload(input, fileOf(SRT));
    await submit.click();
    await shows(box.getByText('None of the 2 subtitles in this file is in this section.'));
    await expect.element(box.getByLabelText('For')).toHaveValue('section');
    await expect
      .poll(() => requestsOf(calls.importSubtitles).map(({ body }) => body.scope))
      .toEqual(['section', 'section']);
  });
});
