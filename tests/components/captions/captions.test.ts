import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import type { FilmChoices } from '#contract/film-choices.ts';
import { answer, requestsOf } from '../../helpers/components/answers.ts';
import { lacks, press, region, shows } from '../../helpers/components/find.ts';
import { answerUndo, withSection } from '../../helpers/served/edits.ts';
import { makeSpoken, openServed, serveSpoken } from '../../helpers/served/spoken-editor.ts';

const options = region('Film options');
const caption = page.getByText('The river begins.');
const captions = page.getByRole('checkbox', { name: 'Captions', exact: true });
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
  it('offers caption styles only when subtitles are burned into the picture', async () => {
    await open();
    await press(/^Film options/);
    const burn = options.getByRole('checkbox', { name: /^Burn subtitles/ });
    await shows(burn);
    const labels = ['Style', 'Place', 'Size', 'Colour'];
    for (const label of labels) await lacks(options.getByLabelText(label));
    await burn.click();
    for (const label of labels) await shows(options.getByLabelText(label));
    await expect
      .poll(() => requestsOf(calls.chooseForFilm).map(({ body }) => body))
      .toEqual([{ burnSubtitles: true }]);
  });

  it('applies a caption style to the plan and the preview', async () => {
    await open({ burnSubtitles: true });
    await press(/^Film options/);
    await choose('Style', 'words');
    await choose('Colour', 'pink');
    await expect
      .poll(() => requestsOf(calls.chooseForFilm).map(({ body }) => body))
      .toEqual([{ captionStyle: 'words' }, { captionColor: 'pink' }]);
    await expect
      .poll(() => requestsOf(calls.readGenerationPlan).at(-1)?.query)
      .toMatchObject({ burnSubtitles: true, captionStyle: 'words', captionColor: 'pink' });
    await userEvent.keyboard('{Escape}');
    await shows(caption);
  });

  it('shows the stored caption style', async () => {
    await open({ burnSubtitles: true, captionStyle: 'words', captionColor: 'pink' });
    await shows(caption);
    await press(/^Film options/);
    await expect.element(options.getByLabelText('Style')).toHaveValue('words');
    await expect.element(options.getByLabelText('Colour')).toHaveValue('pink');
  });

  it('hides the captions of one section, and shows them again on Undo', async () => {
    const served = await open({ burnSubtitles: true });
    await shows(caption);
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
