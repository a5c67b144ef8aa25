import * as calls from '#contract/calls/index.ts';
import type { Section, SectionCreate, SectionUpdate } from '#contract/sections.ts';
import { call } from '../../../lib/api/api.ts';
import { attempt, type Problem } from '../../../lib/api/attempt.ts';
import { projectChanged } from '../../../lib/api/queries.ts';
import { plural } from '../../../lib/format.ts';
import { announce } from '../../../lib/announce.ts';
import { toast } from '../../../lib/toast.ts';
import { affectedSection } from '../section/affected.ts';
import type { Changes } from './change.ts';
import type { History } from './history.ts';
import type { Saver } from './saver.ts';
import type { EditorStore } from './state.ts';

const RESET_FAILED = { title: 'Reset Failed', fallback: 'Failed to reset clips. Please try again.' };

/** Actions that add, remove or change whole sections. */
export class Sections {
  readonly #store: EditorStore;
  readonly #saver: Saver;
  readonly #changes: Changes;
  readonly #history: History;

  constructor(store: EditorStore, saver: Saver, changes: Changes, history: History) {
    this.#store = store;
    this.#saver = saver;
    this.#changes = changes;
    this.#history = history;
  }

  /** Adds a custom section. True on success; false when the dialog should stay. */
  async add(body: SectionCreate, key: string): Promise<boolean> {
    const { projectId, language } = this.#store.getState();
    let added: string | null = null;
    const add = async (): Promise<void> => {
      const { id } = await call(calls.createSection, {
        params: { id: projectId },
        query: { language },
        body,
        idempotencyKey: key,
      });
      added = id;
      toast({ title: 'Section Added', description: body.title, action: this.#history.undoAction() });
    };
    await this.#changes.run(add, {
      title: 'Add Section Failed',
      description: 'Failed to add the new section. Please try again.',
    });
    if (added) this.#store.setState({ selectedId: added });
    return added !== null;
  }

  /** Sends the dialog's changes, after the section's draft. True when saved. */
  async update(id: string, patch: SectionUpdate): Promise<boolean> {
    if (!(await this.#saver.save(id))) return false;
    const update = async (): Promise<void> => {
      const { language } = this.#store.getState();
      await call(calls.updateSection, { params: { id }, query: { language }, body: patch });
      toast({
        title: 'Section Updated',
        description: 'Your changes are saved.',
        action: this.#history.undoAction(),
      });
    };
    return this.#changes.run(update, {
      title: 'Update Failed',
      description: 'Failed to update the section. Please try again.',
    });
  }

