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

/** `kept`: no server was reached, and this device keeps the change; `resending`: such a change is sent again. */
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
  /** What another tab changed, by section, until it is restored, changed again or dismissed. */
  elsewhere: Record<string, Elsewhere>;
  /** The values that this tab saved last, by section. */
  own: Record<string, SectionUpdate>;
  selectedId: string | null;
  /** The preview plays the whole film. */
  film: boolean;
  /** The section that the film shows now; null unless it does. */
  playingId: string | null;
  /** The cameras of sections that follow their subject, by the sections' ids; absent until their videos are known. */
  cameras: ReadonlyMap<string, CameraPath>;
  /** Ids of the sections that are moved and deleted together. */
  checked: string[];
  /** An edit that the server has not confirmed yet. */
  edited: boolean;
  /** Pending calls that change the order or the set: until they end the local list stays. */
  pending: number;
  /** The film's music; `null` if it has no music. */
  music: Music | null;
  /** The chosen options of the film. */
  choices: FilmChoices;
  /** The runs that prepare uploads of this project, as loaded with it. */
  preparations: Run[];
  dialog: EditorDialog | null;
  /** Find is open. */
  finding: boolean;
  /** The last match of Find in a section's text; `null` if the match is in a title, or there is no match. */
  found: (TextPlace & { sectionId: string }) | null;
  /** The last press or focus was in the text of the film, even if what had the focus is gone. */
  inText: boolean;
  /** A text that was said is shown as a field to rewrite it, not as its words. */
  writing: boolean;
  /** Which pane a small screen shows. */
  pane: 'sections' | 'details';
  /** Which tab of the inspector a wide screen shows. */
  tab: InspectorTab;
  /** Whether a wide screen shows the film strip; null: if the window is high enough for it. */
  strip: boolean | null;
  /** Whether dragged edges of sections snap to words. */
  snap: boolean;
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

/** Who made the changes of a project that was loaded again. `unknown`: this tab or another one, while it was closed. */
export type ChangedBy = 'here' | 'elsewhere' | 'unknown';

/**
 * Applies the server's project, below unsaved changes; not while a call changes the order or the set. A field that was
 * changed elsewhere has its new value, and the value of this tab can be restored.
 * @returns the drafts of sections that are not there any more: they can be saved no longer
 */
export function takeProject(store: EditorStore, project: Project, by: ChangedBy = 'unknown'): LostDraft[] {
  const state = store.getState();
  if (state.pending > 0) return [];
  const there = new Set(project.sections.map(({ id }) => id));
  const lost = Object.entries(state.drafts)
    .filter(([id]) => !there.has(id))
    .map(([id, draft]) => ({ id, title: state.saved[id]!.title, draft }));
  const next = project.sections.reduce((known, section) => takeSection(known, section, by), {
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

/** Compares a section with its last saved state. While it is being saved, the difference is this tab's own. */
function takeSection(state: EditorState, section: Section, by: ChangedBy): EditorState {
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

/** The state after these fields of a section were changed elsewhere: the values of this tab can be restored. */
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

/** Whether leaving the page would lose a change: this device keeps some. */
export function wouldLose({ drafts, saves }: EditorState): boolean {
  return Object.keys(drafts).some((id) => !isStoredOnDevice(saves[id]));
}

export const isStoredOnDevice = (state: SaveState | undefined): boolean =>
  state === 'kept' || state === 'resending';
