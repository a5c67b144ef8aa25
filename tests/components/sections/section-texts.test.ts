import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import type { Language } from '#contract/primitives.ts';
import type { Section, SectionUpdate } from '#contract/sections.ts';
import { answer, hold, requestsOf } from '../../helpers/components/answers.ts';
import {
  button,
  dialog,
  lacks,
  openTab,
  press,
  region,
  shows,
  text,
  toast,
} from '../../helpers/components/find.ts';
import { answerByLanguage, withSection } from '../../helpers/served/edits.ts';
import { makeCard, makePlan } from '../../helpers/served/project.ts';
import type { ServedProject } from '../../helpers/served/serve-project.ts';
import {
  makeSpoken,
  openServed,
  serveSpoken,
  textField,
  TRANSCRIPT,
  wordTexts,
} from '../../helpers/served/spoken-editor.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const HINDI = 'नदी यहाँ से शुरू होती है।';
const AS_READ = 'English text, not translated (read as written)';
const IN_HINDI = 'Hindi text, not translated (read as written)';
const NARRATED = { narrated: true, voice: 'narrated', voiceReason: 'other_language' } as const;

const source = (words: string) => shows(region('Selected section').getByText(words, { exact: true }));
const language = page.getByRole('combobox', { name: 'Language', exact: true });
const choose = (label: string) => userEvent.selectOptions(language, label);
const generate = page.getByRole('button', { name: 'Generate Video' }).first();

/**
 * Serves sections whose texts differ by language, in a film that reads untranslated texts as written.
 * `textsOf` returns the fields of a section that were written in a language.
 */
async function open(sections: Section[] = makeSpoken()): Promise<{
  served: ServedProject;
  textsOf: Map<string, Partial<Section>>;
}> {
  const served = serveSpoken(sections);
  const textsOf = new Map<string, Partial<Section>>();
  const inLanguage = (section: Section, code: Language): Section => ({
    ...section,
    ...(code !== section.textLanguage && { textSource: 'untranslated', ...NARRATED }),
    ...textsOf.get(`${section.id} ${code}`),
  });
  const sectionIn = (id: string, code: Language) =>
    inLanguage(
      served.current().sections.find((section) => section.id === id)!,
      code,
    );
  answerByLanguage(served, inLanguage);
  answer(calls.updateSection, ({ params: { id }, query, body: { transcription, ...body } }) => {
    served.set((project) => withSection(project, id, body));
    if (transcription !== undefined && transcription !== sectionIn(id, query.language).transcription)
      textsOf.set(`${id} ${query.language}`, {
        transcription,
        textSource: 'written',
        textLanguage: query.language,
      });
    return sectionIn(id, query.language);
  });
  answer(calls.readGenerationPlan, makePlan(served.current(), { readAsWritten: 3 }));
  await openServed(served);
  return { served, textsOf };
}

const updates = (): [string, SectionUpdate][] =>
  requestsOf(calls.updateSection).map(({ query, body }) => [query.language, body]);

/** A title card whose text was written in Hindi. */
const hindiCard = () =>
  makeCard(0, {
    transcription: HINDI,
    textSource: 'untranslated',
    textLanguage: 'hi',
    ...NARRATED,
  });

describe('section text', () => {
  itInFullTier(
    'saves a text for the language it was typed in, even if another language is chosen first',
    async () => {
      await open();
      const field = await textField();
      await choose('Hindi');
      await source(AS_READ);
      await field.fill(HINDI);
      await choose('English');
      await source('As spoken');
      await expect.element(field).toHaveValue(TRANSCRIPT);
      await expect.poll(updates).toEqual([['hi', { transcription: HINDI }]]);
      await choose('Hindi');
      await source('Your text');
      await expect.element(field).toHaveValue(HINDI);
    },
  );

  itInFullTier('adds a section in the language of the film', async () => {
    const { served, textsOf } = await open();
    const own = makeCard(3, { title: 'Own', textLanguage: 'hi' });
    answer(calls.createSection, ({ query, body }) => {
      served.set((project) => ({
        ...project,
        sections: [...project.sections, { ...own, projectId: project.id, transcription: body.transcription }],
      }));
      textsOf.set(`${own.id} ${query.language}`, { textSource: 'written' });
      return { ...own, transcription: body.transcription };
    });
    await choose('Hindi');
    await source(AS_READ);
    await press('Add New Section');
    const box = dialog('Add New Section');
    await box.getByLabelText('Title').fill('Own');
    await box.getByLabelText('Transcription').fill(HINDI);
    await box.getByRole('button', { name: 'Add Section' }).click();
    await lacks(box);
    await source('Your text');
    const [sent] = requestsOf(calls.createSection);
    expect([sent!.query, sent!.body]).toMatchObject([
      { language: 'hi' },
      { title: 'Own', transcription: HINDI },
    ]);
  });

  itInFullTier('shows the language of an untranslated text, also after it is typed back', async () => {
    await open([hindiCard()]);
    const field = await textField();
    await source(IN_HINDI);
    await expect.element(field).toHaveValue(HINDI);
    await field.click();
    await userEvent.keyboard('{End}x{Backspace}');
    await expect.poll(updates).toEqual([['en', { transcription: HINDI }]]);
    await source(IN_HINDI);
  });

  it('saves a text in the language of the film from the dialog', async () => {
    await open([hindiCard()]);
    await choose('Bengali');
    await expect.element(language).toHaveValue('bn');
    await source(IN_HINDI);
    await press('Edit Section');
    const box = dialog('Edit Section');
    await box.getByLabelText('Transcription').fill('নদী');
    await box.getByRole('button', { name: 'Save Changes' }).click();
    await source('Your text');
    expect(updates()).toMatchObject([['bn', { transcription: 'নদী' }]]);
  });
});

