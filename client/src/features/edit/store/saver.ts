import * as calls from '#contract/calls/index.ts';
import type { SectionSettings } from '#contract/section-settings.ts';
import type { Section, SectionUpdate } from '#contract/sections.ts';
import { AUTO_SAVE_MS, SEND_AGAIN_MS } from '../../../config/constants.ts';
import { ApiError, call } from '../../../lib/api/api.ts';
import { reportFailure } from '../../../lib/api/attempt.ts';
import { keys, projectChanged } from '../../../lib/api/queries.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { dismissOffers, toast } from '../../../lib/toast.ts';
import { SAVED_ON_DEVICE } from '../../../lib/api/unsent.ts';
import { addToDraft, type Draft, withDraft } from '../section/drafts.ts';
import { afterEdit, changedFields, type Field, withEntry } from './drafts/elsewhere.ts';
import { changedBeside, problemOf, savedOf, stillUnsaved } from './drafts/sent-draft.ts';
import { StoredDrafts } from './drafts/stored-drafts.ts';
import {
  hasUnsaved,
  isStoredOnDevice,
  placeOf,
  replaceSection,
  type EditorStore,
  type LostDraft,
  type SaveState,
  withElsewhere,
} from './state.ts';

export function autoSaves(): boolean {
  return queryClient.getQueryData(keys.user)?.settings.autoSave ?? true;
}

/** Manages the unsaved changes of sections and saves them. */
export class Saver {
  readonly #store: EditorStore;
  /** The timer that saves a section a second after its last change, by section. */
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  /** The pending call of each section. */
  readonly #running = new Map<string, Promise<boolean>>();
  /** The sections whose last call did not reach a working server. */
  readonly #unsent = new Set<string>();
  readonly #stored: StoredDrafts;
  /** The sections whose drafts this page has stored on this device. */
  readonly #storedHere = new Set<string>();

  constructor(store: EditorStore) {
    this.#store = store;
    const { projectId, language } = store.getState();
    this.#stored = new StoredDrafts(projectId, language);
  }

