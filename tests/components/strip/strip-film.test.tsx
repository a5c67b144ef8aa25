import { expect, it } from 'vitest';
import * as calls from '#contract/calls/index.ts';
import { answer } from '../../helpers/components/answers.ts';
import { press, region, shows } from '../../helpers/components/find.ts';
import { showsSelected } from '../../helpers/served/editing.ts';
import { makeCard, makeProject } from '../../helpers/served/project.ts';
import { openEditor } from '../../helpers/served/serve-project.ts';

const strip = region('Film strip');
const film = region('Film preview');

// product 27.2
it('goes to the second of the film that is pressed while the film plays, and plays on from there', async () => {
  const card = (position: number) => makeCard(position, { title: `Card ${position + 1}`, endTime: 300 });
  answer(calls.previewFilm, { parts: [] });
  await openEditor(makeProject({ sections: [card(0), card(1), card(2)] }));
  await press('Play film');
  const pause = film.getByRole('button', { name: 'Pause', exact: true });
  await shows(pause);
  await strip.getByRole('option', { name: /Card 3/ }).click();
  const position = film.getByRole('slider', { name: 'Position' });
  const second = (): number => Number(position.element().getAttribute('aria-valuenow'));
  // The middle of the third card.
  await expect.poll(second).toBeGreaterThanOrEqual(750);
  await showsSelected('Card 3');
  const before = second();
  await expect.poll(second).toBeGreaterThan(before);
  await shows(pause);
});
