import * as calls from '#contract/calls/index.ts';
import { MAX_TEXT, MAX_TITLE } from '#contract/limits.ts';
import type { SectionSettings } from '#contract/section-settings.ts';
import type { Section, SectionUpdate } from '#contract/sections.ts';
import { AUTO_SAVE_MS, SEND_AGAIN_MS } from '../../../config/constants.ts';
import { ApiError, call } from '../../../lib/api/api.ts';
import { reportFailure } from '../../../lib/api/attempt.ts';
import { keys, projectChanged } from '../../../lib/api/queries.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { dismissOffers, toast } from '../../../lib/toast.ts';
import { tooLong } from '../../../lib/format.ts';
import { SAVED_ON_DEVICE } from '../../../lib/api/unsent.ts';
import { addToDraft, type Draft, withDraft } from '../section/drafts.ts';
import { afterEdit, changedFields, type Field, withEntry } from './drafts/elsewhere.ts';
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

/** Keeps a section's input as drafts, and saves it. */
export class Saver {
  readonly #store: EditorStore;
  /** The timer that saves a section a second after its last change, by section. */
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  /** A section's pending call. */
  readonly #running = new Map<string, Promise<boolean>>();
  /** The sections whose last call met no server that could take it. */
  readonly #unsent = new Set<string>();
  readonly #stored: StoredDrafts;
  /** The sections whose drafts this page keeps on this device. */
  readonly #keptHere = new Set<string>();

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

  /**
   * Changes a section's settings. If auto-save is on, they are saved immediately, together with its draft.
   */
  set(id: string, settings: Partial<SectionSettings>): void {
    this.edit(id, settings);
    if (autoSaves()) void this.#save(id);
  }

  /** Saves what was typed before an edit of another kind, so that Undo takes that back first; not without auto-save. */
  async saveEarlier(): Promise<void> {
    if (autoSaves()) await this.saveAll();
  }

  /** Saves a section's changed fields. True when all is saved; what this device keeps instead is reported. */
  async save(id: string): Promise<boolean> {
    const done = await this.#save(id);
    if (!done) this.#tellUnsaved([id]);
    return done;
  }

  /** Reports what this device keeps instead, and what cannot be saved at all. */
  #tellUnsaved(ids: string[]): void {
    const { saves, drafts } = this.#store.getState();
    const problem = ids.map((id) => problemOf(drafts[id] ?? {})).find((text) => text !== null);
    if (problem) toast({ title: 'Not Saved', description: problem, variant: 'destructive' });
    if (ids.some((id) => isStoredOnDevice(saves[id])))
      toast({ title: 'You Are Offline', description: SAVED_ON_DEVICE });
  }

  /** Sends a section's changed fields; one call at a time for each section. True when all is saved. */
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
      const left = drafts[id];
      this.#store.setState({
        sections: replaceSection(state.sections, withDraft(saved, left, placeOf(state, saved))),
        saved: { ...state.saved, [id]: saved },
        own: { ...own, [id]: { ...own[id], ...savedOf(saved, patch) } },
        drafts,
        elsewhere,
      });
      this.#forget([id]);
      this.#mark(id, left ? 'dirty' : replaced.length > 0 ? undefined : 'saved');
      projectChanged(state.projectId);
      return !left;
    } catch (error) {
      const met = error instanceof ApiError;
      if (!met || error.status >= 500) this.#unsent.add(id);
      if (!met && this.#keep(id)) {
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

  /** Gives the fields that another tab changed the values of this tab again. */
  restoreMine(id: string): void {
    const mine = this.#store.getState().elsewhere[id]?.mine ?? {};
    this.dismissElsewhere(id);
    this.edit(id, mine);
    if (autoSaves()) void this.#save(id);
  }

  /** Drops the note of what another tab changed. */
  dismissElsewhere(id: string): void {
    this.#store.setState(({ elsewhere }) => ({ elsewhere: withEntry(elsewhere, id, undefined) }));
  }

  /** Keeps a section's change on this device. Returns whether it could. */
  #keep(id: string): boolean {
    const { drafts, saved } = this.#store.getState();
    const [draft, section] = [drafts[id], saved[id]];
    if (!draft || !section) return false;
    const fields = Object.keys(draft).map((field) => (field === 'typed' ? 'transcription' : field));
    const base = savedOf(section, Object.fromEntries(fields.map((field) => [field, null])));
    this.#keptHere.add(id);
    return this.#stored.write(id, { draft, base, title: section.title });
  }

  /**
   * Applies and sends what this device kept of an earlier visit. A field that was changed elsewhere since has its new
   * value, and the kept one can be restored.
   * @returns the changes of sections that are not there any more
   */
  takeKept(): LostDraft[] {
    const lost: LostDraft[] = [];
    for (const [id, { draft, base, title }] of Object.entries(this.#stored.read())) {
      const state = this.#store.getState();
      const section = state.saved[id];
      if (state.drafts[id]) continue;
      if (!section) lost.push({ id, title, draft });
      else this.#takeKept(section, draft, changedFields(base, section));
      if (!this.#store.getState().drafts[id]) this.#forget([id]);
    }
    return lost;
  }

  #takeKept(section: Section, draft: Draft, changed: Field[]): void {
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
    this.#keptHere.add(id);
    this.#mark(id, 'kept');
    void this.#save(id);
  }

  /** Saves all drafts; true when none is left. */
  async saveAll(): Promise<boolean> {
    const ids = Object.keys(this.#store.getState().drafts);
    const results = await Promise.all(ids.map((id) => this.#save(id)));
    this.#tellUnsaved(ids);
    return results.every(Boolean) && !hasUnsaved(this.#store.getState());
  }

  /** Saves what found no server, now that one answers. */
  saveUnsent(): void {
    for (const id of this.#unsent) void this.#save(id);
  }

  /** Discards all drafts: the sections are as saved. */
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
    for (const id of ids) this.#keptHere.delete(id);
    this.#stored.forget(ids);
  }

  /** Forgets what this device kept of drafts that another tab's changes have replaced. */
  forgetReplaced(): void {
    const { drafts } = this.#store.getState();
    this.#forget([...this.#keptHere].filter((id) => !drafts[id]));
  }
}

/** Why the server would refuse a draft: a text that is too long stays as it was typed until it is shortened. */
const problemOf = ({ title = '', transcription = '', typed = '' }: Draft): string | null =>
  tooLong(title, MAX_TITLE) ??
  tooLong(transcription, MAX_TEXT, 'A text') ??
  tooLong(typed, MAX_TEXT, 'A text');

/** The values of the sent fields as the server has them. */
const savedOf = (saved: Section, sent: SectionUpdate): SectionUpdate =>
  Object.fromEntries(
    Object.keys(sent).map((field) => [field, saved[field as keyof SectionUpdate]]),
  ) as SectionUpdate;

/** The fields that a response has changed beside those that were sent: another tab changed them before. */
function changedBeside(before: Section | undefined, saved: Section, sent: Draft): Field[] {
  // The text follows the range.
  const isText = sent.typed !== undefined || sent.startTime !== undefined || sent.endTime !== undefined;
  return before
    ? changedFields(before, saved).filter(
        (field) => !(field in sent) && !(isText && field === 'transcription'),
      )
    : [];
}

/** Typed while the call was pending. */
function stillUnsaved(draft: Draft | undefined, sent: Draft): Draft | undefined {
  const left = Object.entries(draft ?? {}).filter(([field, value]) => sent[field as keyof Draft] !== value);
  return left.length > 0 ? Object.fromEntries(left) : undefined;
}
