import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import { filmStyleOf } from '#film/styles/film-styles.ts';
import type { Project } from '#contract/projects.ts';
import { answer, refuse, requestsOf } from '../../helpers/components/answers.ts';
import { button, lacks, press, region, shows, toast } from '../../helpers/components/find.ts';
import { PHONE, resize } from '../../helpers/components/open-app.tsx';
import { answerUndo, withSection } from '../../helpers/served/edits.ts';
import { makeCard, makeProject } from '../../helpers/served/project.ts';
import { openEditor } from '../../helpers/served/serve-project.ts';

const options = region('Film options');
const style = (name: string) => options.getByRole('button', { name, exact: true });
const tileOf = (name: string) => style(name).element().parentElement!;
const inTile = (name: string, text: string) =>
  page.elementLocator(tileOf(name)).getByText(text, { exact: true });
const shape = (name: string) => options.getByRole('radio', { name });
const applied = () => requestsOf(calls.applyFilmStyle).map(({ query, body }) => [query.language, body]);

/** The project after the style 'Documentary' was applied. */
function inDocumentary(project: Project): Project {
  const { opening, cardStyle, transition, transitionSeconds, credits, endFades } = filmStyleOf('documentary');
  const { background, cardPlace, cardFrame } = opening!;
  const card = makeCard(0, { title: project.title, background, cardPlace, cardFrame, cardStyle });
  return {
    ...project,
    sections: [card, ...project.sections].map((section, position) => ({
      ...section,
      projectId: project.id,
      position,
      transition,
      transitionSeconds,
    })),
    filmChoices: { ...project.filmChoices, style: 'documentary', burnSubtitles: false, credits, endFades },
  };
}

async function open(project: Project = makeProject({ filmChoices: { credits: 'auto' } })) {
  const served = await openEditor(project);
  answer(calls.previewFilm, { parts: [] });
  answer(calls.applyFilmStyle, () => served.set(inDocumentary));
  return served;
}

describe('styles among the film options', () => {
  // product 26.13
  it("applies a style by one call, marks it as the film's, and restores the earlier one by Undo", async () => {
    const served = await open();
    const before = served.current();
    await press(/^Film options/);
    await expect.element(style('Plain')).toHaveAttribute('aria-pressed', 'true');
    await style('Documentary').click();
    await shows(toast('Style Applied'));
    await expect.element(style('Documentary')).toHaveAttribute('aria-pressed', 'true');
    await expect.element(style('Plain')).toHaveAttribute('aria-pressed', 'false');
    expect(applied()).toEqual([['en', { style: 'documentary' }]]);
    answerUndo(served, 'Apply the style Documentary', () => before);
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(style('Plain')).toHaveAttribute('aria-pressed', 'true');
    await expect.element(style('Documentary')).toHaveAttribute('aria-pressed', 'false');
  });

  // product 26.13
  it('styles among the film options stay open while a toast is used, and close on a click elsewhere', async () => {
    const served = await open();
    const before = served.current();
    await press(/^Film options/);
    await style('Documentary').click();
    await shows(toast('Style Applied'));
    answerUndo(served, 'Apply the style Documentary', () => before);
    await page
      .getByRole('region', { name: /^Notification/ })
      .getByRole('button', { name: 'Undo', exact: true })
      .click();
    await expect.element(style('Plain')).toHaveAttribute('aria-pressed', 'true');
    await style('Documentary').click();
    await shows(toast('Style Applied'));
    await userEvent.keyboard('{F8}{Escape}');
    await lacks(toast('Style Applied'));
    await shows(options);
    await userEvent.click(document.body, { position: { x: 5, y: 500 } });
    await lacks(options);
  });

  // product 26.13
  it('report that the applied style was changed, and offer to apply it again', async () => {
    const project = inDocumentary(makeProject({ filmChoices: { credits: 'auto' } }));
    await open(withSection(project, project.sections[1]!.id, { transition: 'dip' }));
    await press(/^Film options/);
    const changed = style('Documentary, changed');
    await expect.element(changed).toHaveAttribute('aria-pressed', 'false');
    await changed.click();
    await expect.poll(applied).toEqual([['en', { style: 'documentary' }]]);
  });

  // product 26.13
  it('show no selected style if the film matches no style and no style was applied', async () => {
    await open(makeProject({ filmChoices: { credits: 'off' } }));
    await press(/^Film options/);
    for (const name of ['Plain', 'Documentary', 'Social', 'Lecture', 'Interview']) {
      await expect.element(style(name)).toHaveAttribute('aria-pressed', 'false');
    }
  });

  // product 26.13
  it('styles among the film options show the title of the project and sample captions in their images', async () => {
    await open(makeProject({ title: 'Boats' }));
    await press(/^Film options/);
    await shows(style('Plain'));
    await shows(inTile('Documentary', 'Boats'));
    await shows(inTile('Social', 'Say'));
    await shows(inTile('Plain', 'Name'));
    await lacks(inTile('Social', 'Boats'));
  });

  // product 26.13
  it('styles among the film options are applied by a press anywhere on their tiles', async () => {
    await open();
    await press(/^Film options/);
    await shows(style('Plain'));
    for (const name of ['Plain', 'Documentary', 'Social', 'Lecture', 'Interview']) {
      const tile = tileOf(name);
      tile.scrollIntoView({ block: 'center' });
      for (const part of tile.children) {
        const { left, top, width, height } = part.getBoundingClientRect();
        expect(document.elementFromPoint(left + width / 2, top + height / 2)).toBe(style(name).element());
      }
    }
  });

  // product 26.13
  it('save an unsaved title first, so that the title is the earlier edit', async () => {
    const { section } = await open();
    const titles: string[] = [];
    answer(calls.applyFilmStyle, () => {
      titles.push(section(0).title);
    });
    await page.getByLabelText('Title', { exact: true }).fill('Another title');
    await press(/^Film options/);
    await style('Lecture').click();
    await expect.poll(() => titles).toEqual(['Another title']);
  });

  it('report a style that could not be applied', async () => {
    await open();
    refuse(calls.applyFilmStyle, 422, 'There is no room for another section.');
    await press(/^Film options/);
    await style('Lecture').click();
    await shows(toast('Update Failed'));
    await expect.element(style('Plain')).toHaveAttribute('aria-pressed', 'true');
  });
});

