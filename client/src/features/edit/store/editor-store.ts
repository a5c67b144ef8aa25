import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Project } from '#contract/projects.ts';
import type { Language } from '#contract/primitives.ts';
import type { Section, SectionWords } from '#contract/sections.ts';
import { type Draft, withDraft } from '../section/drafts.ts';

export type SaveState = 'dirty' | 'saving' | 'saved' | 'failed';

export interface EditorState {
  projectId: string;
  language: Language;
  /** In the film's order, with what is not saved yet on top. */
  sections: Section[];
  /** The sections as the server told them, by id. */
  saved: Record<string, Section>;
  /** What was typed and not yet answered, by section. */
  drafts: Record<string, Draft>;
  saves: Record<string, SaveState>;
  selectedId: string | null;
  /** Ids of the sections that are moved and deleted together. */
  checked: string[];
  /** The words of the sections that were selected, by id: of these as they are saved. */
  words: Record<string, SectionWords>;
  /** An edit that the server has not told us of yet. */
  edited: boolean;
  /** Calls under way that change the order or the set: until they end the local list stands. */
  pending: number;
  /** How far uploads of this project are prepared, in percent; null when none is. */
  preparing: number | null;
  dialog: 'add' | 'edit' | 'move' | 'deleted' | 'reset' | null;
  /** Ids of the sections that the dialog 'move' is about. */
  moving: string[];
}
export type Editor = StoreApi<EditorState>;

/** One store a project and language, kept while the page lives, so that leaving the stage loses no draft. */
const editors = new Map<string, Editor>();

export function editorOf(projectId: string, language: Language): Editor {
  const key = `${projectId} ${language}`;
  let editor = editors.get(key);
  if (!editor) {
    editor = createStore<EditorState>(() => ({
      projectId,
      language,
      sections: [],
      saved: {},
      drafts: {},
      saves: {},
      selectedId: null,
      checked: [],
      words: {},
      edited: false,
      pending: 0,
      preparing: null,
      dialog: null,
      moving: [],
    }));
    editors.set(key, editor);
  }
  return editor;
}

/** Takes the server's project in, under what is not saved yet. */
export function seed(editor: Editor, project: Project): void {
  const state = editor.getState();
  if (state.pending > 0) return;
  const there = new Set(project.sections.map(({ id }) => id));
  // What was typed into a section that is gone could never be saved.
  const drafts = Object.fromEntries(Object.entries(state.drafts).filter(([id]) => there.has(id)));
  const sections = [...project.sections]
    .sort((a, b) => a.position - b.position)
    .map((section) => withDraft(section, drafts[section.id], placeOf(state, section)));
  const saved = Object.fromEntries(project.sections.map((section) => [section.id, section]));
  const selectedId = there.has(state.selectedId ?? '') ? state.selectedId : neighbourOf(state, sections);
  const checked = state.checked.filter((id) => there.has(id));
  const edited = state.edited && Object.keys(drafts).length > 0;
  editor.setState({ sections, saved, drafts, selectedId, checked, edited });
}

/** What is selected when the selected section went elsewhere: the one that stands in its place now. */
function neighbourOf({ sections, selectedId }: EditorState, now: Section[]): string | null {
  const place = Math.max(
    0,
    sections.findIndex(({ id }) => id === selectedId),
  );
  return now[Math.min(place, now.length - 1)]?.id ?? null;
}

/** Where a draft of a section is made. */
export const placeOf = ({ language, words }: EditorState, { id }: Section) => ({
  language,
  words: words[id] ?? null,
});

export function replaceSection(sections: Section[], next: Section): Section[] {
  return sections.map((section) => (section.id === next.id ? next : section));
}

export function hasUnsaved(editor: Editor): boolean {
  return Object.keys(editor.getState().drafts).length > 0;
}

/** Drafts wait here while other stages are shown too: leaving the page asks first. */
window.addEventListener('beforeunload', (event) => {
  if ([...editors.values()].some(hasUnsaved)) event.preventDefault();
});
