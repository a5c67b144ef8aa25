import * as calls from '#contract/calls/index.ts';
import type { Section, SectionCreate, SectionUpdate } from '#contract/sections.ts';
import { call } from '../../../lib/api.ts';
import { announce } from '../../../lib/announce.ts';
import { toast } from '../../../lib/toast.ts';
import { affectedSection } from '../section/affected.ts';
import { change } from './change.ts';
import type { Editor } from './editor-store.ts';
import { undoAction } from './history.ts';
import { saveAll, saveSection } from './saver.ts';

const RESET_FAILED = { title: 'Reset Failed', fallback: 'Failed to reset clips. Please try again.' };

/** Adds a section of the creator's own. True when it is there; false when the dialog should stay. */
export async function addSection(editor: Editor, body: SectionCreate, key: string): Promise<boolean> {
  const { projectId, language } = editor.getState();
  let added: string | null = null;
  const add = async (): Promise<void> => {
    const { id } = await call(calls.createSection, {
      params: { id: projectId },
      query: { language },
      body,
      idempotencyKey: key,
    });
    added = id;
    toast({ title: 'Section Added', description: body.title, action: undoAction(editor) });
  };
  await change(editor, add, {
    title: 'Add Section Failed',
    description: 'Failed to add the new section. Please try again.',
  });
  if (added) editor.setState({ selectedId: added });
  return added !== null;
}

/** Sends what the dialog changed, after what was typed beside it. True when it is saved. */
export async function updateSection(editor: Editor, id: string, patch: SectionUpdate): Promise<boolean> {
  if (!(await saveSection(editor, id))) return false;
  const update = async (): Promise<void> => {
    const { language } = editor.getState();
    await call(calls.updateSection, { params: { id }, query: { language }, body: patch });
    toast({ title: 'Section Updated', description: 'Your changes are saved.', action: undoAction(editor) });
  };
  return change(editor, update, {
    title: 'Update Failed',
    description: 'Failed to update the section. Please try again.',
  });
}

/**
 * Takes sections out at once; the row that stands in the first one's place is selected and can be focused. Gives that
 * row's id.
 */
export function removeSections(editor: Editor, ids: string[]): string | null {
  const { sections, selectedId, checked } = editor.getState();
  const wanted = new Set(ids);
  const gone = sections.filter(({ id }) => wanted.has(id));
  const [first] = gone;
  if (!first) return null;
  const rest = sections.filter(({ id }) => !wanted.has(id));
  const next = rest[Math.min(sections.indexOf(first), rest.length - 1)]?.id ?? null;
  editor.setState({
    sections: rest,
    selectedId: selectedId !== null && wanted.has(selectedId) ? next : selectedId,
    checked: checked.filter((id) => !wanted.has(id)),
  });
  const remove = async (): Promise<void> => {
    try {
      // Saved before they go, so that they come back as they were typed.
      await Promise.all(gone.map(({ id }) => saveSection(editor, id)));
      await sendRemoval(
        editor,
        gone.map(({ id }) => id),
      );
    } catch (error) {
      editor.setState({ sections });
      throw error;
    }
    toast({
      title: gone.length === 1 ? 'Section Removed' : 'Sections Removed',
      description: gone.length === 1 ? first.title : `${gone.length} sections can be restored for 30 days.`,
      action: undoAction(editor),
    });
  };
  void change(editor, remove, {
    title: 'Error',
    description: 'Failed to remove section. Please try again.',
  });
  return next;
}

function sendRemoval(editor: Editor, ids: string[]): Promise<void> {
  const [id, ...others] = ids;
  if (id !== undefined && others.length === 0) return call(calls.deleteSection, { params: { id } });
  const { projectId } = editor.getState();
  return call(calls.deleteSections, { params: { id: projectId }, body: { sectionIds: ids } });
}

/** Brings back one that was deleted, however long ago. */
export async function restoreSection(
  editor: Editor,
  { id, title }: { id: string; title: string },
): Promise<void> {
  const restore = async (): Promise<void> => {
    const { language } = editor.getState();
    await call(calls.restoreSection, { params: { id }, query: { language } });
    announce(`${title} is back`);
  };
  await change(editor, restore, {
    title: 'Restore Failed',
    fallback: 'The section could not be brought back.',
  });
  if (editor.getState().sections.some((section) => section.id === id)) editor.setState({ selectedId: id });
}

/** Cuts a section in two; `at` in seconds of its video. The second part is selected. */
export async function splitSection(editor: Editor, id: string, at: number): Promise<void> {
  if (!(await saveAll(editor))) return;
  let second: Section | undefined;
  const split = async (): Promise<void> => {
    const { language } = editor.getState();
    const sections = await call(calls.splitSection, { params: { id }, query: { language }, body: { at } });
    second = sections[sections.findIndex((section) => section.id === id) + 1];
    toast({ title: 'Section Split', description: second?.title, action: undoAction(editor) });
  };
  await change(editor, split, {
    title: 'Split Failed',
    fallback: 'The section could not be split. Please try again.',
  });
  if (second) editor.setState({ selectedId: second.id });
}

/** One section as it was found; the parts of one that was split become one again. */
export async function resetSection(editor: Editor, { id, title }: Section): Promise<void> {
  if (!(await saveAll(editor))) return;
  const before = editor.getState().sections;
  const reset = async (): Promise<void> => {
    const { language } = editor.getState();
    await call(calls.resetSection, { params: { id }, query: { language } });
    toast({
      title: 'Clips Reset',
      description: `${title} is as it was found.`,
      action: undoAction(editor),
    });
  };
  const whole = (await change(editor, reset, RESET_FAILED))
    ? affectedSection(before, editor.getState().sections)
    : null;
  if (whole) editor.setState({ selectedId: whole });
}

/** SPEC's Reset: the analysed sections as they were found. */
export async function resetSections(editor: Editor): Promise<void> {
  if (!(await saveAll(editor))) return;
  const { projectId, language } = editor.getState();
  const reset = async (): Promise<void> => {
    await call(calls.resetSections, { params: { id: projectId }, query: { language } });
    toast({
      title: 'Clips Reset',
      description: 'Every section is as it was found.',
      action: undoAction(editor),
    });
  };
  await change(editor, reset, RESET_FAILED);
}