describe('film generation', () => {
  const answerGeneration = () =>
    answer(calls.generateFilm, { finalVideoLink: null, runId: crypto.randomUUID() });

  itInFullTier('does not start a film in a language whose texts are still loading', async () => {
    await open([hindiCard()]);
    answerGeneration();
    await choose('Hindi');
    const field = await textField();
    await field.fill(`${HINDI} और`);
    await source('Your text');
    // The English texts that the page has loaded are out of date after the edit.
    await shows(text('All changes saved').first());
    const { release } = hold(calls.readProject);
    await choose('English');
    await expect.element(language).toHaveValue('en');
    await expect.element(generate).toHaveAttribute('aria-disabled', 'true');
    await generate.click({ force: true });
    await userEvent.keyboard('e');
    release();
    await source(IN_HINDI);
    expect(requestsOf(calls.generateFilm)).toEqual([]);
    await generate.click();
    await shows(toast('Video Generation Started'));
    await expect.poll(() => requestsOf(calls.generateFilm).map(({ body }) => body.language)).toEqual(['en']);
  });

  it('generates a film with the texts of another tab before the page shows them', async () => {
    const { served } = await open();
    answerGeneration();
    const field = await textField();
    await expect.element(field).toHaveValue(TRANSCRIPT);
    const { release } = hold(calls.readProject);
    const reads = requestsOf(calls.readProject).length;
    await served.change((project) =>
      withSection(project, served.section(0).id, {
        transcription: 'Written in another tab.',
        textSource: 'written',
      }),
    );
    await expect.poll(() => requestsOf(calls.readProject).length).toBeGreaterThan(reads);
    await generate.click();
    await shows(button('Starting Generation...').first());
    release();
    await shows(toast('Video Generation Started'));
    const [sent] = requestsOf(calls.generateFilm);
    expect(sent!.body.videos![0]!.transcription).toBe('Written in another tab.');
  });
});

describe('section trim', () => {
  itInFullTier('removes the words outside a trim before the server responds, and restores them', async () => {
    await open();
    const field = await textField();
    await choose('Hindi');
    await source(AS_READ);
    const end = page.getByRole('textbox', { name: 'End' });
    const { release } = hold(calls.updateSection);
    await openTab('Frame');
    await end.fill('3.3');
    await userEvent.keyboard('{Enter}');
    await openTab('Text');
    await expect.element(field).toHaveValue('The river begins');
    // The narrated text equals the transcript, so its words can be shown.
    await press('Show the words');
    await expect.poll(wordTexts).toEqual(['The', 'river', 'begins']);
    release(({ params, body }) => {
      const section = { ...makeSpoken()[0]!, ...NARRATED, textSource: 'untranslated' as const };
      const trimmed = { before: '', inside: 'The river begins', after: 'as a small stream here' };
      return {
        ...section,
        ...body,
        id: params.id,
        transcription: 'The river begins',
        spoken: { language: 'en', text: 'The river begins', kept: trimmed },
      };
    });
    await expect.poll(updates).toEqual([['hi', { endTime: 3.3 }]]);
    await textField();
    await openTab('Frame');
    await end.fill('10');
    await userEvent.keyboard('{Enter}');
    await openTab('Text');
    await expect.element(field).toHaveValue(TRANSCRIPT);
    await expect.poll(updates).toHaveLength(2);
  });

  it('keeps a written translation in a trim, and shows how long it takes to read', async () => {
    const [section] = makeSpoken([{}]);
    const { textsOf, served } = await open([section!]);
    const written = `${HINDI} ${HINDI} ${HINDI}`;
    textsOf.set(`${served.section(0).id} hi`, {
      transcription: written,
      textSource: 'written',
      textLanguage: 'hi',
    });
    await choose('Hindi');
    await source('Your text');
    const field = await textField();
    const end = page.getByRole('textbox', { name: 'End' });
    await openTab('Frame');
    await end.fill('2');
    await userEvent.keyboard('{Enter}');
    await expect.poll(updates).toEqual([['hi', { endTime: 2 }]]);
    await openTab('Text');
    await expect.element(field).toHaveValue(written);
    await shows(page.getByText('5.5 s of narration in 2.0 s of video.'));
  });
});
