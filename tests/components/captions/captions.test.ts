import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import type { FilmChoices } from '#contract/film-choices.ts';
import { answer, hold, requestsOf } from '../../helpers/components/answers.ts';
import { lacks, openTab, press, region, shows, textsOf } from '../../helpers/components/find.ts';
import { answerUndo, withSection } from '../../helpers/served/edits.ts';
import { makeSpoken, openServed, serveSpoken } from '../../helpers/served/spoken-editor.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const options = region('Film options');
const caption = page.getByText('The river begins.');
const captions = page.getByRole('checkbox', { name: 'Captions', exact: true });
const style = (name: string) => options.getByRole('radio', { name });
const highlight = options.getByRole('checkbox', { name: /^Highlight/ });
const choose = (label: string, value: string) => options.getByLabelText(label).selectOptions(value);

/** An editor of two sections whose preview has a caption from the first frame on. */
async function open(filmChoices: FilmChoices = {}) {
  const served = serveSpoken(makeSpoken([{}, {}]));
  served.set((project) => ({ ...project, filmChoices }));
  answer(calls.previewFilm, () => ({
    parts: served.current().sections.map(({ id: sectionId }) => ({
      sectionId,
      gainDb: 0,
      narration: null,
      cues: [
        {
          startMs: 0,
          endMs: 5000,
          lines: ['The river begins.'],
          words: [0, 1, 2].map((at) => ({ startMs: at * 1000, endMs: at * 1000 + 500 })),
        },
      ],
    })),
  }));
  answer(calls.chooseForFilm, ({ body }) =>
    served.set((project) => ({ ...project, filmChoices: { ...project.filmChoices, ...body } })),
  );
  await openServed(served);
  return served;
}

describe('captions', () => {
  // product 21.8
  it('offers caption styles only when subtitles are burned into the picture', async () => {
    await open();
    await press(/^Film options/);
    const burn = options.getByRole('checkbox', { name: /^Burn in captions/ });
    await shows(burn);
    const labels = ['Position', 'Size', 'Colour'].map((label) => options.getByLabelText(label));
    const fields = [options.getByRole('group', { name: 'Caption style' }), ...labels];
    for (const field of fields) await lacks(field);
    await burn.click();
    for (const field of fields) await shows(field);
    await expect
      .poll(() => requestsOf(calls.chooseForFilm).map(({ body }) => body))
      .toEqual([{ burnSubtitles: true }]);
  });

  // product 21.8
  itInFullTier(
    'offers each caption style with a sample, and applies the chosen one to the plan and the preview',
    async () => {
      await open({ burnSubtitles: true });
      await press(/^Film options/);
      const styles = options.getByRole('group', { name: 'Caption style' });
      await shows(styles);
      expect(textsOf(styles.getByRole('radio')).length).toBe(4);
      await expect.element(style('Plain')).toBeChecked();
      await style('Pill').click();
      await expect.element(style('Pill')).toBeChecked();
      await highlight.click();
      await choose('Highlight colour', 'pink');
      const pill = { captionStyle: 'boxed', captionDesign: 'pill', captionHighlight: 'word' };
      await expect
        .poll(() => requestsOf(calls.chooseForFilm).map(({ body }) => body))
        .toEqual([{ ...pill, captionHighlight: 'none' }, pill, { captionColor: 'pink' }]);
      const expected = { burnSubtitles: true, ...pill };
      await expect
        .poll(() => requestsOf(calls.readGenerationPlan).at(-1)?.query)
        .toMatchObject({ ...expected, captionColor: 'pink' });
      await expect.poll(() => requestsOf(calls.previewFilm).at(-1)?.query).toMatchObject(expected);
      await userEvent.keyboard('{Escape}');
      await shows(caption);
    },
  );

  // product 21.8
  it('changes the style by arrow keys', async () => {
    await open({ burnSubtitles: true });
    await press(/^Film options/);
    await shows(options.getByRole('group', { name: 'Caption style' }));
    (style('Plain').element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    await expect.element(style('Box')).toBeChecked();
    await expect
      .poll(() => requestsOf(calls.chooseForFilm).at(-1)?.body)
      .toEqual({ captionStyle: 'boxed', captionDesign: 'classic', captionHighlight: 'none' });
  });

  it('sends one choice after another, so that the later choice of an option wins', async () => {
    const served = await open({ burnSubtitles: true });
    await press(/^Film options/);
    const { release } = hold(calls.chooseForFilm);
    await style('Pill').click();
    await expect.element(style('Pill')).toBeChecked();
    await highlight.click();
    await expect.element(highlight).toBeChecked();
    const sent = () => requestsOf(calls.chooseForFilm).map(({ body }) => body);
    const pill = { captionStyle: 'boxed', captionDesign: 'pill' };
    await expect.poll(sent).toEqual([{ ...pill, captionHighlight: 'none' }]);
    release(({ body }) =>
      served.set((project) => ({ ...project, filmChoices: { ...project.filmChoices, ...body } })),
    );
    await expect.poll(sent).toEqual([
      { ...pill, captionHighlight: 'none' },
      { ...pill, captionHighlight: 'word' },
    ]);
  });

  // product 21.8
  it('shows the stored caption style, also one of an earlier version', async () => {
    await open({ burnSubtitles: true, captionStyle: 'words', captionColor: 'pink' });
    await shows(caption);
    await press(/^Film options/);
    await expect.element(style('Plain')).toBeChecked();
    await expect.element(highlight).toBeChecked();
    await expect.element(options.getByLabelText('Highlight colour')).toHaveValue('pink');
    await style('Outline').click();
    await expect
      .poll(() => requestsOf(calls.chooseForFilm).map(({ body }) => body))
      .toEqual([{ captionStyle: 'lines', captionDesign: 'outline', captionHighlight: 'word' }]);
  });

  // product 21.3
  it('highlights the word that is spoken in the preview, without moving the others', async () => {
    await open({ burnSubtitles: true, captionHighlight: 'word' });
    await shows(caption);
    const words = () => [
      ...document.querySelectorAll<HTMLElement>('[data-film-caption] .inline-block.relative'),
    ];
    await expect
      .poll(() => words().map(({ textContent }) => textContent))
      .toEqual(['The', 'river', 'begins.']);
    const [spoken, ...others] = words().map((word) => getComputedStyle(word));
    expect([spoken!.color, spoken!.transform]).toEqual(['rgb(255, 210, 31)', 'matrix(1.1, 0, 0, 1.1, 0, 0)']);
    for (const { color, transform } of others)
      expect([color, transform]).toEqual(['rgb(255, 255, 255)', 'none']);
  });

  it('hides the captions of one section, and shows them again on Undo', async () => {
    const served = await open({ burnSubtitles: true });
    await shows(caption);
    await openTab('Captions');
    await captions.click();
    await lacks(caption);
    await expect
      .poll(() => requestsOf(calls.updateSection).map(({ body }) => body))
      .toEqual([{ captions: false }]);
    answerUndo(served, 'Change the captions', (project) =>
      withSection(project, served.section(0).id, { captions: true }),
    );
    await userEvent.keyboard('{Control>}z{/Control}');
    await shows(caption);
    await expect.element(captions).toBeChecked();
  });
});
