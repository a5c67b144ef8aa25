import { expect } from 'vitest';
import { page, type Locator } from 'vitest/browser';
import * as calls from '#contract/calls/index.ts';
import type { Project } from '#contract/projects.ts';
import type { Section } from '#contract/sections.ts';
import { answer } from '../components/answers.ts';
import { region } from '../components/find.ts';
import { openApp } from '../components/open-app.tsx';
import { makeProject, makeSection, makeVideo, makeWords } from './project.ts';
import type { ServedProject } from './serve-project.ts';

/** The transcript words of a section of `makeSpoken`. */
export const SPOKEN = ['The', 'river', 'begins', 'as', 'a', 'small', 'stream', 'here'];

/**
 * Creates a project of this many sections, and the words of each: one per second, from the section's first
 * second on.
 */
export function makeSpoken(count = 3, changes: Partial<Section> = {}) {
  const video = makeVideo();
  const sections = Array.from({ length: count }, (_, position) =>
    makeSection(position, { video, videoId: video.id, ...changes }),
  );
  const wordsOf = (section: Section) => makeWords(section, SPOKEN);
  return [makeProject({ sections }), wordsOf] as const;
}

/** Opens the editor of a project after answering its calls differently from `openEditor`. */
export const visitEditor = ({ current }: ServedProject): Promise<void> =>
  openApp(`/?project=${current().id}&stage=edit`);

const rowsOf = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-select]')];

/** Returns the titles in the list of sections, in order. */
export const titles = (): string[] => rowsOf().map((row) => row.textContent.trim());

export async function showsTitles(...expected: string[]): Promise<void> {
  await expect.poll(titles).toEqual(expected);
}

/** Returns the title of the selected row. */
export const selected = (): string | undefined =>
  rowsOf()
    .find((row) => row.hasAttribute('aria-current'))
    ?.textContent.trim();

export async function showsSelected(title: string): Promise<void> {
  await expect.poll(selected).toBe(title);
}

/** The button of a row that selects its section. */
export const row = (title: string): Locator => page.getByRole('button', { name: title, exact: true });

/** The list item of a section. */
export const rowItem = (title: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: title, exact: true }) });

/** Chooses an action from the menu of a row that is not selected. */
export async function chooseTool(title: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${title}`, exact: true }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

export const details: Locator = region('Selected section');
export const titleField: Locator = details.getByRole('textbox', { name: 'Title' });
export const wordButtons = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-word]')];

/**
 * The field of the selected section's text. If the transcript words are the text, "Rewrite" shows the field.
 */
export async function textField(): Promise<Locator> {
  const tab = page.getByRole('tab', { name: 'Text', exact: true });
  if (tab.query()) await tab.click();
  const field = page.getByRole('textbox', { name: 'Transcription' });
  const rewrite = page.getByRole('button', { name: 'Rewrite', exact: true });
  await expect.element(field.or(rewrite)).toBeVisible();
  if (rewrite.query()) await rewrite.click();
  await expect.element(field).toBeVisible();
  return field;
}

/** Returns changed sections of a project, renumbered. */
export const withSections =
  (change: (sections: Section[]) => Section[]) =>
  (project: Project): Project => ({
    ...project,
    sections: change(project.sections).map((section, position) => ({ ...section, position })),
  });

/**
 * Answers calls that change the order or the set of sections like the server: delete, reorder, split,
 * duplicate.
 */
export function serveListEdits({ current, set }: ServedProject): void {
  const without = (ids: string[]): void =>
    set(withSections((sections) => sections.filter(({ id }) => !ids.includes(id))));
  const follow = (id: string, parts: (section: Section) => Section[]): Section[] => {
    set(withSections((sections) => sections.flatMap((one) => (one.id === id ? parts(one) : [one]))));
    return current().sections;
  };
  const second = (section: Section, changes: Partial<Section> = {}): Section => {
    const id = crypto.randomUUID();
    return { ...section, id, clipid: id, title: `${section.title} (2)`, ...changes };
  };
  answer(calls.deleteSection, ({ params }) => without([params.id]));
  answer(calls.deleteSections, ({ body }) => without(body.sectionIds));
  answer(calls.reorderSections, ({ body }) =>
    set(withSections((sections) => body.sectionIds.map((id) => sections.find((one) => one.id === id)!))),
  );
  answer(calls.duplicateSection, ({ params }) => follow(params.id, (section) => [section, second(section)]));
  answer(calls.splitSection, ({ params, body }) =>
    follow(params.id, (section) => [
      { ...section, endTime: body.at, duration: body.at - section.startTime },
      second(section, { startTime: body.at, duration: section.endTime - body.at }),
    ]),
  );
}

/**
 * Lets Undo restore the project as it is now, and Redo the project before the Undo. Both report this edit.
 */
export function serveUndo({ current, set }: ServedProject, label: string): void {
  const before = current();
  let after = before;
  answer(calls.undoEdit, () => {
    after = current();
    set(() => ({ ...before, history: { undo: null, redo: label } }));
    return { done: label, undo: null, redo: label };
  });
  answer(calls.redoEdit, () => {
    set(() => ({ ...after, history: { undo: label, redo: null } }));
    return { done: label, undo: label, redo: null };
  });
}
