import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import type { FilmChoices } from '#contract/film-choices.ts';
import { answer, requestsOf } from '../../helpers/components/answers.ts';
import { button, lacks, press, region, shows } from '../../helpers/components/find.ts';
import { makeProject, makeSection } from '../../helpers/served/project.ts';
import { openEditor } from '../../helpers/served/serve-project.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const options = region('Film options');

/** Opens the editor of two sections of a video with this licence. */
async function open(license: string | null, filmChoices: FilmChoices = {}) {
  const section = makeSection(0);
  const video = { ...section.video, title: 'The river', channel: 'Ann', license };
  const sections = [makeSection(0, { video }), makeSection(1, { video })];
  const served = await openEditor(makeProject({ sections, filmChoices }));
  answer(calls.previewFilm, { parts: [] });
  answer(calls.chooseForFilm, ({ body }) =>
    served.set((project) => ({ ...project, filmChoices: { ...project.filmChoices, ...body } })),
  );
  return served;
}
const total = () => page.getByText(/^Total duration/).element().textContent;

describe('credits of a film', () => {
  // product 26.7
  itInFullTier('lengthen the film if a licence requires them, and end its preview', async () => {
    await open('CC BY 4.0', { credits: 'auto' });
    const sections = makeSection(0).effectiveDuration + makeSection(1).effectiveDuration;
    await expect.poll(total).toContain(`0:${sections + 3}`);
    await press('Play film');
    const film = region('Film preview');
    const position = film.getByRole('slider', { name: 'Position' });
    await expect.element(position).toHaveAttribute('aria-valuemax', String(sections + 3));
    await film.getByRole('button', { name: 'Pause', exact: true }).click();
    (position.element() as HTMLElement).focus();
    const card = film.getByRole('img', { name: 'Credits' });
    await lacks(card);
    // Half a second before the end, where the card has not begun to disappear.
    await userEvent.keyboard(`{End}${'{ArrowLeft}'.repeat(10)}`);
    await shows(card);
    await shows(card.getByText('The river'));
    await shows(card.getByText('Ann · CC BY 4.0'));
  });

  it('credits are switched on and off in the film options, which show the number of named sources', async () => {
    await open('CC0', { credits: 'auto' });
    await button(/^Film options/).click();
    await shows(options.getByText('No closing card.'));
    await options.getByLabelText('Closing credits').selectOptions('Always');
    await shows(options.getByText('Ends with a card that credits 1 source.'));
    await options.getByLabelText('Closing credits').selectOptions('Never');
    await shows(options.getByText('No closing card.'));
    await expect
      .poll(() => requestsOf(calls.chooseForFilm).map(({ body }) => body))
      .toEqual([{ credits: 'on' }, { credits: 'off' }]);
  });

  it('credits of a film are off in a project that was created before credits existed', async () => {
    await open('CC BY 4.0');
    await button(/^Film options/).click();
    await expect.element(options.getByLabelText('Closing credits')).toHaveValue('off');
  });
});
