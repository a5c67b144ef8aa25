import { describe, expect, it } from 'vitest';
import { page, userEvent, type Locator } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import type { Project } from '#contract/projects.ts';
import { answer, requestsOf } from '../../helpers/components/answers.ts';
import { button, region, shows, toast } from '../../helpers/components/find.ts';
import { makeProject } from '../../helpers/served/project.ts';
import { openEditor } from '../../helpers/served/serve-project.ts';

const SHAPE = 'Change the aspect ratio of the film';
const options = region('Film options');

/** Opens the editor of a project. Its history names the aspect of the film after every choice. */
async function openOptions(changes: Partial<Project> = {}) {
  const served = await openEditor(makeProject(changes));
  // Captions that are burned in are previewed.
  answer(calls.previewFilm, { parts: [] });
  answer(calls.chooseForFilm, ({ body }) =>
    served.set((project) => ({
      ...project,
      filmChoices: { ...project.filmChoices, ...body },
      history: { undo: SHAPE, redo: null },
    })),
  );
  return served;
}

async function choose(act: (panel: Locator) => Promise<void>): Promise<void> {
  await button(/^Film options/).click();
  await act(options);
  await userEvent.keyboard('{Escape}');
}

describe('film options', () => {
  // product 26.1
  it('sends a chosen option immediately and names its edit on Undo', async () => {
    await openOptions();
    await choose((panel) => panel.getByRole('radio', { name: 'Vertical 9:16' }).click());
    await shows(button('Film options: 1080p, 9:16'));
    await shows(button(`Undo: ${SHAPE}`));
    await expect
      .poll(() => requestsOf(calls.chooseForFilm).map(({ query, body }) => [query.language, body]))
      .toEqual([['en', { aspect: '9:16' }]]);
  });

  it('sends burned-in captions and their colour as separate edits', async () => {
    await openOptions();
    await choose(async (panel) => {
      await panel.getByLabelText('Burn in captions').click();
      await panel.getByLabelText('Colour').selectOptions('Yellow');
    });
    await expect
      .poll(() => requestsOf(calls.chooseForFilm).map(({ body }) => body))
      .toEqual([{ burnSubtitles: true }, { captionColor: 'yellow' }]);
  });

  // product 26.8
  it('sends fades at the ends of the film as an edit', async () => {
    await openOptions();
    await choose((panel) => panel.getByLabelText(/^Fade audio at the start and end/).click());
    await expect
      .poll(() => requestsOf(calls.chooseForFilm).map(({ body }) => body))
      .toEqual([{ endFades: true }]);
  });

  // product 26.1
  it('saves an unsaved title before an option, so that the title is the earlier edit', async () => {
    const { section } = await openOptions();
    const titles: string[] = [];
    answer(calls.chooseForFilm, () => {
      titles.push(section(0).title);
    });
    await page.getByLabelText('Title', { exact: true }).fill('Another title');
    await choose((panel) => panel.getByLabelText('Burn in captions').click());
    await expect.poll(() => titles).toEqual(['Another title']);
  });

  // product 26.1
  it('restores an option on Undo', async () => {
    const filmChoices = { aspect: '9:16' } as const;
    const { set } = await openOptions({ filmChoices, history: { undo: SHAPE, redo: null } });
    await shows(button('Film options: 1080p, 9:16'));
    answer(calls.undoEdit, () => {
      set((project) => ({ ...project, filmChoices: {}, history: { undo: null, redo: SHAPE } }));
      return { done: SHAPE, undo: null, redo: SHAPE };
    });
    await userEvent.keyboard('{Control>}z{/Control}');
    await shows(toast('Undone'));
    await shows(toast(SHAPE));
    await shows(button('Film options: 1080p, 16:9'));
  });

  it('restores an option on Redo', async () => {
    const { set } = await openOptions({ history: { undo: null, redo: SHAPE } });
    await shows(button('Film options: 1080p, 16:9'));
    answer(calls.redoEdit, () => {
      set((project) => ({
        ...project,
        filmChoices: { aspect: '9:16' },
        history: { undo: SHAPE, redo: null },
      }));
      return { done: SHAPE, undo: SHAPE, redo: null };
    });
    await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
    await shows(toast('Redone'));
    await shows(toast(SHAPE));
    await shows(button('Film options: 1080p, 9:16'));
  });
});
