import * as calls from '#contract/calls/index.ts';
import type { SectionUpdate, Sound } from '#contract/sections.ts';
import { AUTO_SAVE_MS } from '../../../config/constants.ts';
import { call } from '../../../lib/api.ts';
import { tellFailure } from '../../../lib/attempt.ts';
import { keys, projectChanged } from '../../../lib/queries.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { dismissOffers } from '../../../lib/toast.ts';
import { addToDraft, type Draft, withDraft } from '../section/drafts.ts';
import { placeOf, replaceSection, type Editor, type SaveState } from './editor-store.ts';

const timers = new Map<string, ReturnType<typeof setTimeout>>();
const running = new Map<string, Promise<boolean>>();

/** The same section has a text of its own in each language. */
const keyOf = (editor: Editor, id: string): string => `${editor.getState().language} ${id}`;

export function autoSaves(): boolean {
  return queryClient.getQueryData(keys.user)?.settings.autoSave ?? true;
}

function mark(editor: Editor, id: string, state: SaveState): void {
  editor.setState(({ saves }) => ({ saves: { ...saves, [id]: state } }));
}

/** Shows a change at once and saves it a second after the last one, when auto-save is on. */
export function editSection(editor: Editor, id: string, patch: SectionUpdate): void {
  const state = editor.getState();
  const { sections, drafts } = state;
  const section = state.saved[id];
  if (!section) return;
  const place = placeOf(state, section);
  const draft = addToDraft(section, drafts[id] ?? {}, patch, place);
  editor.setState({
    sections: replaceSection(sections, withDraft(section, draft, place)),
    drafts: { ...drafts, [id]: draft },
    edited: true,
  });
  mark(editor, id, 'dirty');
  // What a toast offers to undo is no longer the last edit.
  dismissOffers('Undo', 'Redo');
  clearTimeout(timers.get(keyOf(editor, id)));
  if (!autoSaves()) return;
  const timer = setTimeout(() => void saveSection(editor, id), AUTO_SAVE_MS);
  timers.set(keyOf(editor, id), timer);
}

/** Chooses whose voice a section has; saved at once when auto-save is on, with what was typed beside it. */
export function setSound(editor: Editor, id: string, sound: Sound): void {
  editSection(editor, id, { sound });
  if (autoSaves()) void saveSection(editor, id);
}

/** Sends a section's changed fields; one call at a time for each section. True when all is saved. */
export async function saveSection(editor: Editor, id: string): Promise<boolean> {
  clearTimeout(timers.get(keyOf(editor, id)));
  const before = running.get(keyOf(editor, id));
  if (before) {
    await before;
    return saveSection(editor, id);
  }
  const sent = editor.getState().drafts[id];
  if (!sent) return true;
  const attempt = send(editor, id, sent).finally(() => running.delete(keyOf(editor, id)));
  running.set(keyOf(editor, id), attempt);
  return attempt;
}

async function send(editor: Editor, id: string, sent: Draft): Promise<boolean> {
  mark(editor, id, 'saving');
  const { typed, ...patch } = sent;
  const where = { params: { id }, query: { language: editor.getState().language } };
  try {
    if (typed !== undefined) await call(calls.updateSection, { ...where, body: { transcription: typed } });
    const saved = await call(calls.updateSection, { ...where, body: patch });
    const state = editor.getState();
    const { sections, drafts } = state;
    const { [id]: draft, ...others } = drafts;
    const left = stillUnsaved(draft, sent);
    const nextDrafts = left ? { ...others, [id]: left } : others;
    editor.setState({
      sections: replaceSection(sections, withDraft(saved, left ?? undefined, placeOf(state, saved))),
      saved: { ...state.saved, [id]: saved },
      drafts: nextDrafts,
    });
    mark(editor, id, left ? 'dirty' : 'saved');
    projectChanged(editor.getState().projectId);
    return !left;
  } catch (error) {
    mark(editor, id, 'failed');
    tellFailure(error, {
      title: 'Update Failed',
      description: 'Failed to update the section. Please try again.',
    });
    return false;
  }
}

/** What was typed while the call was under way. */
function stillUnsaved(draft: Draft | undefined, sent: Draft): Draft | null {
  const left = Object.entries(draft ?? {}).filter(([field, value]) => sent[field as keyof Draft] !== value);
  return left.length > 0 ? Object.fromEntries(left) : null;
}

/** Saves everything that waits; true when nothing is left. */
export async function saveAll(editor: Editor): Promise<boolean> {
  const ids = Object.keys(editor.getState().drafts);
  const results = await Promise.all(ids.map((id) => saveSection(editor, id)));
  return results.every(Boolean) && Object.keys(editor.getState().drafts).length === 0;
}

/** Gives up everything that waits: the sections are again as they were saved. */
export function discardAll(editor: Editor): void {
  const { sections, saved, drafts, saves } = editor.getState();
  const ids = Object.keys(drafts);
  for (const id of ids) clearTimeout(timers.get(keyOf(editor, id)));
  editor.setState({
    sections: sections.map((section) => (drafts[section.id] ? saved[section.id]! : section)),
    drafts: {},
    saves: Object.fromEntries(Object.entries(saves).filter(([id]) => !ids.includes(id))),
    edited: false,
  });
}