  /**
   * Deletes sections before the server answers. The row in the first one's place is selected and can be
   * focused. Returns that row's ID.
   */
  remove(ids: string[]): string | null {
    const { sections, selectedId, checked } = this.#store.getState();
    const wanted = new Set(ids);
    const gone = sections.filter(({ id }) => wanted.has(id));
    const [first] = gone;
    if (!first) return null;
    const rest = sections.filter(({ id }) => !wanted.has(id));
    const next = rest[Math.min(sections.indexOf(first), rest.length - 1)]?.id ?? null;
    this.#store.setState({
      sections: rest,
      selectedId: selectedId !== null && wanted.has(selectedId) ? next : selectedId,
      checked: checked.filter((id) => !wanted.has(id)),
    });
    const remove = async (): Promise<void> => {
      try {
        // Saved before the deletion, so that a restore has the drafts too.
        await Promise.all(gone.map(({ id }) => this.#saver.save(id)));
        await this.#sendRemoval(gone.map(({ id }) => id));
      } catch (error) {
        this.#store.setState({ sections });
        throw error;
      }
      toast({
        title: gone.length === 1 ? 'Section Removed' : 'Sections Removed',
        description: gone.length === 1 ? first.title : `${gone.length} sections can be restored for 30 days.`,
        action: this.#history.undoAction(),
      });
    };
    void this.#changes.run(remove, {
      title: 'Error',
      description: 'Failed to remove section. Please try again.',
    });
    return next;
  }

  #sendRemoval(ids: string[]): Promise<void> {
    const [id, ...others] = ids;
    if (id !== undefined && others.length === 0) return call(calls.deleteSection, { params: { id } });
    const { projectId } = this.#store.getState();
    return call(calls.deleteSections, { params: { id: projectId }, body: { sectionIds: ids } });
  }

  /** Gives every join the transition of this section, as one edit. */
  async setAllTransitions({ transition, transitionSeconds }: Section): Promise<void> {
    if (!(await this.#saver.saveAll())) return;
    const { projectId } = this.#store.getState();
    const send = async (): Promise<void> => {
      await call(calls.setTransitions, {
        params: { id: projectId },
        body: { transition, transitionSeconds },
      });
      toast({
        title: 'Transitions Changed',
        description: 'Applied to every cut.',
        action: this.#history.undoAction(),
      });
    };
    await this.#changes.run(send, {
      title: 'Update Failed',
      fallback: 'The transitions could not be changed. Please try again.',
    });
  }

  /** Restores a deleted section, however old the deletion. */
  async restore({ id, title }: { id: string; title: string }): Promise<void> {
    const restore = async (): Promise<void> => {
      const { language } = this.#store.getState();
      await call(calls.restoreSection, { params: { id }, query: { language } });
      announce(`${title} is back`);
    };
    await this.#changes.run(restore, {
      title: 'Restore Failed',
      fallback: 'The section could not be restored.',
    });
    if (this.#store.getState().sections.some((section) => section.id === id))
      this.#store.setState({ selectedId: id });
  }

  /** Splits a section; `at` in seconds of its video. The second part is selected. */
  async split(id: string, at: number): Promise<void> {
    if (!(await this.#saver.saveAll())) return;
    let second: Section | undefined;
    const split = async (): Promise<void> => {
      const { language } = this.#store.getState();
      const sections = await call(calls.splitSection, { params: { id }, query: { language }, body: { at } });
      second = sections[sections.findIndex((section) => section.id === id) + 1];
      toast({ title: 'Section Split', description: second?.title, action: this.#history.undoAction() });
    };
    await this.#changes.run(split, {
      title: 'Split Failed',
      fallback: 'The section could not be split. Please try again.',
    });
    if (second) this.#store.setState({ selectedId: second.id });
  }

  /** Copies a section, after its drafts are saved. The copy follows it and is selected. */
  async duplicate(id: string): Promise<void> {
    if (!(await this.#saver.saveAll())) return;
    let copy: Section | undefined;
    const duplicate = async (): Promise<void> => {
      const { language } = this.#store.getState();
      const sections = await call(calls.duplicateSection, { params: { id }, query: { language } });
      copy = sections[sections.findIndex((section) => section.id === id) + 1];
      toast({ title: 'Section Duplicated', description: copy?.title, action: this.#history.undoAction() });
    };
    await this.#changes.run(duplicate, {
      title: 'Duplicate Failed',
      fallback: 'The section could not be duplicated. Please try again.',
    });
    if (copy) this.#store.setState({ selectedId: copy.id });
  }

  /** Copies sections, with their drafts saved, to another project. True when done; `tell` says in the dialog why not. */
  async copyTo(
    to: { id: string; title: string },
    { sectionIds, key }: { sectionIds: string[]; key: string },
    tell: (problem: Problem) => void,
  ): Promise<boolean> {
    if (!(await this.#saver.saveAll())) return false;
    let done = false;
    const copy = async (): Promise<void> => {
      const { copied } = await call(calls.copySections, {
        params: { id: this.#store.getState().projectId },
        body: { sectionIds, projectId: to.id },
        idempotencyKey: key,
      });
      done = true;
      projectChanged(to.id);
      toast({
        title: copied === 1 ? 'Section Copied' : 'Sections Copied',
        description: `${copied} ${plural(copied, 'section')} added to “${to.title}”. You can undo this in that project.`,
      });
    };
    await attempt(copy, { tell, fallback: 'The sections could not be copied. Please try again.' });
    return done;
  }

  /** Resets one section; the parts of a split one are joined again. */
  async reset({ id, title }: Section): Promise<void> {
    if (!(await this.#saver.saveAll())) return;
    const before = this.#store.getState().sections;
    const reset = async (): Promise<void> => {
      const { language } = this.#store.getState();
      await call(calls.resetSection, { params: { id }, query: { language } });
      toast({
        title: 'Clips Reset',
        description: `${title} is back to its original state.`,
        action: this.#history.undoAction(),
      });
    };
    const whole = (await this.#changes.run(reset, RESET_FAILED))
      ? affectedSection(before, this.#store.getState().sections)
      : null;
    if (whole) this.#store.setState({ selectedId: whole });
  }

  /** Reset (product.md 4.62): the analysed sections as they were found. */
  async resetAll(): Promise<void> {
    if (!(await this.#saver.saveAll())) return;
    const { projectId, language } = this.#store.getState();
    const reset = async (): Promise<void> => {
      await call(calls.resetSections, { params: { id: projectId }, query: { language } });
      toast({
        title: 'Clips Reset',
        description: 'Every section is back to its original state.',
        action: this.#history.undoAction(),
      });
    };
    await this.#changes.run(reset, RESET_FAILED);
  }
}
