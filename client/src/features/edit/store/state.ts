import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CameraPath } from '#film/framing/camera.ts';
import type { FilmChoices } from '#contract/film-choices.ts';
import type { Music } from '#contract/music.ts';
import type { Project } from '#contract/projects.ts';
import type { Language } from '#contract/primitives.ts';
import type { Run } from '#contract/runs.ts';
import type { TextPlace } from '#text/letters/letters.ts';
import type { Section, SectionUpdate } from '#contract/sections.ts';
import { type Draft, withDraft } from '../section/drafts.ts';
import {
  addElsewhere,
  changedFields,
  type Elsewhere,
  type Field,
  valuesHere,
  withEntry,
  withoutChanged,
} from './drafts/elsewhere.ts';
import { knownWords } from './words.ts';
import { type InspectorTab, readSnap, readStrip, readTab } from './workspace/remembered.ts';

/**
 * `kept`: the server was not reached, and this device stores the change. `resending`: such a change is being
 * sent again.
 */
export type SaveState = 'dirty' | 'saving' | 'saved' | 'failed' | 'kept' | 'resending';

export type EditorDialog =
  | 'add'
  | 'edit'
  | 'move'
  | 'copy'
  | 'deleted'
  | 'reset'
  | 'export'
  | 'versions'
  | `proposal ${string}`
  | 'subtitles'
  | 'transcribe'
  | 'speaker'
  | 'fillers'
  | 'music';

export interface EditorState {
  projectId: string;
  language: Language;
  /** In the film's order, with unsaved changes applied. */
  sections: Section[];
  /** The sections as saved on the server, by ID. */
  saved: Record<string, Section>;
  /** Unsaved changes, by section. */
  drafts: Record<string, Draft>;
  saves: Record<string, SaveState>;
  /** The changes of another tab, by section, until they are restored, overwritten or dismissed. */
  elsewhere: Record<string, Elsewhere>;
  /** The values that this tab saved last, by section. */
  own: Record<string, SectionUpdate>;
  selectedId: string | null;
  /** Whether the preview plays the whole film. */
  film: boolean;
  /** The section that the film currently shows; `null` if the film does not play in the preview. */
  playingId: string | null;
  /**
   * The cameras of sections that follow their subject, by section ID; absent until their videos are known.
   */
  cameras: ReadonlyMap<string, CameraPath>;
  /** Ids of the sections that are moved and deleted together. */
  checked: string[];
  /** Whether an edit is not confirmed by the server yet. */
  edited: boolean;
  /** The number of pending calls that change the order or the set. Until they end, the local list stays. */
  pending: number;
  /** The film's music; `null` if it has no music. */
  music: Music | null;
  choices: FilmChoices;
  /** The runs that prepare uploads of this project, as loaded with it. */
  preparations: Run[];
  dialog: EditorDialog | null;
  /** Whether Find is open. */
  finding: boolean;
  /** The last match of Find in a section's text; `null` if the match is in a title or there is no match. */
  found: (TextPlace & { sectionId: string }) | null;
  /** Whether the last press or focus was in the film's text, even if the focused element has disappeared. */
  inText: boolean;
  /** Whether a transcript is shown as a field to rewrite it, instead of as words. */
  writing: boolean;
  /** The pane that a small screen shows. */
  pane: 'sections' | 'details';
  /** The tab of the inspector that a wide screen shows. */
  tab: InspectorTab;
  /** Whether a wide screen shows the film strip; `null` to show it if the window is high enough. */
  strip: boolean | null;
  /** Whether dragged edges of sections snap to words. */
  snap: boolean;
  /** Ids of the sections in the dialog 'move'. */
  moving: string[];
  /** The speaker that the dialog 'speaker' renames. */
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
    elsewhere: {},
    own: {},
    selectedId: null,
    film: false,
    playingId: null,
    cameras: new Map(),
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
    tab: readTab(),
    strip: readStrip(),
    snap: readSnap(),
    moving: [],
    renaming: '',
  }));
}

/** An unsaved change of a section that another tab deleted. */
export interface LostDraft {
  id: string;
  title: string;
  draft: Draft;
}

/**
 * The origin of the changes in a project that was loaded again. `unknown`: this tab or another one, while
 * the editor was closed.
 */
export type ChangedBy = 'here' | 'elsewhere' | 'unknown';

/**
 * Returns a function that selects the section that an edit affected, unless the user has selected another one
 * since the edit began.
 */
export function selectAfterEdit(store: EditorStore): (id: string) => void {
  const before = store.getState().selectedId;
  return (id) => {
    const { selectedId, sections } = store.getState();
    // The selection also moves when the edit removes the selected section.
    const isRemoved = sections.every((section) => section.id !== before);
    if (selectedId === before || isRemoved) store.setState({ selectedId: id });
  };
}

