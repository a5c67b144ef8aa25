import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import { requestsOf } from '../../helpers/components/answers.ts';
import { lacks, openTab, press, region, shows } from '../../helpers/components/find.ts';
import { allowMotion } from '../../helpers/components/open-app.tsx';
import { answerUndo, answerUpdates, withSection } from '../../helpers/served/edits.ts';
import { makeCard, makeSection, PIXEL } from '../../helpers/served/project.ts';
import { openServed, row, selectedIs, serveSpoken } from '../../helpers/served/spoken-editor.ts';
import type { Section } from '#contract/sections.ts';
import { itInFullTier } from '../../helpers/tier.ts';

const fields = region('Selected section');
const updates = () => requestsOf(calls.updateSection).map(({ body }) => body);

/** An editor of these sections, whose edits can be undone. */
async function open(sections: Section[]) {
  const served = serveSpoken(sections);
  answerUpdates(served, () => {
    served.set((project) => ({ ...project, history: { undo: 'Change the card', redo: null } }));
    return {};
  });
  await openServed(served);
  await openTab('Frame');
  return served;
}

describe('title card', () => {
  // product 25.9
  it('changes the title style and place of a card by keyboard, and restores the place on Undo', async () => {
    const served = await open([makeCard(0, { title: 'A river' })]);
    const [style, place] = [fields.getByLabelText('Title style'), fields.getByLabelText('Title position')];
    await shows(style);
    (style.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(updates).toEqual([{ cardStyle: 'large' }]);
    (place.element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(updates).toEqual([{ cardStyle: 'large' }, { cardPlace: 'bottom' }]);
    await expect.element(place).toHaveValue('bottom');
    answerUndo(served, 'Change the card', (project) =>
      withSection(project, served.section(0).id, { cardPlace: 'middle' }),
    );
    await press(/^Undo: Change the card/);
    await expect.element(place).toHaveValue('middle');
    await expect.element(style).toHaveValue('large');
  });

  // product 25.23
  it('shows its title from the first frame if it opens the film, otherwise lets it appear', async () => {
    await allowMotion();
    await open([makeCard(0, { title: 'A river' }), makeCard(1, { title: 'A sea' })]);
    const position = region('Preview').getByRole('slider', { name: 'Position' });
    const opacityAfterStep = async (title: string): Promise<number> => {
      await row(title).click();
      await shows(region('Preview').getByRole('img', { name: title }));
      (position.element() as HTMLElement).focus();
      await userEvent.keyboard('{ArrowRight}');
      await expect.element(position).toHaveAttribute('aria-valuenow', '0.05');
      return Number(document.querySelector<HTMLElement>('[data-card-words]')!.style.opacity);
    };
    expect(await opacityAfterStep('A river')).toBe(1);
    expect(await opacityAfterStep('A sea')).toBeLessThan(1);
  });

  // product 25.22
  itInFullTier('shows a subtitle while it is typed, and limits its length', async () => {
    await open([makeCard(0, { title: 'A river' }), makeSection(1)]);
    const subtitle = fields.getByLabelText('Subtitle', { exact: true });
    await subtitle.fill('By Ann');
    await shows(region('Preview').getByRole('img', { name: 'A river, By Ann' }));
    await expect.poll(updates).toEqual([{ cardSubtitle: 'By Ann' }]);
    await subtitle.fill('x'.repeat(121));
    await shows(fields.getByText(/^A line can have up to 120 characters/));
  });

  // product 25.17
  it('changes the background of a card to a video frame or a colour, and restores it on Undo', async () => {
    const served = await open([makeCard(0, { title: 'A river' }), makeSection(1)]);
    const background = fields.getByLabelText('Background');
    await background.selectOptions('Next video, blurred');
    await expect.poll(updates).toEqual([{ cardFrame: 'after' }]);
    await background.selectOptions('Teal');
    await expect.poll(updates).toEqual([{ cardFrame: 'after' }, { background: 'teal', cardFrame: 'none' }]);
    await expect.element(background).toHaveValue('teal');
    answerUndo(served, 'Change the card', (project) =>
      withSection(project, served.section(0).id, { cardFrame: 'after', background: 'dark' }),
    );
    await press(/^Undo: /);
    await expect.element(background).toHaveValue('after');
  });

  // product 25.17
  it('uses a colour as its background, and explains why, if no section beside it has a video', async () => {
    await open([makeCard(0, { title: 'A river' }), makeSection(1)]);
    const background = fields.getByLabelText('Background');
    const sentence = fields.getByText('No video comes before it, so its colour is shown.', { exact: true });
    await background.selectOptions('Next video, blurred');
    await expect.poll(updates).toEqual([{ cardFrame: 'after' }]);
    await lacks(sentence);
    await background.selectOptions('Previous video, blurred');
    await shows(sentence);
    await expect.poll(updates).toEqual([{ cardFrame: 'after' }, { cardFrame: 'before' }]);
  });
});

describe('image', () => {
  // product 25.19
  it('shows a title over an image in a chosen style, without a lower third', async () => {
    await open([
      makeSection(0, {
        media: 'image',
        title: 'A river',
        saysWords: false,
        preview: { ...makeSection(0).preview!, videoUrl: null, thumbnailUrl: PIXEL },
      }),
    ]);
    await selectedIs('A river');
    const third = fields.getByRole('group', { name: 'Lower third' });
    await shows(third);
    await lacks(fields.getByLabelText('Subtitle', { exact: true }));
    const titled = fields.getByRole('checkbox', { name: 'Title over the image' });
    (titled.element() as HTMLElement).focus();
    await userEvent.keyboard(' ');
    await lacks(third);
    await shows(fields.getByLabelText('Subtitle', { exact: true }));
    await fields.getByLabelText('Title style').selectOptions('Large');
    await expect.poll(updates).toEqual([{ titled: true }, { cardStyle: 'large' }]);
    await expect.element(titled).toBeChecked();
  });
});