describe('panel of the film options', () => {
  // product 26.13
  it('changes the shape by arrow keys', async () => {
    const served = await open();
    answer(calls.chooseForFilm, ({ body }) =>
      served.set((project) => ({ ...project, filmChoices: { ...project.filmChoices, ...body } })),
    );
    await press(/^Film options/);
    await expect.element(shape('Landscape 16:9')).toBeChecked();
    (shape('Landscape 16:9').element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(shape('Vertical 9:16')).toBeChecked();
    await expect
      .poll(() => requestsOf(calls.chooseForFilm).map(({ body }) => body))
      .toEqual([{ aspect: '9:16' }]);
  });

  // product 26.13
  it.each([['Escape'], ['Close']])('returns the focus to its button on %s', async (way) => {
    await open();
    await press(/^Film options/);
    await shows(style('Plain'));
    if (way === 'Close') await press('Close film options');
    else await userEvent.keyboard('{Escape}');
    await lacks(options);
    await expect.element(button(/^Film options/)).toHaveFocus();
  });

  // product 26.13
  it('aligns the images of styles in rows, however long their descriptions are', async () => {
    await open();
    await press(/^Film options/);
    await shows(style('Plain'));
    const topOf = (name: string) => tileOf(name).firstElementChild!.getBoundingClientRect().top;
    expect([topOf('Documentary'), topOf('Lecture')]).toEqual([topOf('Plain'), topOf('Social')]);
  });

  // product 26.13
  it('shows its close button when it is scrolled to its end', async () => {
    await open();
    await press(/^Film options/);
    const last = options.getByText(/^Fade audio/);
    await shows(last);
    last.element().scrollIntoView({ block: 'end' });
    const { top } = options.element().getBoundingClientRect();
    expect(button('Close film options').element().getBoundingClientRect().top).toBeGreaterThan(top);
  });

  // product 26.13
  it.each([[PHONE], [[320, 640] as const]])('opens from below in a window of %s', async (size) => {
    await resize(size);
    await open();
    await press('Menu');
    await press(/^Film options/);
    await shows(style('Plain'));
    const panel = options.element();
    const edges = (): number[] => {
      const { left, right, bottom } = panel.getBoundingClientRect();
      return [left, right, bottom];
    };
    // The panel moves to its place.
    await expect.poll(edges).toEqual([0, document.documentElement.clientWidth, window.innerHeight]);
    const { top } = panel.getBoundingClientRect();
    expect(top).toBeGreaterThan(window.innerHeight * 0.15);
    expect(panel.scrollWidth).toBeLessThanOrEqual(panel.clientWidth);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(size[0]);
    // Escape leads back to the menu, then to its button.
    await userEvent.keyboard('{Escape}');
    await lacks(options);
    await expect.element(button(/^Film options/)).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await lacks(button(/^Film options/));
    await expect.element(button('Menu')).toHaveFocus();
  });
});