/**
 * Applies the server's project under the unsaved changes, unless a call that changes the order or the set is
 * pending. A field that was changed elsewhere gets its new value, and this tab's value can be restored.
 * @returns the drafts of deleted sections, which can no longer be saved
 */
export function applyProject(store: EditorStore, project: Project, by: ChangedBy = 'unknown'): LostDraft[] {
  const state = store.getState();
  if (state.pending > 0) return [];
  const there = new Set(project.sections.map(({ id }) => id));
  const lost = Object.entries(state.drafts)
    .filter(([id]) => !there.has(id))
    .map(([id, draft]) => ({ id, title: state.saved[id]!.title, draft }));
  const next = project.sections.reduce((current, section) => applySection(current, section, by), {
    ...state,
    drafts: onlyOf(state.drafts, there),
    elsewhere: onlyOf(state.elsewhere, there),
  });
  const { drafts, saves, elsewhere, own } = next;
  const sections = [...project.sections]
    .sort((a, b) => a.position - b.position)
    .map((section) => withDraft(section, drafts[section.id], placeOf(state, section)));
  const saved = Object.fromEntries(project.sections.map((section) => [section.id, section]));
  const selectedId = there.has(state.selectedId ?? '') ? state.selectedId : neighbourOf(state, sections);
  const checked = state.checked.filter((id) => there.has(id));
  const edited = state.edited && Object.keys(drafts).length > 0;
  const { preparations, music, filmChoices: choices } = project;
  store.setState({
    sections,
    saved,
    drafts,
    saves,
    elsewhere,
    own,
    selectedId,
    checked,
    music,
    choices,
    preparations,
    edited,
  });
  return lost;
}

const onlyOf = <T>(record: Record<string, T>, ids: Set<string>): Record<string, T> =>
  Object.fromEntries(Object.entries(record).filter(([id]) => ids.has(id)));

/** Compares a section with its last saved state. While it is being saved, differences are this tab's own. */
function applySection(state: EditorState, section: Section, by: ChangedBy): EditorState {
  const { id } = section;
  const before = state.saved[id];
  if (!before || state.saves[id] === 'saving' || state.saves[id] === 'resending') return state;
  const changed = changedFields(before, section);
  const draft = state.drafts[id];
  const fields =
    by === 'elsewhere' ? changed : by === 'here' ? [] : changed.filter((field) => draft && field in draft);
  const next = withElsewhere(state, section, fields);
  const own = withEntry(next.own, id, withoutChanged(next.own[id] ?? {}, changed));
  const saves = changed.length > 0 && !next.drafts[id] ? withEntry(next.saves, id, undefined) : next.saves;
  return { ...next, own, saves };
}

type Edited = Pick<EditorState, 'own' | 'drafts' | 'elsewhere'>;

/** Returns the state after fields of a section were changed elsewhere. This tab's values can be restored. */
export function withElsewhere<S extends Edited>(state: S, section: Section, fields: Field[]): S {
  const { id } = section;
  const draft = state.drafts[id];
  const replaced = valuesHere(fields, draft, state.own[id]);
  return {
    ...state,
    own: withEntry(state.own, id, withoutChanged(state.own[id] ?? {}, fields)),
    drafts: withEntry(state.drafts, id, draft && withoutChanged(draft, fields)),
    elsewhere: withEntry(
      state.elsewhere,
      id,
      addElsewhere(state.elsewhere[id], section, { fields, replaced }),
    ),
  };
}

/** Returns the selection after the selected section was removed: the section in its place. */
function neighbourOf({ sections, selectedId }: EditorState, now: Section[]): string | null {
  const place = Math.max(
    0,
    sections.findIndex(({ id }) => id === selectedId),
  );
  return now[Math.min(place, now.length - 1)]?.id ?? null;
}

/** Returns the language and words on which a section's draft is based. */
export const placeOf = ({ language }: EditorState, saved: Section) => ({
  language,
  words: knownWords(saved),
});

export function replaceSection(sections: Section[], next: Section): Section[] {
  return sections.map((section) => (section.id === next.id ? next : section));
}

export const selectedSection = ({ sections, selectedId }: EditorState): Section | undefined =>
  sections.find(({ id }) => id === selectedId);

export function hasUnsaved({ drafts }: EditorState): boolean {
  return Object.keys(drafts).length > 0;
}

/** Whether leaving the page would lose a change. Changes that this device stores are not lost. */
export function wouldLose({ drafts, saves }: EditorState): boolean {
  return Object.keys(drafts).some((id) => !isStoredOnDevice(saves[id]));
}

export const isStoredOnDevice = (state: SaveState | undefined): boolean =>
  state === 'kept' || state === 'resending';
