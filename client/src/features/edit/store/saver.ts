import * as calls from '#contract/calls/index.ts';
import type { SectionSettings } from '#contract/section-settings.ts';
import type { Section, SectionUpdate } from '#contract/sections.ts';
import { AUTO_SAVE_MS } from '../../../config/constants.ts';
import { ApiError, call } from '../../../lib/api/api.ts';
import { tellFailure } from '../../../lib/api/attempt.ts';
import { keys, projectChanged } from '../../../lib/api/queries.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { dismissOffers } from '../../../lib/toast.ts';
import { addToDraft, type Draft, withDraft } from '../section/drafts.ts';
import { afterEdit, changedFields, type Field, withEntry } from './drafts/elsewhere.ts';
import {
  hasUnsaved,
  placeOf,
  replaceSection,
  type EditorStore,
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

  constructor(store: EditorStore) {
    this.#store = store;
  }

  /** Shows a change at once and saves it a second after the last one, if auto-save is on. */
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
    if (!autoSaves()) return;
    this.#timers.set(
      id,
      setTimeout(() => void this.save(id), AUTO_SAVE_MS),
    );
  }

  /** Changes a section's settings; saved at once if auto-save is on, together with its draft. */
  set(id: string, settings: Partial<SectionSettings>): void {
    this.edit(id, settings);
    if (autoSaves()) void this.save(id);
  }

  /** Saves what was typed before an edit of another kind, so that Undo takes that back first; not without auto-save. */
  async saveEarlier(): Promise<void> {
    if (autoSaves()) await this.saveAll();
  }

  /** Sends a section's changed fields; one call at a time for each section. True when all is saved. */
  async save(id: string): Promise<boolean> {
    clearTimeout(this.#timers.get(id));
    const before = this.#running.get(id);
    if (before) {
      await before;
      return this.save(id);
    }
    const sent = this.#store.getState().drafts[id];
    if (!sent) return true;
    const attempt = this.#send(id, sent).finally(() => this.#running.delete(id));
    this.#running.set(id, attempt);
    return attempt;
  }

  async #send(id: string, sent: Draft): Promise<boolean> {
    this.#mark(id, 'saving');
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
      this.#mark(id, left ? 'dirty' : replaced.length > 0 ? undefined : 'saved');
      projectChanged(state.projectId);
      return !left;
    } catch (error) {
      this.#mark(id, 'failed');
      if (!(error instanceof ApiError) || error.status >= 500) this.#unsent.add(id);
      tellFailure(error, {
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
    if (autoSaves()) void this.save(id);
  }

  /** Drops the note of what another tab changed. */
  dismissElsewhere(id: string): void {
    this.#store.setState(({ elsewhere }) => ({ elsewhere: withEntry(elsewhere, id, undefined) }));
  }

  /** Saves all drafts; true when none is left. */
  async saveAll(): Promise<boolean> {
    const ids = Object.keys(this.#store.getState().drafts);
    const results = await Promise.all(ids.map((id) => this.save(id)));
    return results.every(Boolean) && !hasUnsaved(this.#store.getState());
  }

  /** Saves what found no server, now that one answers. */
  saveUnsent(): void {
    for (const id of this.#unsent) void this.save(id);
  }

  /** Discards all drafts: the sections are as saved. */
  discardAll(): void {
    const { sections, saved, drafts, saves } = this.#store.getState();
    const ids = Object.keys(drafts);
    for (const id of ids) clearTimeout(this.#timers.get(id));
    this.#unsent.clear();
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
}

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
