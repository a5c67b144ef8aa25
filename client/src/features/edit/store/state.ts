import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FilmChoices } from '#contract/film-choices.ts';
import type { Music } from '#contract/music.ts';
import type { Project } from '#contract/projects.ts';
import type { Language } from '#contract/primitives.ts';
import type { Run } from '#contract/runs.ts';
import type { TextPlace } from '#contract/letters.ts';
import type { Section } from '#contract/sections.ts';
import { type Draft, withDraft } from '../section/drafts.ts';
import { knownWords } from './words.ts';

export type SaveState = 'dirty' | 'saving' | 'saved' | 'failed';

export type EditorDialog =
  | 'add'
  | 'edit'
  | 'move'
  | 'copy'
  | 'deleted'
  | 'reset'
  | 'export'
  | 'versions'
  | 'subtitles'
  | 'hear'
  | 'speaker'
  | 'fillers'
  | 'music';

export interface EditorState {
  projectId: string;
  language: Language;
  /** In the film's order, with unsaved changes applied. */
  sections: Section[];
  /** The sections from the server, by id. */
  saved: Record<string, Section>;
  /** Unsaved changes, by section. */
  drafts: Record<string, Draft>;
  saves: Record<string, SaveState>;
  selectedId: string | null;
  /** The preview plays the whole film. */
  film: boolean;
  /** The section that the film shows now; null unless it does. */
  playingId: string | null;
  /** Ids of the sections that are moved and deleted together. */
  checked: string[];
  /** An edit that the server has not confirmed yet. */
  edited: boolean;
  /** Pending calls that change the order or the set: until they end the local list stays. */
  pending: number;
  /** The film's music; null without. */
  music: Music | null;
  /** The chosen options of the film. */
  choices: FilmChoices;
  /** The runs that prepare uploads of this project, as loaded with it. */
  preparations: Run[];
  dialog: EditorDialog | null;
  /** Find is open. */
  finding: boolean;
  /** What Find found last, in a section's text; null where that is a title, or nothing. */
  found: (TextPlace & { sectionId: string }) | null;
  /** The last press or focus was in the text of the film, even if what had the focus is gone. */
  inText: boolean;
  /** A text that was said is shown as a field to rewrite it, not as its words. */
  writing: boolean;
  /** Which pane a small screen shows. */
  pane: 'sections' | 'details';
  /** Ids of the sections in the dialog 'move'. */
  moving: string[];
  /** Who is renamed in the dialog 'speaker'. */
  renaming: string;
}
export type EditorStore = StoreApi<EditorState>;

export function createEditorStore(projectId: string, language: Language): EditorStore {
  return createStore<EditorState>(() => ({
    projectId,
    language,
    sections: [],
    saved: {},
    drafts: {},
    saves: {},
    selectedId: null,
    film: false,
    playingId: null,
    checked: [],
    music: null,
    choices: {},
    preparations: [],
    edited: false,
    pending: 0,
    dialog: null,
    finding: false,
    found: null,
    inText: false,
    writing: false,
    pane: 'sections',
    moving: [],
    renaming: '',
  }));
}

/** Applies the server's project, below unsaved changes; not while a call changes the order or the set. */
export function takeProject(store: EditorStore, project: Project): void {
  const state = store.getState();
  if (state.pending > 0) return;
  const there = new Set(project.sections.map(({ id }) => id));
  // Input for a deleted section could never be saved.
  const drafts = Object.fromEntries(Object.entries(state.drafts).filter(([id]) => there.has(id)));
  const sections = [...project.sections]
    .sort((a, b) => a.position - b.position)
    .map((section) => withDraft(section, drafts[section.id], placeOf(state, section)));
  const saved = Object.fromEntries(project.sections.map((section) => [section.id, section]));
  const selectedId = there.has(state.selectedId ?? '') ? state.selectedId : neighbourOf(state, sections);
  const checked = state.checked.filter((id) => there.has(id));
  const edited = state.edited && Object.keys(drafts).length > 0;
  const { preparations, music, filmChoices: choices } = project;
  store.setState({ sections, saved, drafts, selectedId, checked, music, choices, preparations, edited });
}

/** The selection after the selected section was removed: the one in its place. */
function neighbourOf({ sections, selectedId }: EditorState, now: Section[]): string | null {
  const place = Math.max(
    0,
    sections.findIndex(({ id }) => id === selectedId),
  );
  return now[Math.min(place, now.length - 1)]?.id ?? null;
}

/** Where a section's draft is based on its saved state. */
export const placeOf = ({ language }: EditorState, saved: Section) => ({
  language,
  words: knownWords(saved),
});

export function replaceSection(sections: Section[], next: Section): Section[] {
  return sections.map((section) => (section.id === next.id ? next : section));
}

export function hasUnsaved({ drafts }: EditorState): boolean {
  return Object.keys(drafts).length > 0;
}