  /** Shows a change immediately, and saves it a second after the last one if auto-save is on. */
  edit(id: string, patch: SectionUpdate): void {
    const state = this.#store.getState();
    const { sections, drafts } = state;
    const section = state.saved[id];
    if (!section) return;
    const place = placeOf(state, section);
    const draft = addToDraft(section, drafts[id] ?? {}, patch, place);
    this.#store.setState({
      sections: replaceSection(sections, withDraft(section, draft, place)),
      drafts: { ...drafts, [id]: draft },
      elsewhere: withEntry(state.elsewhere, id, afterEdit(state.elsewhere[id], patch)),
      edited: true,
    });
    this.#mark(id, 'dirty');
    // A toast's offer to undo no longer concerns the last edit.
    dismissOffers('Undo', 'Redo');
    clearTimeout(this.#timers.get(id));
    if (autoSaves()) this.#saveLater(id, AUTO_SAVE_MS);
    else this.#unsent.delete(id);
  }

  #saveLater(id: string, ms: number): void {
    this.#timers.set(
      id,
      setTimeout(() => void this.#save(id), ms),
    );
  }

  /** Changes a section's settings. With auto-save, saves them immediately together with its draft. */
  set(id: string, settings: Partial<SectionSettings>): void {
    this.edit(id, settings);
    if (autoSaves()) void this.#save(id);
  }

  /** With auto-save, saves typed text before an edit of another kind, so that Undo restores them in order. */
  async saveEarlier(): Promise<void> {
    if (autoSaves()) await this.saveAll();
  }

  /**
   * Saves a section's changed fields. Returns whether all are saved, and reports those that are only stored
   * on this device.
   */
  async save(id: string): Promise<boolean> {
    const done = await this.#save(id);
    if (!done) this.#reportUnsaved([id]);
    return done;
  }

  /** Reports changes that are only stored on this device, and changes that cannot be saved. */
  #reportUnsaved(ids: string[]): void {
    const { saves, drafts } = this.#store.getState();
    const problem = ids.map((id) => problemOf(drafts[id] ?? {})).find((text) => text !== null);
    if (problem) toast({ title: 'Not Saved', description: problem, variant: 'destructive' });
    if (ids.some((id) => isStoredOnDevice(saves[id])))
      toast({ title: 'You Are Offline', description: SAVED_ON_DEVICE });
  }

  /** Sends a section's changed fields, one call at a time. Returns whether all are saved. */
  async #save(id: string): Promise<boolean> {
    clearTimeout(this.#timers.get(id));
    const before = this.#running.get(id);
    if (before) {
      await before;
      return this.#save(id);
    }
    const sent = this.#store.getState().drafts[id];
    if (!sent) return true;
    const problem = problemOf(sent);
    if (problem) {
      this.#mark(id, 'failed');
      return false;
    }
    const attempt = this.#send(id, sent).finally(() => this.#running.delete(id));
    this.#running.set(id, attempt);
    return attempt;
  }

  async #send(id: string, sent: Draft): Promise<boolean> {
    this.#mark(id, isStoredOnDevice(this.#store.getState().saves[id]) ? 'resending' : 'saving');
    this.#unsent.delete(id);
    const { typed, ...patch } = sent;
    const where = { params: { id }, query: { language: this.#store.getState().language } };
    try {
      if (typed !== undefined) await call(calls.updateSection, { ...where, body: { transcription: typed } });
      const saved = await call(calls.updateSection, { ...where, body: patch });
      const state = this.#store.getState();
      const replaced = changedBeside(state.saved[id], saved, sent);
      const { own, drafts, elsewhere } = withElsewhere(
        { ...state, drafts: withEntry(state.drafts, id, stillUnsaved(state.drafts[id], sent)) },
        saved,
        replaced,
      );
      const remaining = drafts[id];
      this.#store.setState({
        sections: replaceSection(state.sections, withDraft(saved, remaining, placeOf(state, saved))),
        saved: { ...state.saved, [id]: saved },
        own: { ...own, [id]: { ...own[id], ...savedOf(saved, patch) } },
        drafts,
        elsewhere,
      });
      this.#forget([id]);
      this.#mark(id, remaining ? 'dirty' : replaced.length > 0 ? undefined : 'saved');
      projectChanged(state.projectId);
      return !remaining;
    } catch (error) {
      const met = error instanceof ApiError;
      if (!met || error.status >= 500) this.#unsent.add(id);
      if (!met && this.#storeOnDevice(id)) {
        this.#mark(id, 'kept');
        this.#saveLater(id, SEND_AGAIN_MS);
        return false;
      }
      this.#mark(id, 'failed');
      reportFailure(error, {
        title: 'Update Failed',
        description: 'Failed to update the section. Please try again.',
      });
      return false;
    }
  }

  /** Restores this tab's values of the fields that another tab changed. */
  restoreMine(id: string): void {
    const mine = this.#store.getState().elsewhere[id]?.mine ?? {};
    this.dismissElsewhere(id);
    this.edit(id, mine);
    if (autoSaves()) void this.#save(id);
  }

  dismissElsewhere(id: string): void {
    this.#store.setState(({ elsewhere }) => ({ elsewhere: withEntry(elsewhere, id, undefined) }));
  }

  /** Stores a section's change on this device. Returns whether that was possible. */
  #storeOnDevice(id: string): boolean {
    const { drafts, saved } = this.#store.getState();
    const [draft, section] = [drafts[id], saved[id]];
    if (!draft || !section) return false;
    const fields = Object.keys(draft).map((field) => (field === 'typed' ? 'transcription' : field));
    const base = savedOf(section, Object.fromEntries(fields.map((field) => [field, null])));
    this.#storedHere.add(id);
    return this.#stored.write(id, { draft, base, title: section.title });
  }

  /**
   * Applies and sends the changes that an earlier visit stored on this device. A field that was changed
   * elsewhere since gets its new value, and the stored value can be restored.
   * @returns the changes of sections that no longer exist
   */
  restoreStored(): LostDraft[] {
    const lost: LostDraft[] = [];
    for (const [id, { draft, base, title }] of Object.entries(this.#stored.read())) {
      const state = this.#store.getState();
      const section = state.saved[id];
      if (state.drafts[id]) continue;
      if (!section) lost.push({ id, title, draft });
      else this.#restoreDraft(section, draft, changedFields(base, section));
      if (!this.#store.getState().drafts[id]) this.#forget([id]);
    }
    return lost;
  }

  #restoreDraft(section: Section, draft: Draft, changed: Field[]): void {
    const { id } = section;
    const state = this.#store.getState();
    const { own, drafts, elsewhere } = withElsewhere(
      { ...state, drafts: { ...state.drafts, [id]: draft } },
      section,
      changed,
    );
    const sections = replaceSection(state.sections, withDraft(section, drafts[id], placeOf(state, section)));
    this.#store.setState({ sections, own, drafts, elsewhere });
    if (!drafts[id]) return;
    this.#storedHere.add(id);
    this.#mark(id, 'kept');
    void this.#save(id);
  }

  /** Saves all drafts. Returns whether all are saved. */
  async saveAll(): Promise<boolean> {
    const ids = Object.keys(this.#store.getState().drafts);
    const results = await Promise.all(ids.map((id) => this.#save(id)));
    this.#reportUnsaved(ids);
    return results.every(Boolean) && !hasUnsaved(this.#store.getState());
  }

  /** Saves changes that could not reach the server before. */
  saveUnsent(): void {
    for (const id of this.#unsent) void this.#save(id);
  }

  /** Discards all drafts, which restores the saved sections. */
  discardAll(): void {
    const { sections, saved, drafts, saves } = this.#store.getState();
    const ids = Object.keys(drafts);
    for (const id of ids) clearTimeout(this.#timers.get(id));
    this.#unsent.clear();
    this.#forget(ids);
    this.#store.setState({
      sections: sections.map((section) => (drafts[section.id] ? saved[section.id]! : section)),
      drafts: {},
      saves: Object.fromEntries(Object.entries(saves).filter(([id]) => !ids.includes(id))),
      edited: false,
    });
  }

  #mark(id: string, state: SaveState | undefined): void {
    this.#store.setState(({ saves }) => ({ saves: withEntry(saves, id, state) }));
  }

  #forget(ids: string[]): void {
    for (const id of ids) this.#storedHere.delete(id);
    this.#stored.forget(ids);
  }

  /** Removes drafts from this device that another tab's changes have replaced. */
  forgetReplaced(): void {
    const { drafts } = this.#store.getState();
    this.#forget([...this.#storedHere].filter((id) => !drafts[id]));
  }
}
